import type { RouterContextProvider } from "react-router";
import type { EditorTemplate } from "../../features/editor/index.ts";
import { pageServices } from "../../lib/pages/page-data.ts";

export type EditorData = { template: EditorTemplate; pictures: readonly string[] };

/** What the editor of a template is opened with; undefined if there is no template at this path. */
export async function readEditorData(
  context: Readonly<RouterContextProvider>,
  path: string,
): Promise<EditorData | undefined> {
  const found = await context.get(pageServices).catalogue.findUsable(path);
  if (!found) return undefined;
  const { pictures, ...template } = found;
  return { template, pictures };
}
