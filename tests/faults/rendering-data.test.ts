import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { RenderError } from "../../engine/errors.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";

const folder = mkdtempSync(join(tmpdir(), "typecase-data-"));
const SOURCE = `#set document(title: "Words")
#set text(font: "Inter", lang: "en")
#let data = json(bytes(sys.inputs.data))
= Words
#let shown = data.at("text", default: "")
#if sys.inputs.mode == "preview" { link("field:text", shown) } else { shown }
#if "photo" in data { image(data.photo, width: 2cm, alt: "A photo") }`;
const FIELDS: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: { text: { type: "string" }, photo: { type: "string", "x-widget": "image" } },
};

let rendering: Rendering;
beforeAll(async () => {
  rendering = createRendering({
    settings: { processes: 1, queue: 50, deadlineMs: 60_000, kitDir: "library/kit" },
    log: quietLog,
  });
  await rendering.ready();
});
afterAll(() => rendering.close());

function write(name: string, bytes: Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

const textOf = (file: string) => execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "rendered",
    (error) => (error instanceof RenderError ? error.code : String(error)),
  );

const WORDS: [name: string, text: string, printed?: string][] = [
  ["Typst markup", "*bold* _x_ #panic(1) $x$ = y @a <b> `c`", "*bold* _x_ #panic(1) $x$ = y @a <b> `c`"],
  ["HTML", "<script>alert(1)</script> & &amp; ]]> <!-- \"'", "<script>alert(1)</script>"],
  ["control characters", "a\u0000\u0001\u001b[31mb\u007fc", "a[31mbc"],
  ["a lone surrogate", "x\ud800y\udc00z", "x\ufffdy\ufffdz"],
  ["Arabic", "مرحبا بالعالم"],
  ["Hebrew", "שלום עולם"],
  ["Devanagari", "नमस्ते दुनिया"],
  ["Thai", "สวัสดีชาวโลก"],
  ["emoji", "Party 🎉 with 👩‍👩‍👧 and 🇳🇴", "Party"],
  ["what is no character", "a\ufffe\uffff\ufdd0b", "ab"],
  ["line separators", "one\u2028two\u2029three", "one"],
];

describe("hostile data is only text on a page", () => {
  test.each(WORDS)("%s", async (name, text, printed) => {
    const input = { source: SOURCE, data: { text }, fields: FIELDS };
    const { pages } = await rendering.renderPages({ ...input, mode: "preview" });
    const svg = pages[0]?.svg ?? "";
    expect(svg).not.toMatch(/<script|onload|javascript:|foreignObject|<a[ >]|href="http/);
    await expect(sharp(Buffer.from(svg)).metadata()).resolves.toMatchObject({ format: "svg" });
    expect(pages[0]?.fields[0]?.path).toBe("text");
    const pdf = await rendering.renderPdf(input);
    const file = write(`${name.replace(/\W/g, "-")}.pdf`, pdf.bytes);
    expect(execFileSync("pdfinfo", [file], { encoding: "utf8", stdio: "pipe" })).toMatch(/Tagged:\s+yes/);
    if (printed) expect(textOf(file)).toContain(printed);
  });

  test("names unsupported characters with their field", async () => {
    const pdf = await rendering.renderPdf({ source: SOURCE, data: { text: "漢字 and 漢" }, fields: FIELDS });
    expect(pdf.conformance).toBe("tagged");
    expect(pdf.problems.map(({ character, path }) => `${character} ${path}`)).toEqual(["漢 text", "字 text"]);
  });

  test("rejects huge texts, deep JSON and too many values by name", async () => {
    const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], "x");
    const render = (data: unknown) => codeOf(rendering.renderPdf({ source: SOURCE, data, fields: FIELDS }));
    expect(await render({ text: "x".repeat(1_000_000) })).toBe("TEXT_TOO_LONG");
    expect(await render({ deep })).toBe("DATA_TOO_DEEP");
    expect(await render({ list: Array(30_000).fill(0) })).toBe("DATA_TOO_MANY_VALUES");
    expect(await render({ list: Array(12).fill("x".repeat(60_000)) })).toBe("DATA_TOO_LARGE");
  });

  test("rejects a text of line breaks as too many pages", { tags: ["long"] }, async () => {
    const code = codeOf(
      rendering.renderPages({ source: SOURCE, data: { text: "a\n".repeat(49_000) }, fields: FIELDS }),
    );
    expect(await code).toBe("TOO_MANY_PAGES");
  });
});

describe("pictures", () => {
  const asUrl = (kind: string, bytes: Uint8Array) =>
    `data:image/${kind};base64,${Buffer.from(bytes).toString("base64")}`;
  const render = (photo: string) => rendering.renderPdf({ source: SOURCE, data: { photo }, fields: FIELDS });
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "red" } });

  test.each(["png", "jpeg", "webp"] as const)("%s is printed", async (kind) => {
    const bytes = await plain(40, 30).toFormat(kind).toBuffer();
    const pdf = await render(asUrl(kind, bytes));
    expect(
      execFileSync("pdfimages", ["-list", write(`${kind}.pdf`, pdf.bytes)], { encoding: "utf8" }),
    ).toMatch(/40\s+30/);
    expect(pdf.conformance).toBe("PDF/UA-1");
  });

  test("rejects invalid, mislabelled and large pictures by name", async () => {
    const png = await plain(4, 4).png().toBuffer();
    const vast = await plain(9_000, 9_000).png().toBuffer();
    expect(await codeOf(render("https://example.org/x.png"))).toBe("PICTURE_UNREADABLE");
    expect(await codeOf(render(asUrl("jpeg", png)))).toBe("PICTURE_UNREADABLE");
    expect(await codeOf(render(asUrl("png", Buffer.from("<svg onload='x'/>"))))).toBe("PICTURE_UNREADABLE");
    expect(await codeOf(render("data:image/svg+xml;base64,PHN2Zy8+"))).toBe("PICTURE_UNREADABLE");
    expect(await codeOf(render(asUrl("png", vast)))).toBe("PICTURE_TOO_LARGE");
    expect(await codeOf(render(asUrl("png", Buffer.alloc(5 * 1024 * 1024))))).toBe("PICTURE_TOO_LARGE");
  });
});

describe("reproducible pages", () => {
  // The first picture is drawn by a program that asks the machine for "Inter", which shows that the fonts
  // really differ.
  const script = `
    import { createPictures } from "./server/pictures/pictures.ts";
    import { drawPng } from "./server/rendering/raster.ts";
    import type { GroupField } from "../../contract/templates/template-file.ts";
import { createRendering } from "./server/rendering/rendering.ts";
    import pino from "pino";
    import sharp from "sharp";
    const words = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text y="30" font-family="Inter" font-size="24">Hamburg</text></svg>';
    const control = await sharp(Buffer.from(words)).raw().toBuffer();
    const rendering = createRendering({ settings: { processes: 1, queue: 9, deadlineMs: 20000, kitDir: "library/kit" }, log: pino({ level: "silent" }) });
    const pictures = createPictures({ log: pino({ level: "silent" }) });
    const { pages } = await rendering.renderPages({ source: ${JSON.stringify(SOURCE)}, data: { text: "Hamburgefonstiv שלום 🎉 нет" }, fields: ${JSON.stringify(FIELDS)} });
    const { bytes } = await drawPng(pictures, pages[0], { dpi: 96 }, { client: "test" });
    await rendering.close();
    await pictures.close();
    process.stdout.write(JSON.stringify([control, Buffer.from(bytes)].map((each) => each.toString("base64"))));`;

  async function draw(environment: Record<string, string>) {
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    const [code] = (await once(child, "close")) as [number];
    if (code !== 0) throw new Error(`exit ${code}`);
    const [control = "", page = ""] = JSON.parse(out) as string[];
    return { control, pixels: await sharp(Buffer.from(page, "base64")).raw().toBuffer() };
  }

  /** A machine whose only font, by every name, is the one in this folder; or that has none. */
  function fontsOfMachine(name: string, fonts?: string): string {
    const everyName =
      '<match target="pattern"><edit name="family" mode="assign"><string>Pinyon Script</string></edit></match>';
    const body = fonts ? `<dir>${fonts}</dir>${everyName}` : "";
    return write(
      name,
      Buffer.from(`<?xml version="1.0"?><fontconfig><cachedir>${folder}</cachedir>${body}</fontconfig>`),
    );
  }

  test("two processes draw the same pixels, whatever fonts are installed", {
    tags: ["long"],
  }, async () => {
    const script = join(process.cwd(), "node_modules/@expo-google-fonts/pinyon-script");
    const withAnother = await draw({
      FONTCONFIG_FILE: fontsOfMachine("script.conf", script),
      LANG: "de_DE.UTF-8",
    });
    const withNone = await draw({ FONTCONFIG_FILE: fontsOfMachine("none.conf"), LANG: "C" });
    expect(withAnother.control).not.toBe(withNone.control);
    expect(withAnother.pixels.equals(withNone.pixels)).toBe(true);
  });
});
