import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { messageOf, startProblem } from "../../server/errors/errors.ts";
import type { FontToAdd } from "./font-files.ts";

/**
 * Noto Sans for Chinese, Japanese and Korean (OFL). Not packages of the product: they are ten times as large as it. One
 * version is named, and its archive has to be the very one that was looked at.
 */
type FontPackage = { name: string; integrity: string; font: string; label: string };

const VERSION = "0.4.3";
const PACKAGES: readonly FontPackage[] = [
  {
    name: "@expo-google-fonts/noto-sans-sc",
    integrity:
      "sha512-9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==",
    font: "NotoSansSC",
    label: "Chinese",
  },
  {
    name: "@expo-google-fonts/noto-sans-jp",
    integrity:
      "sha512-Fl+Z6vtD24HFAYsvzB0S9Nery1ly16B9PesdY0wBd+wEHAvkNglnkTUspU0HqGOubkmoa8zusJrKv6vDx1o70A==",
    font: "NotoSansJP",
    label: "Japanese",
  },
  {
    name: "@expo-google-fonts/noto-sans-kr",
    integrity:
      "sha512-EVS/uJPcf1TgJtjmQmrFr0oGdcl7ml09CSu0E/AyGzR0UfzdR2pBbzWWPsnuzZiGUl643ODYwYiXK5+B+fLjhQ==",
    font: "NotoSansKR",
    label: "Korean",
  },
];
const STYLES = ["400Regular", "700Bold"]; // more weights would only take up memory in every render process
const TIMEOUT_MS = 5 * 60_000; // thirty megabytes a package, over any line

export async function fetchCjkFonts(print: (line: string) => void): Promise<FontToAdd[]> {
  const fonts: FontToAdd[] = [];
  for (const each of PACKAGES) {
    print(`Fetching Noto Sans for ${each.label} (${each.name}@${VERSION}) ...`);
    fonts.push(...takeFonts(await fetchPackage(each), each.font));
  }
  return fonts;
}

/** By the operator's own npm, so that their registry and proxy are used. */
async function fetchPackage({ name, integrity }: FontPackage): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "typecase-fonts-"));
  try {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    await promisify(execFile)(npm, ["pack", `${name}@${VERSION}`, "--pack-destination", folder, "--silent"], {
      cwd: folder,
      timeout: TIMEOUT_MS,
    });
    const [file = ""] = await readdir(folder);
    const archive = await readFile(join(folder, file));
    requireIntegrity(archive, integrity, name);
    return archive;
  } catch (error) {
    throw startProblem(
      `${name} can't be had from npm (${messageOf(error).split("\n")[0]}).`,
      "Where there is no network, download the fonts elsewhere and give the files: typecase fonts add FILE...",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function requireIntegrity(archive: Uint8Array, integrity: string, name: string): void {
  const found = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  if (found !== integrity) throw new Error(`${name} is not the package it should be`);
}

/** The two weights, and the licence under a name with the font's. */
export function takeFonts(archive: Uint8Array, font: string): FontToAdd[] {
  const wanted = new Map([
    ["package/LICENSE_FONT", `${font}-LICENSE.txt`],
    ...STYLES.map(
      (style) => [`package/${style}/${font}_${style}.ttf`, `${font}-${style.slice(3)}.ttf`] as const,
    ),
  ]);
  const entries = readArchive(archive, (path) => wanted.has(path));
  return [...wanted].map(([path, name]) => {
    const bytes = entries.get(path);
    if (!bytes) throw new Error(`the package has no ${path}`);
    return { name, bytes };
  });
}

const BLOCK = 512;
const NAME = { at: 0, bytes: 100 };
const SIZE = { at: 124, bytes: 12 };
const KIND = 156;

/** Files of an npm package (a gzipped tar archive) that are wanted, by their paths. */
function readArchive(archive: Uint8Array, isWanted: (path: string) => boolean): Map<string, Uint8Array> {
  const tar = gunzipSync(archive);
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const path = readText(tar, at, NAME);
    const size = Number.parseInt(readText(tar, at, SIZE), 8) || 0;
    const isFile = tar[at + KIND] === 0 || tar[at + KIND] === "0".charCodeAt(0);
    if (isFile && isWanted(path)) found.set(path, tar.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

function readText(tar: Buffer, at: number, { at: offset, bytes }: { at: number; bytes: number }): string {
  const [text = ""] = tar.toString("latin1", at + offset, at + offset + bytes).split("\0");
  return text.trim();
}
