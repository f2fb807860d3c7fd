import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { readPassedBefore } from "../../cli/library/passed-before.ts";
import {
  findTemplateFolders,
  KIT,
  readTemplateFolder,
  type TemplateFolder,
} from "../../cli/library/template-folder.ts";
import type { FieldSchema } from "../../contract/templates/template-file.ts";
import { inputFor } from "../../server/checks/data/render-input.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";
import { spawnReusedChild } from "../support/reused-render-processes.ts";

const LIBRARY = dirname(KIT);
const folders = findTemplateFolders(LIBRARY);
/**
 * Samples that this version of the test has checked as they are; `RECORD_HEARD=1` rewrites the file. `npm test -- long` checks them
 * again.
 */
const HEARD = fileURLToPath(new URL("../library-heard.json", import.meta.url));
const heardBefore = readPassedBefore(HEARD, LIBRARY, readFileSync(fileURLToPath(import.meta.url), "utf8"));
const known = folders.filter(heardBefore.has);
const changed = folders.filter((folder) => !known.includes(folder));
const passed: string[] = [];

/**
 * Everything that is read aloud: without spaces, punctuation and case, so that line breaks and hyphens don't
 * matter.
 */
const letters = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The longest text of each row: what a listener must hear in this order. */
function rowsOf(fields: FieldSchema, sample: unknown): string[][] {
  if (fields.type === "object")
    return Object.entries(fields.properties).flatMap(([name, child]) =>
      rowsOf(child, (sample as Record<string, unknown> | undefined)?.[name]),
    );
  if (fields.type !== "array" || !Array.isArray(sample)) return [];
  const rows = sample.map((row) => longest(row));
  return [rows, ...sample.flatMap((row) => rowsOf(fields.items, row))];
}

function longest(value: unknown): string {
  if (typeof value === "string") return letters(value);
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value)
    .filter((each) => typeof each === "string")
    .map(letters)
    .reduce((best, each) => (each.length > best.length ? each : best), "");
}

describe("the sample PDF of every template", { concurrent: true }, () => {
  let rendering: Rendering | undefined;
  const open = () => {
    rendering ??= createRendering({
      settings: { processes: 2, queue: 100, deadlineMs: 30_000, kitDir: KIT },
      log: quietLog,
      spawn: spawnReusedChild,
    });
    return rendering;
  };
  afterAll(() => {
    if (process.env.RECORD_HEARD === "1") heardBefore.record([...known, ...passed]);
    return rendering?.close();
  });

  const named = (all: string[]) => all.map((folder) => [relative(LIBRARY, folder), folder] as const);
  const title = "%s is tagged, titled, read in order and no longer on US Letter";
  it.each(named(changed))(title, async (_name, folder) => {
    await checkSample(open(), readTemplateFolder(folder));
    passed.push(folder);
  });
  it.each(named(known))(title, { tags: ["long"] }, (_name, folder) =>
    checkSample(open(), readTemplateFolder(folder)),
  );
});

async function checkSample(rendering: Rendering, template: TemplateFolder): Promise<void> {
  const { fields, sample, page } = template.file;
  const hasLetter = "papers" in page && page.papers.includes("us-letter");
  const [{ bytes, conformance }, onLetter] = await Promise.all([
    rendering.renderPdf(inputFor(template, "sample", {})),
    hasLetter ? rendering.renderPages(inputFor(template, "sample", { paper: "us-letter" })) : undefined,
  ]);
  expect(conformance).toBe("PDF/UA-1");
  const ask = (program: string, ...options: string[]) =>
    execFileSync(program, [...options, "-", ...(program === "pdftotext" ? ["-"] : [])], {
      input: bytes,
      encoding: "utf8",
    });
  const about = ask("pdfinfo");
  expect(about).toMatch(/Tagged:\s+yes/);
  expect(about).toMatch(/Title:\s+\S/);
  const [, pages] = /Pages:\s+(\d+)/.exec(about) ?? [];
  expect(onLetter?.pages.length ?? 0).toBeLessThanOrEqual(Number(pages));
  const heard = letters(ask("pdftotext", "-raw"));
  expect(heard.length, template.slug).toBeGreaterThan(20);
  for (const rows of rowsOf(fields, sample)) {
    const found = rows.filter((row) => row.length >= 6 && heard.includes(row));
    let at = 0;
    for (const row of found) {
      const place = heard.indexOf(row, at);
      expect(place, `"${row}" is read after a later row, in ${found.join(" | ")}`).toBeGreaterThanOrEqual(0);
      at = place + row.length;
    }
  }
}
