import path from "node:path";
import { RenderError } from "../../engine/errors.ts";
import { type Finding, SOURCE_FILE, START } from "../../server/checks/findings.ts";
import { checkLists } from "../../server/checks/list-check.ts";
import { type CheckedPages, sayingOf } from "../../server/checks/page-check.ts";
import type { Thoroughness } from "../../server/checks/preview-check.ts";
import { checkTemplate } from "../../server/checks/template-check.ts";
import type { Rendering } from "../../server/rendering/rendering.ts";
import { findLibrary, findPlacementFaults, readLibraryTypes } from "./library-folder.ts";
import type { PassedBefore } from "./passed-before.ts";
import { findBleedFaults } from "./proof/bleed.ts";
import { createWordReading, describeUnreadable, isUnreadable, type WordReading } from "./proof/extraction.ts";
import {
  findTemplateFolders,
  inspectTemplateFolder,
  type TemplateFolder,
  tidyFindings,
} from "./template-folder.ts";

export type CheckedTemplate = {
  folder: string;
  template?: TemplateFolder;
  /** Pages of the sample; none when they can't be made. */
  pages?: number;
  findings: Finding[];
  warnings: Finding[];
};
export type CheckedLibrary = { templates: CheckedTemplate[]; findings: Finding[]; warnings: Finding[] };

type CheckOptions = {
  /** The library, or a folder in it. */
  below: string;
  rendering: Rendering;
  deadlineMs: number;
  /** How many half-filled states of each template are compared with their export; "some" leaves words without a break out, too. */
  compare?: Thoroughness;
  /** With data as long as the fields allow, as well. */
  isLongest?: boolean;
  /** Also from right to left, where a template has no sample in such a language. */
  alsoMirrored?: boolean;
  /** Only the files and the page breaks of lists. */
  isRowsOnly?: boolean;
  /** Reads the words of the samples back out of their PDFs. */
  words?: WordReading;
  /** Those that have passed before are not rendered. */
  passedBefore?: PassedBefore;
  onStart?(total: number): void;
  /** In the order of the folders, as soon as it and all before it are known. */
  onChecked?(checked: CheckedTemplate): void;
};

/** Everything that can be known about the templates at or below a path without looking at them. */
export async function checkLibrary(options: CheckOptions): Promise<CheckedLibrary> {
  const { below, rendering, deadlineMs, passedBefore } = options;
  const { compare = "all", isLongest = false, alsoMirrored = false, words = createWordReading() } = options;
  const { isRowsOnly = false } = options;
  const folders = findTemplateFolders(below);
  const library = findLibrary(below);
  const { types, findings } = readLibraryTypes(library);
  const misplaced = findPlacementFaults(library, types, folders);
  const lists = { renders: { deadlineMs }, how: compare, isEveryRow: compare === "all" };
  options.onStart?.(folders.length);

  const checkFolder = async (folder: string): Promise<CheckedTemplate> => {
    const inspected = inspectTemplateFolder(folder);
    const { template, warnings } = inspected;
    const own = [...misplaced.filter(({ file }) => path.dirname(file) === folder), ...inspected.findings];
    if (!template) return { folder, findings: tidyFindings(own), warnings };
    if (own.length === 0 && passedBefore?.has(folder)) return { folder, template, findings: [], warnings };
    const known = own.map((finding) => ({ ...finding, file: path.relative(folder, finding.file) }));
    const made: Pick<CheckedPages, "pages" | "findings"> = isRowsOnly
      ? { findings: known.length === 0 ? await checkLists(rendering, template, lists) : [] }
      : await checkTemplate(rendering, template, {
          renders: lists.renders,
          isEveryRow: lists.isEveryRow,
          compare,
          isLongest,
          alsoMirrored,
          findUnreadable: async (pdf, sample) =>
            (await words.extract(pdf, sample)).filter(isUnreadable).map(describeUnreadable),
          known,
        });
    if (made.findings.length === 0 && known.length === 0 && !isRowsOnly)
      made.findings = await findBleedFaults(rendering, template, lists.renders);
    const others = made.findings.map((finding) => ({ ...finding, file: path.join(folder, finding.file) }));
    const findings = tidyFindings([...own, ...others]);
    return { folder, template, findings, warnings, ...(made.pages ? { pages: made.pages } : {}) };
  };
  // All at once: the renderer has as many processes as there are cores, and lets the rest wait.
  const pending = folders.map((folder) =>
    checkFolder(folder).catch((error): CheckedTemplate => {
      // Whatever it was, the other templates are checked all the same.
      const finding = { file: path.join(folder, SOURCE_FILE), ...START, message: describeError(error) };
      return { folder, findings: [finding], warnings: [] };
    }),
  );
  const templates: CheckedTemplate[] = [];
  for (const promise of pending) {
    const checked = await promise;
    templates.push(checked);
    options.onChecked?.(checked);
  }
  return {
    templates,
    findings: tidyFindings([...findings, ...templates.flatMap((each) => each.findings)]),
    warnings: tidyFindings(templates.flatMap((each) => each.warnings)),
  };
}

function describeError(error: unknown): string {
  return error instanceof RenderError ? sayingOf(error).message : `the check failed: ${error}`;
}
