import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { FontFile, FontInfo } from "../../engine/job.ts";
import { installedPath } from "../config/program-files.ts";

/**
 * The fonts of the pages: the families installed as packages, then those of the operator's own folders. The system's fonts are not
 * used, so a page is the same on every machine. No library: what a font covers is read from the compiler that uses it.
 */

export const FONTS_FOLDER = "fonts";

const PACKAGED = installedPath("node_modules/@expo-google-fonts");

/** Made by scripts/build/describe-fonts.ts. */
export const DESCRIBED_FONTS = installedPath("build/fonts.json");
export type FontDescriptions = Record<string, FontInfo>;

/** A file of another size is another font: one that an update of its package brought since the build. */
export function fontKey(file: string): string {
  return `${file.slice(PACKAGED.length + 1)} ${statSync(file).size}`;
}

/** Fonts that the build did not describe are described by the render process, which takes longer to start then. */
export function listFonts(folders: readonly string[] = []): FontFile[] {
  const described = readDescriptions();
  const packaged = readdirSync(PACKAGED)
    .sort()
    .flatMap((name) => readPackage(path.join(PACKAGED, name)))
    .map((font) => {
      const info = described[fontKey(font.file)];
      return info ? { ...font, info } : font;
    });
  const own = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => findFonts(path.resolve(folder)));
  return [...packaged, ...own.map((file) => ({ file })), ...standIns(packaged)];
}

function readDescriptions(): FontDescriptions {
  return existsSync(DESCRIBED_FONTS) ? JSON.parse(readFileSync(DESCRIBED_FONTS, "utf8")) : {};
}

/** The compiler's fallback fonts for a template that names none. Without them it would take the first in the alphabet. */
const STAND_INS: Record<string, string> = {
  "Libertinus Serif": "Source Serif 4",
  "DejaVu Sans Mono": "IBM Plex Mono",
};

function standIns(packaged: FontFile[]): FontFile[] {
  return Object.entries(STAND_INS).flatMap(([family, substitute]) =>
    packaged.flatMap(({ face, ...font }) =>
      face?.family === substitute ? [{ ...font, face: { ...face, family }, isStandIn: true }] : [],
    ),
  );
}

/** The folders that a render process may read. A missing folder is left out: with one, the process would not start. */
export function readableFolders(folders: readonly string[] = []): string[] {
  return [PACKAGED, ...folders.filter((folder) => existsSync(folder)).map((folder) => path.resolve(folder))];
}

/** The folders of the operator's own fonts: the one of `typecase fonts add`, and FONTS_DIR. */
export function ownFontFolders({
  dataDir,
  fontsDir,
}: {
  dataDir: string;
  fontsDir?: string | undefined;
}): string[] {
  return [path.join(dataDir, FONTS_FOLDER), ...(fontsDir ? [fontsDir] : [])];
}

/** Files are called "ArchivoNarrow_500Medium_Italic.ttf"; the family's name is in the package's description. */
function readPackage(folder: string): FontFile[] {
  const { family }: { family: string } = JSON.parse(readFileSync(path.join(folder, "metadata.json"), "utf8"));
  return findFonts(folder).map((file) => {
    const [, weight, italic] = /_(\d+)[A-Za-z]+(_Italic)?\.ttf$/.exec(file) ?? [];
    return weight
      ? { file, face: { family, style: italic ? "italic" : "normal", weight: Number(weight) } }
      : { file };
  });
}

/** Sorted, because the compiler's choice among equal fallbacks follows the order in which fonts are given. */
function findFonts(folder: string): string[] {
  return listFiles(folder)
    .filter((file) => /\.(ttf|otf|ttc)$/i.test(file))
    .sort();
}

/** Node's recursive readdir takes ten times as long, at every start. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const found = `${folder}${path.sep}${entry.name}`;
    return entry.isDirectory() ||
      (entry.isSymbolicLink() && statSync(found, { throwIfNoEntry: false })?.isDirectory())
      ? listFiles(found)
      : [found];
  });
}
