import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { startProblem } from "../../server/errors/errors.ts";

/** A font, or its licence. */
export type FontToAdd = { name: string; bytes: Uint8Array };

const FONT_NAME = /\.(ttf|otf|ttc)$/i;
/** How files of outlines begin: TrueType, OpenType, Apple's TrueType, a collection. */
const BEGINNINGS = ["00010000", "4f54544f", "74727565", "74746366"];

/** The file itself, or every font below the folder. */
export function findFontFiles(path: string): FontToAdd[] {
  if (!existsSync(path)) throw startProblem(`There is no ${path}.`, "Give TTF, OTF or TTC files.");
  if (!statSync(path).isDirectory()) return [readFont(path)];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => FONT_NAME.test(name))
    .sort()
    .map((name) => readFont(join(path, name)));
}

function readFont(file: string): FontToAdd {
  const bytes = readFileSync(file);
  const isFont = FONT_NAME.test(file) && BEGINNINGS.includes(bytes.subarray(0, 4).toString("hex"));
  if (isFont) return { name: basename(file), bytes };
  throw startProblem(
    `${file} is not a font that pages can use.`,
    "Give TTF, OTF or TTC files; a WOFF has to be unpacked first.",
  );
}

/** Files are renamed when complete, so that a server that starts meanwhile never reads half of one. */
export function storeFonts(folder: string, fonts: readonly FontToAdd[]): readonly FontToAdd[] {
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of fonts) {
    const half = join(folder, `.${name}.half`);
    writeFileSync(half, bytes);
    renameSync(half, join(folder, name));
  }
  return fonts;
}
