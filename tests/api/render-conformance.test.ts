import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";
import { spawnReusedChild } from "../support/reused-render-processes.ts";
import { UNSAFE_SOURCES } from "../support/unsafe-sources.ts";

const SQUARE =
  "bytes(\"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>\")";
const TITLE =
  '#set document(title: "A title (with) \\\\ & <signs> ü")\n#set text(font: "Inter", lang: "de")\n';

const CASES: [name: string, source: string, problems: string[]][] = [
  ["a plain document", `${TITLE}= One\n== Two\nWords #link("https://example.org")[a link]`, []],
  [
    "a table over two pages",
    `${TITLE}= One\n#table(columns: 2, table.header[A][B], ..range(160).map(str))`,
    [],
  ],
  ["a picture with words", `${TITLE}= One\n#image(${SQUARE}, alt: "A square")`, []],
  ["no title", "= One\nWords", ["title"]],
  ["an empty title", '#set document(title: "")\n= One', ["title"]],
  ["a picture without words", `${TITLE}= One\n#image(${SQUARE})`, ["alt"]],
  ["a skipped heading level", `${TITLE}= One\n=== Three`, ["heading"]],
  ["a first heading of level 2", `${TITLE}== Two`, ["heading"]],
  ["levels going back up", `${TITLE}= One\n== Two\n=== Three\n= Again\n== Two`, []],
  ["a character no font has", `${TITLE}= One 漢`, ["character"]],
  [
    "glyph 256 next to others is no missing glyph",
    `${TITLE}= One\n${"abcdefghijklmnopqrstuvwxyzäöüßéèáàñçøåæœšžřčěłąęśćńźőűțșğıİşĆĐŁŃŐŔŚŤŮŰŹŻ ".repeat(9)}`,
    [],
  ],
];

let rendering: Rendering;
beforeAll(async () => {
  rendering = createRendering({
    settings: { processes: 1, queue: 9, deadlineMs: 30_000, kitDir: "library/kit" },
    log: quietLog,
    spawn: spawnReusedChild,
  });
  await rendering.ready();
});
afterAll(() => rendering.close());

describe("unsafe content", () => {
  test.each(UNSAFE_SOURCES)(
    "rejects %s in an export and shows no link on screen",
    async (_, source, expected) => {
      const made = { source: `${TITLE}= One\n${source}`, data: { name: "Ada" } };
      const refusal = { code: "TEMPLATE_BROKEN", message: expect.stringMatching(expected) };
      await expect(rendering.renderPdf(made)).rejects.toMatchObject(refusal);
      await expect(rendering.renderPdf({ ...made, mode: "preview" })).rejects.toMatchObject(refusal);
      const { pages } = await rendering.renderPages({ ...made, mode: "preview" });
      expect(pages[0]?.svg).not.toMatch(/<a\b|script:|file:|invoice\.exe/i);
    },
  );

  test.each([
    [
      "a template of the kit",
      '#import "/kit/kit.typ": *\n#show: setup.with(title: "T")\n#head(1)[T]\n#field("web", link: true)',
    ],
    [
      "a template with a link of its own",
      `${TITLE}= One\n#let go = link\n#let web = json("/inputs/data.json").web\n#go(web, web)`,
    ],
  ])("exports odd web addresses without a link: %s", async (_, source) => {
    const exported = async (web: string) => {
      const pdf = await rendering.renderPdf({ source, data: { web } });
      return {
        pdf,
        links: Buffer.from(pdf.bytes)
          .toString("latin1")
          .match(/\/URI [(<].*[)>]/g),
      };
    };
    const { links } = await exported("https://ferry.example"); // one for each piece of a line
    expect(new Set(links)).toEqual(new Set(["/URI (https://ferry.example)"]));
    for (const web of ["javascript:alert(1)", "JavaScript :alert(1)", "file:///etc/passwd", "see my card"]) {
      const { pdf, links } = await exported(web);
      expect(links).toBeNull();
      expect(pdf.pages).toBe(1);
      expect(pdf.conformance).toBe("PDF/UA-1");
    }
  });
});

test("a PDF has its given title in the document's language", async () => {
  const source =
    '#import "/kit/kit.typ": *\n#show: setup.with(title: "Invoice {number}")\n#head(1)[#field("number")]';
  const titled = async (title?: string) => {
    const { bytes } = await rendering.renderPdf({
      source,
      data: { number: "7" },
      ...(title ? { title } : {}),
    });
    const folder = mkdtempSync(join(tmpdir(), "typecase-title-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "file.pdf"), bytes);
    const said = execFileSync("pdfinfo", [join(folder, "file.pdf")], { encoding: "utf8", stdio: "pipe" });
    return /^Title:\s+(.*)$/m.exec(said)?.[1];
  };
  expect(await titled("Rechnung 7")).toBe("Rechnung 7");
  expect(await titled()).toBe("Invoice 7");
});

describe("PDF/UA-1", () => {
  test.each(CASES)("%s", async (_, source, problems) => {
    const pdf = await rendering.renderPdf({ source });
    expect(pdf.problems.map((problem) => problem.kind)).toEqual(problems);
    expect(pdf.conformance).toBe(problems.length === 0 ? "PDF/UA-1" : "tagged");

    const folder = mkdtempSync(join(tmpdir(), "typecase-ua-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "file.pdf");
    writeFileSync(file, pdf.bytes);
    const said = execFileSync("pdfinfo", [file], { encoding: "utf8", stdio: "pipe" });
    const metadata = execFileSync("pdfinfo", ["-meta", file], { encoding: "utf8", stdio: "pipe" });
    expect(said).toMatch(/Tagged:\s+yes/);
    expect(said).toMatch(new RegExp(`Pages:\\s+${pdf.pages}\\b`));
    expect(metadata.includes("<pdfuaid:part")).toBe(problems.length === 0);
    expect(Buffer.from(pdf.bytes).includes("/DisplayDocTitle true")).toBe(problems.length === 0);
    if (source.startsWith(TITLE)) expect(said).toContain("A title (with) \\ & <signs> ü");
  });
});
