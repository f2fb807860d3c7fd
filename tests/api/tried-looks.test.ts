import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pickCallData } from "../../app/features/catalogue/detail/call-data.ts";
import { writeCall } from "../../app/features/catalogue/detail/program-calls.ts";
import type { TemplateFile } from "../../contract/templates/template-file.ts";
import { findInvalid } from "../../engine/input/validation.ts";
import { databases, type Place, type TestDatabase } from "../support/databases.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const run = promisify(execFile);
const QUARTO = "invoices/studio/quarto";
const TRIED = "?accent=1f4fd8&fonts=typewriter";
const sqlite = databases.find(({ name }) => name === "SQLite") as TestDatabase; // its data folder contains all state
const METRICS_TOKEN = "a-token-for-reading-metrics";
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

/** How each call is run, and the program it needs. */
const PROGRAMS = [
  { language: "curl", file: "call.sh", command: ["sh"], needs: ["curl", "--version"] },
  { language: "javascript", file: "call.mjs", command: [process.execPath], needs: [process.execPath, "-v"] },
  { language: "python", file: "call.py", command: ["python3"], needs: ["python3", "--version"] },
  { language: "mcp", file: "call.mjs", command: [process.execPath], needs: [process.execPath, "-v"] },
] as const;
const isThere = ([program, argument]: readonly [string, string]) =>
  spawnSync(program, [argument]).status === 0;

describe("trying a look on a template", () => {
  const folder = mkdtempSync(join(tmpdir(), "typecase-tried-"));
  let server: TestServer;
  let data: Place;
  beforeAll(async () => {
    const library = join(folder, "library");
    for (const part of ["kit", "types.json", QUARTO])
      cpSync(join("library", part), join(library, part), { recursive: true });
    const port = await freePort(); // the page names the port it is served on
    data = await sqlite.place();
    const own = { LIBRARY_DIR: library, RENDER_PROCESSES: "1", PORT: String(port), METRICS_TOKEN };
    server = await startServerHere({ environment: { ...data.environment, ...own } });
  });
  afterAll(async () => {
    await server?.stop();
    await data?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function widthOfPicture(): Promise<number | undefined> {
    const answer = await fetch(`${server.url}/items/templates?fields=image.width`);
    const { data } = (await answer.json()) as { data: { image: { width: number } | null }[] };
    return data[0]?.image?.width;
  }
  const pageOf = async (query: string) => {
    const answer = await fetch(`${server.url}/invoices/quarto${query}`, { headers: BROWSER });
    return { answer, html: await answer.text() };
  };

  for (const { language, file, command, needs } of PROGRAMS)
    it.skipIf(!isThere(needs))(
      `the call in ${language}, run as the page shows it, makes the PDF that was tried${isThere(needs) ? "" : ": not on this machine"}`,
      async () => {
        const { html } = await pageOf(TRIED);
        const own = mkdtempSync(join(folder, "call-"));
        writeFileSync(join(own, file), callIn(html, language));
        symlinkSync(resolve("node_modules"), join(own, "node_modules")); // what the call says to install
        // Asynchronous, because the server runs in this process.
        await run(command[0], [file], { cwd: own });
        const pdf = readFileSync(join(own, "quarto.pdf"));
        const words = textOfPdf(pdf);
        expect(words).toContain("Solberg Kunsthall");
        expect(words).toContain("Wayfinding system");
        expect(words).toContain("55,200.00");
        expect(words).not.toContain("Press check");
        expect(fontsOf(join(own, "quarto.pdf"))).toMatch(/IBMPlexMono/i);
      },
    );

  it("works without scripts and is cached", async () => {
    await expect.poll(widthOfPicture).toBe(1_200); // a page is refreshed when a picture on it arrives
    const { answer, html } = await pageOf(TRIED);
    expect(html).toContain("/invoices/quarto/sample.webp?accent=1f4fd8&amp;fonts=typewriter");
    expect(html).toContain('href="/invoices/quarto/use?accent=1f4fd8&amp;fonts=typewriter"');
    expect(html).toContain("Use this template");
    expect(answer.headers.get("cache-control")).toBe("public, no-cache");
    expect(answer.headers.get("etag")).toBeTruthy();
    const plain = await pageOf("");
    const made = await pageOf("?accent=nonsense&fonts=%3Cscript%3E&other=1");
    expect(made.answer.headers.get("etag")).toBe(plain.answer.headers.get("etag"));
    expect(plain.html).toContain("Use this template");
  });

  it("shows how often it was used", async () => {
    const saysSo = async () => (await pageOf("")).html.includes("Used once");
    expect(await saysSo()).toBe(false);
    const answer = await fetch(`${server.url}/items/templates?fields=id`);
    const { data } = (await answer.json()) as { data: { id: string }[] };
    await fetch(`${server.url}/render/${data[0]?.id}/used`, { method: "POST" });
    await expect.poll(saysSo).toBe(true); // every node polls for changes every two seconds
  });

  it("is drawn once and cached", async () => {
    const ask = (query: string, headers = {}) =>
      fetch(`${server.url}/invoices/quarto/sample.webp${query}`, { headers });
    const answer = await ask(TRIED);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    const tag = answer.headers.get("etag") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect((await sharp(bytes).metadata()).width).toBe(1_200);
    expect((await ask(TRIED, { "if-none-match": tag })).status).toBe(304);
    const own = (await ask("?accent=e8341c&fonts=original")).headers.get("etag");
    expect(own).not.toBe(tag);
    // The template's own look and an invalid look give the same picture.
    expect((await ask("?accent=zzz&fonts=unknown")).headers.get("etag")).toBe(own);
    expect((await ask("?page=9")).status).toBe(400);
    expect((await fetch(`${server.url}/invoices/nothing/sample.webp`)).status).toBe(404);
  });

  it("draws personal previews without storing the name anywhere", async () => {
    const NAME = "Quillfeather-Abernathy";
    const listed = await fetch(`${server.url}/items/templates?fields=id`);
    const [template] = ((await listed.json()) as { data: { id: string }[] }).data;
    const metrics = async () =>
      (await server.fetch("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();
    const count = (text: string, name: string) => Number(text.split(`${name} `)[1]?.split("\n")[0] ?? 0);
    const ask = (body: object) =>
      fetch(`${server.url}/render/${template?.id}/sheet`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const before = await metrics();
    const words = { data: { sender: NAME, from: NAME, name: NAME }, width: 240 };
    const answer = await ask(words);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect((await sharp(bytes).metadata()).width).toBe(240);
    const sample = Buffer.from(await (await ask({ width: 240 })).arrayBuffer());
    expect(sample.equals(bytes)).toBe(false);
    expect(Buffer.from(await (await ask(words)).arrayBuffer()).equals(bytes)).toBe(true);
    expect((await ask({ ...words, width: 241 })).status).toBe(400);

    const after = await metrics();
    const grown = (name: string) => count(after, name) - count(before, name);
    // The same sheet was drawn again: nothing was cached.
    expect(grown('typecase_render_wait_seconds_count{priority="background"}')).toBeGreaterThanOrEqual(3);
    expect(grown('typecase_cache_lookups_total{cache="renders",result="miss"}')).toBe(0);
    const files = globSync("**/*", { cwd: data.environment.DATA_DIR, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name));
    expect(files.length).toBeGreaterThan(0);
    const traces = [after, server.output(), ...files.map((file) => readFileSync(file, "latin1"))];
    for (const text of traces) expect(text).not.toContain(NAME);
  });

  it("shows a font pairing as a detail of the page", async () => {
    const cut = async (fonts: string) => {
      const answer = await fetch(`${server.url}/invoices/quarto/specimen.webp?fonts=${fonts}`);
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    const [warm, typewriter] = [await cut("warm"), await cut("typewriter")];
    const { width = 0, height = 1 } = await sharp(warm).metadata();
    expect(width).toBe(280);
    expect(width / height).toBeCloseTo(2.6, 1);
    expect(warm.equals(typewriter)).toBe(false);
  });
});

it("every template accepts the data of its example call", () => {
  for (const file of globSync("library/*/*/*/template.json")) {
    const { fields, sample }: TemplateFile = JSON.parse(readFileSync(file, "utf8"));
    const data = pickCallData(fields, sample);
    expect(findInvalid(fields, JSON.parse(JSON.stringify(data))), file).toEqual([]);
    const lines = writeCall("curl", { origin: "", id: "", file: "page", data, look: {} }).split("\n");
    expect(lines.length, file).toBeLessThan(60);
    expect(Math.max(...lines.map((line) => line.length)), file).toBeLessThan(130);
  }
});

/** The text of a call as a reader would copy it. */
function callIn(html: string, language: string): string {
  const part = html.split(`data-call="${language}"`)[1] ?? "";
  const code = /<code>([\s\S]*?)<\/code>/.exec(part)?.[1] ?? "";
  const plain = code.replace(/<[^>]+>/g, "");
  const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  return plain.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => signs[name] ?? "");
}

function fontsOf(file: string): string {
  return execFileSync("pdffonts", [file], { encoding: "utf8" });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return address !== null && typeof address === "object" ? address.port : 0;
}
