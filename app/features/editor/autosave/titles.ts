import { fillTitle } from "../../../../contract/template-file.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";

const LONGEST = 200; // what a document's title may have

type Named = Pick<EditorTemplate, "name" | "titlePattern">;

/** A draft's own title, or the one its words make, or the template's name. */
export function titleOf({ name, titlePattern }: Named, { title, data }: Draft): string {
  const said = title?.trim() || fillTitle(titlePattern, data) || name;
  return said
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, LONGEST);
}

/** The title that a person gave: undefined when it is only what the words make. */
export function ownTitle(template: Named, title: string, data: Record<string, unknown>): string | undefined {
  const isMade = title === template.name || title === titleOf(template, { data, theme: {} });
  return isMade ? undefined : title;
}
