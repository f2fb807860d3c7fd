import { fillTitle } from "../../../../contract/templates/template-file.ts";
import { titleIn } from "../../../../shared/filling/title-translations.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";

const LONGEST = 200; // what a document's title may have

type Named = Pick<EditorTemplate, "name" | "titlePattern">;

/** A draft's own title, or one composed from its values in its language, or the template's name. */
export function titleOf({ name, titlePattern }: Named, { title, data, theme }: Draft): string {
  const value =
    title?.trim() || fillTitle(titleIn(titlePattern, theme.language), data, theme.language) || name;
  return value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, LONGEST);
}

/** The title that a person gave; undefined if it is only composed. */
export function ownTitle(template: Named, title: string, { data, theme }: Draft): string | undefined {
  // The English one, too: documents of an earlier version have it in every language.
  const made = [theme, {}].map((each) => titleOf(template, { data, theme: each }));
  const isMade = title === template.name || made.includes(title);
  return isMade ? undefined : title;
}
