import { spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkLibrary } from "../../cli/library/check-library.ts";
import { drawContactSheet } from "../../cli/library/contact-sheet.ts";
import { newTemplate } from "../../cli/library/new.ts";
import { describeFinding, KIT, readTemplateFolder } from "../../cli/library/template-folder.ts";
import { createTerminal } from "../../cli/terminal.ts";
import { resolveTheme } from "../../contract/templates/theme.ts";
import { renderTimedOut } from "../../engine/errors.ts";
import type { TextRun } from "../../engine/job.ts";
import { inputFor, whileTyping } from "../../server/checks/data/render-input.ts";
import { createPictures } from "../../server/pictures/pictures.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { COMMAND_LINE } from "../support/program.ts";
import { spawnReusedChild } from "../support/reused-render-processes.ts";

const BROKEN = fileURLToPath(new URL("../fixtures/library-broken/", import.meta.url));
const TIMEOUT_MS = 120_000; // two cores may be busy with other tests

let rendering: Rendering;
const pictures = createPictures({ log: quietLog });
beforeAll(async () => {
  const settings = { processes: 2, queue: 8, deadlineMs: 60_000, kitDir: KIT };
  rendering = createRendering({ settings, log: quietLog, spawn: spawnReusedChild });
  await rendering.ready();
});
afterAll(async () => {
  await rendering.close();
  await pictures.close();
});

type Choices = Partial<
  Pick<Parameters<typeof checkLibrary>[0], "compare" | "deadlineMs" | "isLongest" | "rendering">
>;

/** "some" is the default: what it leaves out is named where it is needed. */
async function linesOf(name: string, choices: Choices = {}): Promise<string[]> {
  const library = path.join(BROKEN, name);
  const { findings } = await checkLibrary({
    below: library,
    rendering,
    deadlineMs: 60_000,
    compare: "some",
    ...choices,
  });
  return findings.map((finding) =>
    describeFinding({ ...finding, file: path.relative(library, finding.file) }),
  );
}

const PAGE = "notes/plain/ferry/template.typ";
const DESCRIPTION = "notes/plain/ferry/template.json";

describe("reports a broken library in one line:", () => {
  test.each([
    [
      "bad-schema",
      `${DESCRIPTION}:15:65: fields.properties.text.maxLength: expected number, received string`,
    ],
    ["sample-refused", `${DESCRIPTION}:18:47: sample.date: This value isn’t in the format “date”.`],
    ["missing-title", `${PAGE}:1:1: not PDF/UA-1: The document has no title (with the sample)`],
    [
      "image-without-alt",
      `${PAGE}:8:2: an image needs alternative text for screen readers; use picture(.., alt: ..)`,
    ],
    ["unknown-font", `${PAGE}:8:13: unknown font family: harbour gothic (with the sample)`],
    [
      "package-import",
      `${PAGE}:8:9: packages can’t be imported ("@preview/cetz:0.4.2"); only "/kit/kit.typ" can`,
    ],
    ["file-read", `${PAGE}:8:2: a template can’t read files; use its data instead`],
    ["too-many-pages", `${PAGE}:1:1: The document has 251 pages. The limit is 200 (with the sample)`],
    [
      "sample-in-black",
      `${PAGE}:1:1: the preview contains "The", "slipway", "is", "dry", "until", "four" (not greyed out), but the export doesn’t (with no data)`,
    ],
    [
      "word-beside-sample",
      `${PAGE}:1:1: the preview contains "Date" (not greyed out), but the export doesn’t (with no data)`,
    ],
    [
      "heading-stranded",
      `${PAGE}:1:1: page 1 of the preview without sample text differs from page 1 of the PDF (with all text twice as long)`,
    ],
    ["lost-in-preview", `${PAGE}:1:1: the export contains "Undated", but the preview doesn’t (with no data)`],
    [
      "letters-overlap",
      `${PAGE}:5:42: page 1: heading and text overlap, 21 mm from the left and 20 mm from the top (with accents above and below letters)`,
    ],
    [
      "lines-touch",
      `${PAGE}:5:70: page 1: heading and heading overlap, 21 mm from the left and 31 mm from the top (with accents above and below letters)`,
    ],
    [
      "letters-cut",
      `${PAGE}:5:110: page 1: heading is cut off, 21 mm from the left and 20 mm from the top (with accents above and below letters)`,
    ],
    [
      "other-typeface",
      `${PAGE}:5:99: page 1: heading has a word with letters from a different font, 51 mm from the left and 17 mm from the top (with accents above and below letters)`,
    ],
    [
      "account-breaks",
      `${PAGE}:6:27: page 1: account doesn’t fit on one line, 20 mm from the left and 34 mm from the top (with accents above and below letters)`,
    ],
    ["reserved-slug", "types.json:3:13: 0.slug: this slug is one of the site's own paths"],
  ])(
    "%s",
    async (name, line) => {
      expect(await linesOf(name)).toEqual([line]);
    },
    TIMEOUT_MS,
  );

  test.each([
    [
      "leaves-page",
      `${PAGE}:5:60: page 1: heading doesn’t fit into its space on the page, 21 mm from the left and 20 mm from the top (with long words that can’t be broken)`,
    ],
    ["purpose-unused", `${PAGE}:5:1: this comment no longer applies; remove it`],
  ])(
    "%s, which only the full check shows",
    async (name, line) => {
      expect(await linesOf(name, { compare: "all" })).toEqual([line]);
      expect(await linesOf(name)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    "unread-cv: the text of a CV is out of reading order",
    async () => {
      expect(await linesOf("unread-cv")).toEqual([
        `resumes/plain/ferry/template.typ:1:1: "Deckhand" is in the text of the PDF, but not in its row (with the sample)`,
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    "unread-words: programs don't find the words of an Arabic sample",
    async () => {
      const message = (reader: string) =>
        `${PAGE}:1:1: ${reader} finds 0 of 6 Arabic words; it lacks "الجزر", "المنحدر", "جاف", "حتى", "الساعة" (with the sample in ar)`;
      expect(await linesOf("unread-words")).toEqual([message("poppler"), message("pdf.js")]);
    },
    TIMEOUT_MS,
  );

  test(
    "list-breaks: a foot, a sum or a heading is alone, or page 2 lacks the table's header",
    async () => {
      const page = (name: string) => `notes/plain/${name}/template.typ:6`;
      expect(await linesOf("list-breaks")).toEqual([
        `${page("foot")}:32: the last page has neither a row of a list nor a long text (with 4 rows)`,
        `${page("header")}:47: page 2 has no table header for prices (with 8 rows)`,
        `${page("heading")}:32: page 1 ends with a heading (with 4 rows)`,
        `${page("sum")}:32: page 2 has a total of prices, but none of its rows (with 4 rows)`,
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    "syntax-error",
    async () => {
      expect((await linesOf("syntax-error"))[0]).toBe(`${PAGE}:8:14: unclosed delimiter (with the sample)`);
    },
    TIMEOUT_MS,
  );

  test(
    "one-slug-twice",
    async () => {
      const [line, ...others] = await linesOf("one-slug-twice");
      expect(others).toEqual([]);
      expect(line).toMatch(
        /^notes\/ruled\/ferry\/template\.json:1:1: "ferry" is already the slug of .*notes\/plain\/ferry; /,
      );
    },
    TIMEOUT_MS,
  );
});

test(
  "ignores a rating in a template's file with a warning",
  async () => {
    const library = path.join(BROKEN, "rating-given");
    const checked = await checkLibrary({ below: library, rendering, deadlineMs: 60_000, compare: "some" });
    expect(checked.findings).toEqual([]);
    expect(checked.warnings.map(({ file, ...rest }) => [path.relative(library, file), rest])).toEqual([
      [
        "notes/plain/slip/template.json",
        {
          line: 4,
          column: 3,
          message: "rating: is ignored, because people rate templates; library format takes it out",
        },
      ],
    ]);
  },
  TIMEOUT_MS,
);

test("finds a template that hangs only with the longest data", { timeout: TIMEOUT_MS }, async () => {
  const isLongest = (data: unknown) => String(Reflect.get(Object(data), "heading")).length > 70;
  const hanging: Rendering = {
    ...rendering,
    renderPdf: (input, options) =>
      isLongest(input.data)
        ? Promise.reject(renderTimedOut(options?.deadlineMs ?? 0))
        : rendering.renderPdf(input, options),
  };
  const choices = { rendering: hanging, deadlineMs: 60_000 }; // nothing really hangs, and the machine may be slow
  expect(await linesOf("purpose-unused", choices)).toEqual([]);
  expect(await linesOf("purpose-unused", { ...choices, isLongest: true })).toEqual([
    `${PAGE}:1:1: Rendering this page took longer than 60 seconds, so it was stopped (with data as long as the fields allow)`,
  ]);
});

describe("an error in the check of one template", () => {
  const SLOW = "// slow";
  let library: string;
  beforeAll(() => {
    library = mkdtempSync(path.join(tmpdir(), "typecase-two-templates-"));
    cpSync(path.join(BROKEN, "purpose-unused"), library, { recursive: true });
    const plain = path.join(library, "notes/plain");
    cpSync(path.join(plain, "ferry"), path.join(plain, "pier"), { recursive: true });
    appendFileSync(path.join(plain, "ferry/template.typ"), SLOW);
  });
  afterAll(() => rmSync(library, { recursive: true }));

  test.each([
    ["a render at its deadline", renderTimedOut(60_000), /^Rendering this page took longer than 60 seconds/],
    ["any other", new TypeError("no such page"), /^the check failed: TypeError: no such page$/],
  ])("fails that template only: %s", { timeout: TIMEOUT_MS }, async (_, error, message) => {
    const failing: Rendering = {
      ...rendering,
      renderText: (input, options) =>
        input.mode === "final" && input.source.endsWith(SLOW)
          ? Promise.reject(error)
          : rendering.renderText(input, options),
    };
    const choices = { below: library, rendering: failing, deadlineMs: 60_000, compare: "some" } as const;
    const { templates } = await checkLibrary(choices);
    expect(templates.map(({ folder, findings }) => [path.basename(folder), findings.length])).toEqual([
      ["ferry", 1],
      ["pier", 0],
    ]);
    expect(templates[0]?.findings[0]?.message).toMatch(message);
  });
});

describe("the command", () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [COMMAND_LINE, ...words], { encoding: "utf8" });

  test("prints plain lines without a terminal and fails", { timeout: TIMEOUT_MS }, () => {
    const { status, stdout, stderr } = run("library", "check", path.join(BROKEN, "bad-schema"));
    expect(status).toBe(1);
    expect(stderr).toMatch(/template\.json:15:65: fields\.properties\.text\.maxLength/);
    expect(stdout).toMatch(/^FAILED .*ferry\n1 templates checked in [\d.]+ s: 0 passed, 1 failed\n$/);
  });

  test("checks the page breaks of lists with every number of rows on both papers", {
    timeout: TIMEOUT_MS,
  }, () => {
    const { status, stderr } = run("library", "check", "--rows", path.join(BROKEN, "list-rows"));
    expect(status).toBe(1);
    expect(stderr.match(/\w+\/template\.typ.*/g)).toEqual([
      expect.stringMatching(/^inner\/.*\(with 5 rows\)$/),
      expect.stringMatching(/^letter\/.*\(with 3 rows on us-letter\)$/),
      expect.stringMatching(/^many\/.*\(with 31 rows\)$/),
    ]);
  });

  test("prints JSON on request", { timeout: TIMEOUT_MS }, () => {
    const { status, stdout } = run("library", "check", "--json", path.join(BROKEN, "bad-schema"));
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      templates: 1,
      passed: 0,
      failed: 1,
      findings: [{ file: expect.stringContaining(DESCRIPTION), line: 15, column: 65 }],
    });
  });

  test("fails on words that no program reads and names a missing reader", {
    tags: ["long"],
    timeout: TIMEOUT_MS,
  }, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [COMMAND_LINE, "library", "check", "--some", path.join(BROKEN, "unread-words")],
      { encoding: "utf8", env: { PATH: "/nowhere", RENDER_PROCESSES: "1" } },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/template\.typ:1:1: pdf\.js finds 0 of 6 Arabic words/);
    expect(stderr).toMatch(/^Words were not read back.*: pdftotext \(poppler-utils\) is not installed$/m);
    expect(stdout).toMatch(/ 0 passed, 1 failed\n$/);
  });

  test("explains its usage and missing paths", { timeout: TIMEOUT_MS }, () => {
    expect(run("library", "check", "--colour").status).toBe(2);
    const nowhere = run("library", "check", "no/such/folder");
    expect(nowhere.status).toBe(1);
    expect(nowhere.stderr).toMatch(/^no\/such\/folder: there is no such folder\n$/);
  });
});

describe("a new template", () => {
  const library = mkdtempSync(path.join(tmpdir(), "typecase-library-"));
  afterAll(() => rmSync(library, { recursive: true, force: true }));

  test("passes the check, appears on the contact sheet and isn't overwritten", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const types = path.join(BROKEN, "one-slug-twice/types.json");
    const terminal = createTerminal({ write: () => true, isTTY: false, columns: 80 });
    const begin = (place: string) => newTemplate.run({ positionals: [place], values: { library }, terminal });
    copyFileSync(types, path.join(library, "types.json"));
    expect(await begin("notes/plain/first-light")).toBe(0);
    const checked = await checkLibrary({ below: library, rendering, deadlineMs: 60_000, compare: "some" });
    expect(checked.findings.map(describeFinding)).toEqual([]);

    const sheet = await drawContactSheet(
      { rendering, pictures },
      checked.templates.flatMap(({ template }) => (template ? [template] : [])),
    );
    const { format, width } = await sharp(sheet).metadata();
    expect({ format, width }).toEqual({ format: "png", width: 316 });

    await expect(begin("notes/ruled/first-light")).rejects.toThrow("is already the slug of");
    await expect(begin("notes/square/other")).rejects.toThrow('"square" is no category of notes');
    await expect(begin("notes/plain/Upper Case")).rejects.toThrow("lower-case letters");
    expect(readFileSync(path.join(library, "notes/plain/first-light/template.json"), "utf8")).toContain(
      '"name": "First Light"',
    );
  });
});

describe("the preview equals the export:", () => {
  const library = fileURLToPath(new URL("../../library/", import.meta.url));
  const typedInto = (name: string, data: unknown) => {
    const { source, file } = readTemplateFolder(path.join(library, name));
    const shared = { source, fields: file.fields, theme: resolveTheme(file.theme, ["a4"], {}) };
    const typed = whileTyping(file, data);
    return {
      preview: { ...shared, ...typed, mode: "preview" },
      proof: { ...shared, data: typed.data, mode: "proof" },
      final: { ...shared, data: typed.data, mode: "final" },
    } as const;
  };
  const blackWords = (pages: TextRun[][]) =>
    pages.flat().flatMap(({ text, isGrey }) => (isGrey ? [] : [text.trim()]));

  test("an invoice without a currency uses the template's", async () => {
    const inputs = typedInto("invoices/professions/blueprint", {
      number: "1",
      items: [{ description: "Survey", price: "100" }],
    });
    const [shown, printed] = await Promise.all([
      rendering.renderText(inputs.preview),
      rendering.renderText(inputs.final),
    ]);
    expect(blackWords(shown)).toContain("€100.00");
    expect(blackWords(printed)).toContain("€100.00");
    expect(JSON.stringify(shown)).not.toContain("DKK");
  });

  test("sixty items have the same pages and no sample text", async () => {
    const items = Array.from({ length: 60 }, (_, place) => ({ description: `Thing ${place}`, price: "10" }));
    const inputs = typedInto("invoices/studio/quarto", { number: "1", items });
    const [{ printed }, { pages }, shown] = await Promise.all([
      rendering.renderPages(inputs.preview),
      rendering.renderPdf(inputs.final),
      rendering.renderText(inputs.preview),
    ]);
    expect(printed).toBe(pages);
    expect(shown).toHaveLength(pages);
    expect(JSON.stringify(shown)).not.toContain("Floor plans");
  });

  test("the page count is the export's although samples add pages", async () => {
    const inputs = typedInto("proposals/consulting/premise", { title: "Fewer empty shelves" });
    const { pages, printed } = await rendering.renderPages(inputs.preview);
    expect(pages.length).toBeGreaterThan(1);
    expect(printed).toBe((await rendering.renderPdf(inputs.final)).pages);
  });

  test("a tax rate of the sample has no amount once there are items", async () => {
    const inputs = typedInto("invoices/studio/quarto", {
      number: "1",
      items: [{ description: "x", price: "10" }],
    });
    const words = (await rendering.renderText(inputs.preview)).flat();
    expect(words.find(({ text }) => text.includes("25"))?.isGrey).toBe(true);
    expect(words.filter(({ text }) => text.includes("0.00") && !text.includes("10.00"))).toEqual([]);
    expect(words.find(({ text }) => text === "Due")?.isGrey).toBe(true);
  });

  test("drops sample numbers of rows that are no longer counted while typing", async () => {
    const template = readTemplateFolder(path.join(library, "invoices/studio/quarto"));
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

  test("without sample text it has the export's text on every page", async () => {
    const inputs = typedInto("invoices/studio/quarto", {
      number: "1",
      tax_rate: "25",
      items: [{ description: "x", quantity: "2", price: "10" }, {}, { description: "y" }],
    });
    const [proof, final] = await Promise.all([
      rendering.renderText(inputs.proof),
      rendering.renderText(inputs.final),
    ]);
    const pagesOf = (pages: TextRun[][]) =>
      pages.map((runs) =>
        runs
          .map(({ text }) => text)
          .join("")
          .replace(/\s/g, ""),
      );
    expect(pagesOf(proof)).toEqual(pagesOf(final));
    expect(proof.flat().some(({ isGrey }) => isGrey)).toBe(false);
  });
});

/** The last test: a client whose render was killed waits behind the others for ten times as long. */
test("stops a template at the deadline and doesn't render it again", { timeout: TIMEOUT_MS }, async () => {
  expect(await linesOf("endless-loop", { deadlineMs: 2_000 })).toEqual([
    `${PAGE}:1:1: Rendering this page took longer than 2 seconds, so it was stopped (with the sample)`,
  ]);
});
