import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bleedSheet, cardSheet, type Placement, posterSheet } from "../../contract/rendering/print-sheets.ts";
import type { SampleMode } from "../../contract/templates/drafts.ts";
import { sampleLanguages } from "../../contract/templates/samples.ts";
import type { Language } from "../../contract/templates/theme.ts";
import { RenderError } from "../../engine/errors.ts";
import { readSettings, type Settings } from "../../server/config/settings.ts";
import { draftInput } from "../../server/drafts/draft-pages.ts";
import { StartProblem } from "../../server/errors/errors.ts";
import type { Rendering } from "../../server/rendering/rendering.ts";
import type { Command } from "../commands.ts";
import { PATIENT_DEADLINE_MS, withRendering } from "../resources.ts";
import { shownPath } from "../terminal.ts";
import { findLibrary } from "./library-folder.ts";
import { READING_CODE, readPassedBefore } from "./passed-before.ts";
import {
  createWordReading,
  describeUnreadable,
  type Extraction,
  isUnreadable,
  reportSkipped,
  tabulate,
  type WordReading,
} from "./proof/extraction.ts";
import { type ReadSpecimen, readSpecimens } from "./proof/specimens.ts";
import { openValidator, type Validator, type Verdict } from "./proof/verapdf.ts";
import {
  findTemplateFolders,
  readTemplateFolder,
  type TemplateFolder,
  TemplateFolderError,
} from "./template-folder.ts";

/** Each as it is exported: right-to-left pages can fail in their own ways. */
const PROVEN_MODES = ["sample", "empty", "long", "rtl"] as const satisfies readonly SampleMode[];
/** The sample as it is printed: several on a sheet, a poster on a large one, or with bleed. */
const PRINTED = ["several on A4", "A1", "bleed"] as const;
/** Code that writes the PDFs and reads them back. */
const WRITING_CODE = ["engine/**/*.ts", READING_CODE];

export const prove: Command = {
  name: "library prove",
  takes: "[path] [--table FILE] [--proven FILE [--record]]",
  does: "Puts the PDFs of the templates at or below the path (else the whole library) through veraPDF, which says whether they are PDF/UA-1: sample, empty, long and right-to-left, the samples in other languages, and what is printed several on a sheet, as a poster or with bleed. Also compares the words that poppler and pdf.js read out of the samples with the words given, by script; with the whole library also for a text in Arabic, Hebrew, Hindi, Thai, Greek and Cyrillic in every font pairing. Needs Java. --table writes what was found as a page. --proven leaves out those that FILE says were proven with these files, kit and fonts; --record writes it.",
  options: {
    table: { type: "string" },
    proven: { type: "string" },
    record: { type: "boolean", default: false },
  },
  async run({ positionals, values, terminal }) {
    const settings = readSettings();
    const below = positionals[0] ?? settings.libraryDir;
    const provenBefore =
      typeof values.proven === "string"
        ? readPassedBefore(values.proven, findLibrary(below), [...PROVEN_MODES, ...PRINTED], {
            code: WRITING_CODE,
          })
        : undefined;
    const folders = findTemplateFolders(below);
    const open = folders.filter((folder) => !provenBefore?.has(folder));
    const known = folders.length - open.length;
    const words = createWordReading();
    const isWhole = positionals[0] === undefined;
    const failed = new Set<string>();
    const templates = open.flatMap((folder) => {
      try {
        return [readTemplateFolder(folder)];
      } catch (error) {
        if (!(error instanceof TemplateFolderError)) throw error;
        terminal.complain(error.message);
        failed.add(folder);
        return [];
      }
    });
    let failures = failed.size;
    const { proofs, specimens } =
      templates.length > 0
        ? await proveAll(templates, { settings, words, isWhole })
        : { proofs: [], specimens: [] };
    for (const { template, verdict, extractions: _, ...page } of proofs) {
      if (!verdict.isConforming) failed.add(template.folder);
      failures += verdict.failures.length;
      for (const { rule, message, place } of verdict.failures)
        terminal.complain(`${shownPath(template.folder)} (${nameOf(page)}): ${rule}: ${message} (${place})`);
    }
    const unreadable = specimens.flatMap(({ fonts, extractions }) =>
      extractions.filter(isUnreadable).map((extraction) => `${fonts}: ${describeUnreadable(extraction)}`),
    );
    for (const message of unreadable) terminal.complain(message);
    failures += unreadable.length;
    const isReadByAll = await reportSkipped(words, terminal);
    if (values.record && isReadByAll) provenBefore?.record(folders.filter((folder) => !failed.has(folder)));
    if (typeof values.table === "string") writeFileSync(values.table, describeProofs(proofs));
    const checks = proofs.reduce((sum, { verdict }) => sum + verdict.checks, 0);
    const before = known > 0 ? `; ${known} templates were proven before` : "";
    terminal.print(
      `${proofs.length} PDFs of ${open.length} templates, ${checks} checks: ${failures} failures${before}`,
    );
    const extractions = [...proofs, ...specimens].flatMap((each) => each.extractions);
    if (extractions.length > 0) terminal.print(tabulate(extractions));
    return failures > 0 || failed.size > 0 ? 1 : 0;
  },
};

type ProvenPage = {
  mode: SampleMode;
  language?: Language;
  printed?: { on: (typeof PRINTED)[number]; placement: Placement };
};
type Proof = ProvenPage & { template: TemplateFolder; verdict: Verdict; extractions: Extraction[] };

const nameOf = ({ mode, language, printed }: ProvenPage) =>
  [mode, language, printed?.on].filter(Boolean).join(", ");

function pagesOf({ type, file }: TemplateFolder): ProvenPage[] {
  const others = sampleLanguages(file).map((language): ProvenPage => ({ mode: "sample", language }));
  const sheets = {
    "several on A4": cardSheet(file.page, { sheet: "a4" }),
    A1: posterSheet(type, file.page, { size: "a1" }),
    bleed: bleedSheet(file.page),
  };
  const printed = PRINTED.flatMap((on): ProvenPage[] => {
    const placement = sheets[on];
    return placement ? [{ mode: "sample", printed: { on, placement } }] : [];
  });
  return [...PROVEN_MODES.map((mode) => ({ mode })), ...others, ...printed];
}

async function proveAll(
  templates: readonly TemplateFolder[],
  { settings, words, isWhole }: { settings: Settings; words: WordReading; isWhole: boolean },
): Promise<{ proofs: Proof[]; specimens: ReadSpecimen[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), "typecase-proof-"));
  const validator = openValidator();
  try {
    return await withRendering({ ...settings, renderDeadlineMs: PATIENT_DEADLINE_MS }, async (rendering) => {
      const proofs: Proof[] = [];
      for (const template of templates)
        for (const page of pagesOf(template)) {
          const file = path.join(folder, "page.pdf");
          const proof = await proveOne({ rendering, validator, file, words }, template, page);
          proofs.push({ template, ...page, ...proof });
        }
      return { proofs, specimens: isWhole ? await readSpecimens(rendering, words) : [] };
    });
  } finally {
    validator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Tools = { rendering: Rendering; validator: Validator; file: string; words: WordReading };

async function proveOne(
  { rendering, validator, file, words }: Tools,
  template: TemplateFolder,
  { mode, language, printed }: ProvenPage,
): Promise<Pick<Proof, "verdict" | "extractions">> {
  let extractions: Extraction[] = [];
  let verdict: Verdict;
  try {
    const input = draftInput(template, mode, language ? { language } : {}, "pdf");
    const { bytes } = await rendering.renderPdf({ ...input, placement: printed?.placement });
    writeFileSync(file, bytes);
    // The sample shows all of its fields; other data may be cut or left out.
    if (mode === "sample" && !printed) extractions = await words.extract(bytes, input.sample);
    verdict = await validator.validate(file);
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    // Whatever else it was, the other pages are proven all the same.
    const rule = error instanceof RenderError ? "no PDF" : "not proven";
    const failures = [{ rule, message: error instanceof Error ? error.message : String(error), place: mode }];
    return { verdict: { checks: 0, isConforming: false, failures }, extractions };
  }
  const unreadable = extractions.filter(isUnreadable).map((extraction) => ({
    rule: "text",
    message: describeUnreadable(extraction),
    place: mode,
  }));
  return {
    verdict: {
      checks: verdict.checks + extractions.length,
      isConforming: verdict.isConforming && unreadable.length === 0,
      failures: [...verdict.failures, ...unreadable],
    },
    extractions,
  };
}

function describeProofs(proofs: readonly Proof[]): string {
  const rows = proofs.map(
    ({ template: { type, slug }, verdict: { checks, failures }, ...page }) =>
      `| ${type}/${slug} | ${nameOf(page)} | ${checks} | ${failures.length} |`,
  );
  const total = proofs.reduce((sum, { verdict }) => sum + verdict.checks, 0);
  const failures = proofs.reduce((sum, { verdict }) => sum + verdict.failures.length, 0);
  return `# Every page through somebody else's validator

Written by \`npm run typecase -- library prove --table FILE\`: each PDF was exported as a person would and put through
[veraPDF](https://verapdf.org) with its profile for PDF/UA-1 (ISO 14289-1).

**${proofs.length} PDFs, ${total} checks, ${failures} failures.**

| template | page | checks | failures |
|---|---|---:|---:|
${rows.join("\n")}
`;
}
