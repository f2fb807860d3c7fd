import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { EngineIndex } from "../../../contract/rendering/device.ts";
import type { FontFile, KitFile } from "../../../engine/job.ts";
import { installedPath } from "../../config/program-files.ts";
import { messageOf } from "../../errors/errors.ts";
import type { Log } from "../../log/logging.ts";
import { type StoredResponse, storeResponse } from "../../request/stored-response.ts";

/**
 * The engine for browsers that render on their own (docs/decisions/35-on-this-device.md): compiler, renderer and fonts as files named by
 * their hash, and an index of them. Nothing is read or compressed before a browser asks.
 */
export type EngineFiles = {
  index(): Promise<StoredResponse>;
  /** A file in the best form that is ready and that the client accepts. */
  read(name: string, accepts: (encoding: Encoding) => boolean): Promise<EngineFile | undefined>;
};
export type EngineFile = { bytes: Buffer<ArrayBuffer>; type: string; encoding: Encoding | undefined };
export type Encoding = "br" | "gzip";

type Parts = {
  /** Compressed files are stored below it. */
  dataDir: string;
  version: string;
  kit: KitFile[];
  /** As the render processes have described them, in their order. */
  fonts(): Promise<FontFile[]>;
  log: Log;
};
type Known = { file: string; type: string; bytes: number };

const FOLDER = "engine";
const PACKAGES = "node_modules/@myriaddreamin";
const COMPILER = installedPath(`${PACKAGES}/typst-ts-web-compiler/pkg/typst_ts_web_compiler_bg.wasm`);
const RENDERER = installedPath(`${PACKAGES}/typst-ts-renderer/pkg/typst_ts_renderer_bg.wasm`);
const TYPES: Record<string, string> = {
  ".wasm": "application/wasm",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
  ".ttc": "font/collection",
};
/** Brotli takes ten seconds for the compiler and a moment for a font. Until it is done, the compiler is sent with gzip. */
const LARGE = 4 * 1024 * 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export function createEngineFiles({ dataDir, version, kit, fonts, log }: Parts): EngineFiles {
  const folder = path.join(dataDir, FOLDER);
  const known = new Map<string, Known>();
  const making = new Map<string, Promise<Buffer<ArrayBuffer>>>(); // compressed, or read
  let index: Promise<StoredResponse> | undefined;

  async function list(): Promise<StoredResponse> {
    const described = await fonts();
    const names = new Map<string, string>();
    for (const file of new Set([COMPILER, RENDERER, ...described.map((font) => font.file)]))
      names.set(file, await nameFile(file));
    const addressOf = (file: string) => `/engine/files/${names.get(file)}`;
    const listed: EngineIndex = {
      version,
      compiler: addressOf(COMPILER),
      compilerBytes: (await stat(COMPILER)).size,
      renderer: addressOf(RENDERER),
      kit,
      fonts: described.map((font) => ({ ...font, file: addressOf(font.file) })),
    };
    void removeOthers().catch((error) => log.warn({ error: messageOf(error) }, "old engine files stay"));
    return storeResponse(new TextEncoder().encode(JSON.stringify(listed)), {
      "content-type": "application/json",
      "cache-control": "public, no-cache",
    });
  }

  /** One file after the other, so that the server has turns for others in between. */
  async function nameFile(file: string): Promise<string> {
    const bytes = await readFile(file);
    const ending = path.extname(file).toLowerCase();
    const name = createHash("sha256").update(bytes).digest("hex").slice(0, 32) + ending;
    const type = TYPES[ending] ?? "application/octet-stream";
    known.set(name, { file, type, bytes: bytes.length });
    return name;
  }

  /** Files of earlier versions. */
  async function removeOthers(): Promise<void> {
    const stored: string[] = await readdir(folder).catch(() => []);
    for (const each of stored)
      if (!known.has(each.replace(/\.(?:br|gzip)$/, ""))) await rm(path.join(folder, each), { force: true });
  }

  function compressed(name: string, file: string, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
    const key = `${name}.${encoding}`;
    const stored = path.join(folder, key);
    const made =
      making.get(key) ??
      readFile(stored)
        .catch(() => compress(file, stored, encoding))
        .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  }

  async function compress(file: string, stored: string, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
    const bytes = await readFile(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const made = encoding === "br" ? await brotli(bytes, { params }) : await zip(bytes);
    try {
      await mkdir(folder, { recursive: true });
      const unfinished = `${stored}-${process.pid}`;
      await writeFile(unfinished, made);
      await rename(unfinished, stored);
    } catch (error) {
      log.warn({ error: messageOf(error) }, "a compressed engine file could not be stored");
    }
    return made;
  }

  async function isStored(name: string, encoding: Encoding): Promise<boolean> {
    const stored: string[] = await readdir(folder).catch(() => []);
    return stored.includes(`${name}.${encoding}`);
  }

  function readIndex(): Promise<StoredResponse> {
    index ??= list();
    index.catch(() => {
      index = undefined;
    });
    return index;
  }

  return {
    index: readIndex,
    read: async (name, accepts) => {
      if (known.size === 0) await readIndex();
      const found = known.get(name);
      if (!found) return undefined;
      const { file, type } = found;
      const isQuick = found.bytes < LARGE || (await isStored(name, "br"));
      if (accepts("br") && isQuick) {
        return { bytes: await compressed(name, file, "br"), type, encoding: "br" };
      }
      if (accepts("gzip")) {
        const bytes = await compressed(name, file, "gzip");
        if (accepts("br")) void compressed(name, file, "br").catch(() => undefined);
        return { bytes, type, encoding: "gzip" };
      }
      return { bytes: await readFile(file), type, encoding: undefined };
    },
  };
}
