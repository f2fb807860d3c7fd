import { placeholdersOf } from "../../contract/template-file.ts";
import { resolveTheme, type Theme } from "../../contract/theme.ts";
import type { RenderInput } from "../../server/rendering/rendering.ts";
import { doubledData, leastData } from "./data-variants.ts";
import type { TemplateFolder } from "./template-folder.ts";

/** The ways a page is seen: as a thumbnail, while typing, with as little as is allowed, with twice as much as is usual. */
export const MODES = ["sample", "preview", "empty", "long"] as const;
export type Mode = (typeof MODES)[number];

export function inputFor(
  { source, file }: Pick<TemplateFolder, "source" | "file">,
  mode: Mode,
  chosen: Partial<Theme>,
): RenderInput {
  const papers = "papers" in file.page ? file.page.papers : undefined;
  const shared = { source, fields: file.fields, theme: resolveTheme(file.theme, papers, chosen) };
  if (mode === "sample") return { ...shared, data: {}, sample: file.sample, mode: "sample" };
  if (mode === "preview") {
    return { ...shared, data: {}, sample: placeholdersOf(file.fields, file.sample), mode: "preview" };
  }
  const vary = mode === "empty" ? leastData : doubledData;
  return { ...shared, data: vary(file.fields, file.sample), sample: {}, mode: "final" };
}
