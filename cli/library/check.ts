import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Finding } from "../../server/checks/findings.ts";
import { readSettings } from "../../server/config/settings.ts";
import type { Command } from "../commands.ts";
import { PATIENT_DEADLINE_MS, withPictures } from "../resources.ts";
import { type Progress, shownPath, type Terminal } from "../terminal.ts";
import { type CheckedLibrary, type CheckedTemplate, checkLibrary } from "./check-library.ts";
import { drawContactSheet, type Makers } from "./contact-sheet.ts";
import { findLibrary } from "./library-folder.ts";
import { LIST_CODE, readPassedBefore } from "./passed-before.ts";
import { createWordReading, reportSkipped } from "./proof/extraction.ts";
import { describeFinding, findTemplateFolders } from "./template-folder.ts";

export const check: Command = {
  name: "library check",
  takes:
    "[path] [--some] [--longest] [--mirrored] [--rows] [--json] [--sheet FILE] [--passed FILE [--record]]",
  does: "Checks the templates at or below the path (else the whole library): their files, the pages they make with much and with little, whether poppler and pdf.js find the words of Arabic, Hebrew, Hindi, Thai, Greek and Cyrillic samples in their PDFs, and whether what is shown while typing is what is exported (--some tries two states of each instead of all). --mirrored also looks at those without a sample from right to left in Hebrew. --rows checks only the page breaks of lists with 1 to 60 rows. --passed renders only those that FILE doesn't say have passed as they are; --record writes it.",
  options: {
    json: { type: "boolean", default: false },
    sheet: { type: "string" },
    longest: { type: "boolean", default: false },
    mirrored: { type: "boolean", default: false },
    passed: { type: "string" },
    rows: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    some: { type: "boolean", default: false },
  },
  async run({ positionals, values, terminal }) {
    const settings = readSettings();
    const below = positionals[0] ?? settings.libraryDir;
    const reporter = values.json ? reportProgress(terminal) : reportAsLines(terminal);
    const started = performance.now();
    const compare = values.some ? "some" : "all";
    const isLongest = values.longest === true;
    const alsoMirrored = values.mirrored === true;
    const isRowsOnly = values.rows === true;
    const passedBefore =
      typeof values.passed === "string"
        ? readPassedBefore(
            values.passed,
            findLibrary(below),
            { compare, isLongest, alsoMirrored, ...(isRowsOnly && { isRowsOnly }) },
            isRowsOnly ? { code: LIST_CODE } : {},
          )
        : undefined;
    const isAllKnown = passedBefore && findTemplateFolders(below).every(passedBefore.has);
    const renderProcesses = isAllKnown ? 0 : settings.renderProcesses;
    const words = createWordReading();
    // The longest data has to be answered as soon as the server wants it.
    const deadlineMs = isLongest ? settings.renderDeadlineMs : PATIENT_DEADLINE_MS;
    const processes = { ...settings, renderProcesses, renderDeadlineMs: deadlineMs };
    return withPictures(processes, async ({ rendering, pictures }) => {
      const checked = await checkLibrary({
        below,
        rendering,
        deadlineMs,
        compare,
        isLongest,
        alsoMirrored,
        isRowsOnly,
        words,
        ...(passedBefore ? { passedBefore } : {}),
        ...reporter,
      });
      reporter.end();
      const passed = checked.templates.filter(({ findings }) => findings.length === 0);
      const isReadByAll = await reportSkipped(words, terminal);
      if (values.record && isReadByAll) passedBefore?.record(passed.map(({ folder }) => folder));
      const sheet = typeof values.sheet === "string" ? values.sheet : undefined;
      if (sheet) await writeContactSheet({ rendering, pictures }, checked, sheet);
      const summary = summarise(checked, performance.now() - started, sheet);
      if (values.json) terminal.print(JSON.stringify(summary, null, 2));
      else printSummary(terminal, checked, summary);
      return summary.findings.length > 0 ? 1 : 0;
    });
  },
};

type Reporter = { onStart(total: number): void; onChecked(checked: CheckedTemplate): void; end(): void };

function reportAsLines(terminal: Terminal): Reporter {
  let progress: Progress | undefined;
  return {
    onStart: (total) => {
      progress = terminal.follow(total);
    },
    onChecked: ({ folder, findings, warnings }) => {
      for (const warning of warnings) terminal.complain(`${describeFinding(warning)} (warning)`);
      for (const finding of findings) terminal.complain(describeFinding(finding));
      if (!terminal.isWatched)
        terminal.print(`${findings.length === 0 ? "ok    " : "FAILED"} ${shownPath(folder)}`);
      progress?.step(shownPath(folder));
    },
    end: () => progress?.end(),
  };
}

function reportProgress(terminal: Terminal): Reporter {
  let progress: Progress | undefined;
  return {
    onStart: (total) => {
      progress = terminal.follow(total);
    },
    onChecked: ({ folder }) => progress?.step(shownPath(folder)),
    end: () => progress?.end(),
  };
}

async function writeContactSheet(makers: Makers, { templates }: CheckedLibrary, file: string): Promise<void> {
  const drawable = templates.flatMap(({ template, pages }) => (template && pages ? [template] : []));
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  writeFileSync(file, await drawContactSheet(makers, drawable));
}

type ShownFinding = { file: string; line: number; column: number; message: string };
type Summary = {
  templates: number;
  passed: number;
  failed: number;
  seconds: number;
  sheet?: string;
  findings: ShownFinding[];
  warnings: ShownFinding[];
};

function summarise(
  { templates, findings, warnings }: CheckedLibrary,
  tookMs: number,
  sheet: string | undefined,
): Summary {
  const failed = templates.filter((each) => each.findings.length > 0).length;
  return {
    templates: templates.length,
    passed: templates.length - failed,
    failed,
    seconds: Math.round(tookMs / 100) / 10,
    ...(sheet ? { sheet } : {}),
    findings: findings.map(shown),
    warnings: warnings.map(shown),
  };
}

function shown(finding: Finding): ShownFinding {
  const { file, line, column, message } = finding;
  return { file: shownPath(file), line, column, message };
}

function printSummary(terminal: Terminal, { templates, findings }: CheckedLibrary, summary: Summary): void {
  const messages = new Set(templates.flatMap((each) => each.findings.map(describeFinding)));
  for (const line of findings.map(describeFinding)) if (!messages.has(line)) terminal.complain(line);
  if (summary.sheet) terminal.print(summary.sheet);
  const general = summary.findings.length - messages.size;
  terminal.print(
    `${summary.templates} templates checked in ${summary.seconds} s: ${summary.passed} passed, ${summary.failed} failed${warned(summary)}${general > 0 ? ", and types.json is at fault" : ""}`,
  );
}

function warned({ warnings }: Summary): string {
  if (warnings.length === 0) return "";
  return warnings.length === 1 ? ", 1 warning" : `, ${warnings.length} warnings`;
}
