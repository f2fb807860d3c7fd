import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPassedBefore } from "../../cli/library/passed-before.ts";
import { findTemplateFolders, KIT, readTemplateFolder } from "../../cli/library/template-folder.ts";
import type { FieldSchema } from "../../contract/templates/template-file.ts";
import { inputFor, whileTyping } from "../../server/checks/data/render-input.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";
import { spawnKeptChild } from "../support/kept-render-children.ts";
import { textOfPdf } from "../support/pdf-text.ts";

const LIBRARY = dirname(KIT);
const folders = findTemplateFolders(LIBRARY);
/** Samples that were checked unchanged by this version of the test; `RECORD_HEARD=1` rewrites the file. */
const HEARD = fileURLToPath(new URL("../library-heard.json", import.meta.url));
const heardBefore = readPassedBefore(HEARD, LIBRARY, readFileSync(fileURLToPath(import.meta.url), "utf8"));
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

describe("the sample PDF of every template", () => {
  let rendering: Rendering;
  beforeAll(async () => {
    rendering = createRendering({
      settings: { processes: 2, queue: 100, deadlineMs: 30_000, kitDir: KIT },
      log: quietLog,
      spawn: spawnKeptChild,
    });
    await rendering.ready();
  });
  afterAll(() => {
    if (process.env.RECORD_HEARD === "1") heardBefore.record(passed);
    return rendering.close();
  });

  it.each(folders.map((folder) => [relative(LIBRARY, folder), folder]))(
    "%s is tagged, titled, read in order and no longer on US Letter",
    async (_name, folder) => {
      if (heardBefore.has(folder)) return void passed.push(folder);
      const template = readTemplateFolder(folder);
      const { bytes, conformance } = await rendering.renderPdf(inputFor(template, "sample", {}));
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
      const onLetter = await rendering.renderPages(inputFor(template, "sample", { paper: "us-letter" }));
      expect(onLetter.pages.length).toBeLessThanOrEqual(Number(pages));
      const heard = letters(ask("pdftotext", "-raw"));
      expect(heard.length, basename(folder)).toBeGreaterThan(20);
      for (const rows of rowsOf(template.file.fields, template.file.sample)) {
        const known = rows.filter((row) => row.length >= 6 && heard.includes(row));
        let at = 0;
        for (const row of known) {
          const found = heard.indexOf(row, at);
          expect(
            found,
            `"${row}" comes after what it stands before, in ${known.join(" | ")}`,
          ).toBeGreaterThanOrEqual(0);
          at = found + row.length;
        }
      }
      passed.push(folder);
    },
  );

  it("drops sample numbers of rows that are no longer counted while typing", async () => {
    const template = readTemplateFolder(`${LIBRARY}/invoices/studio/quarto`);
    const input = inputFor(template, "preview", {});
    const wordsWith = async (data: unknown) =>
      textOfPdf((await rendering.renderPdf({ ...input, ...whileTyping(template.file, data) })).bytes).split(
        /\s+/,
      );
    const [{ quantity }] = template.file.sample.items as [{ quantity: string }];
    expect(await wordsWith({})).toContain(quantity);
    const typed = await wordsWith({ items: [{ description: "Letters", price: "10" }] });
    expect(typed).toContain("10.00");
    expect(typed).toContain("–");
    expect(typed).not.toContain(quantity);
  });
});
