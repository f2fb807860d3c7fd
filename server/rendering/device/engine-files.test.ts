import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EngineIndex } from "../../../contract/rendering/device.ts";
import type { FontFile } from "../../../engine/job.ts";
import { quietLog } from "../../../tests/support/databases.ts";
import { listFonts } from "../fonts.ts";
import { createEngineFiles, type EngineFiles } from "./engine-files.ts";

const [font] = listFonts();
let dataDir: string;
let files: EngineFiles;
let index: EngineIndex<FontFile>;
let name: string;
beforeAll(async () => {
  if (!font) throw new Error("no font is installed");
  dataDir = mkdtempSync(join(tmpdir(), "typecase-engine-"));
  await mkdir(join(dataDir, "engine"));
  writeFileSync(join(dataDir, "engine", "earlier.wasm.br"), "");
  files = createEngineFiles({ dataDir, version: "1", kit: [], fonts: async () => [font], log: quietLog });
  index = JSON.parse(new TextDecoder().decode((await files.index()).bytes));
  name = index.fonts[0]?.file.replace("/engine/files/", "") ?? "";
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("the index names every file by its hash", () => {
  const addresses = [index.compiler, index.renderer, ...index.fonts.map(({ file }) => file)];
  for (const address of addresses) expect(address).toMatch(/^\/engine\/files\/[0-9a-f]{32}\.(?:wasm|ttf)$/);
  expect(index.fonts[0]?.face).toEqual(font?.face);
});

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("a file is sent with %s, compressed once", async (encoding, decompress) => {
  const found = await files.read(name, (each) => each === encoding);
  expect(found).toMatchObject({ type: "font/ttf", encoding });
  expect(decompress(found?.bytes ?? Buffer.alloc(0)).equals(readFileSync(font?.file ?? ""))).toBe(true);
  writeFileSync(join(dataDir, "engine", `${name}.${encoding}`), "stored");
  expect((await files.read(name, (each) => each === encoding))?.bytes.toString()).toBe("stored");
});

test("a client that accepts no encoding gets the file as it is", async () => {
  const found = await files.read(name, () => false);
  expect(found?.encoding).toBeUndefined();
  expect(found?.bytes.equals(readFileSync(font?.file ?? ""))).toBe(true);
});

test.each(["nothing.wasm", "../signing-key", "constructor"])("%s is no file of the engine", async (other) => {
  expect(await files.read(other, () => true)).toBeUndefined();
});

test("compressed files of earlier versions are deleted", () => {
  expect(readdirSync(join(dataDir, "engine"))).not.toContain("earlier.wasm.br");
});
