import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SOURCE_FILE } from "../../server/checks/findings.ts";
import { installedPath } from "../../server/config/program-files.ts";

/**
 * Which templates have passed a check with exactly these files, this kit, these fonts and this code: their pages are not made again.
 * The file is in the repository, so that `npm test` checks only what changed since.
 */
export type PassedBefore = {
  has(folder: string): boolean;
  /** Adds these folders to those that passed. Others stay recorded as they were, as long as they exist. */
  record(folders: readonly string[]): void;
};

/** Code that reads the words of PDFs back. */
export const READING_CODE = "cli/library/proof/*.ts";
/** Code that decides where lists break. A run over all of them is so long that no other code makes it necessary again. */
export const LIST_CODE = [
  "engine/**/*.ts",
  "server/checks/list-check.ts",
  "server/checks/geometry/page-ink.ts",
];
/** Code that decides what a check finds; texts, pages of the site, people and the rest of the command line don't. */
const DECIDING_CODE = [
  "contract/*.ts",
  "{contract/{collections,rendering,templates},engine,server/{checks,rendering}}/**/*.ts",
  READING_CODE,
];
/** Code in those folders that answers requests. No check runs it. */
export const SERVING_CODE = ["contract/rendering/{jobs,rows}.ts", "server/rendering/requests/**"];
const COMPILER = "node_modules/@myriaddreamin/typst-ts-{web-compiler,renderer}/package.json";
const FONTS = "node_modules/@expo-google-fonts/*/package.json";
const TEMPLATE_FILES = ["template.json", SOURCE_FILE];

export function readPassedBefore(
  file: string,
  library: string,
  choices: unknown,
  { code = DECIDING_CODE }: { code?: string[] } = {},
): PassedBefore {
  const known: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const deciding = hashDeciding(library, choices, code);
  const nameOf = (folder: string) => path.relative(library, path.resolve(folder)).split(path.sep).join("/");
  const hashTemplate = (folder: string) =>
    hashFiles(
      deciding,
      TEMPLATE_FILES.map((name) => [name, path.join(folder, name)]),
    );
  return {
    has: (folder) => known[nameOf(folder)] === hashTemplate(folder),
    record(folders) {
      const passed = folders.map((folder) => [nameOf(folder), hashTemplate(folder)]);
      const all = { ...known, ...Object.fromEntries(passed) };
      const entries = Object.entries(all).filter(([name]) =>
        existsSync(path.join(library, name, SOURCE_FILE)),
      );
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries.sort()), null, 2)}\n`);
    },
  };
}

function hashDeciding(library: string, choices: unknown, code: string[]): string {
  const root = installedPath(".");
  const own = globSync(code, { cwd: root, exclude: SERVING_CODE }).filter(
    (name) => !name.endsWith(".test.ts"),
  );
  const packages = globSync([COMPILER, FONTS], { cwd: root });
  const kit = globSync("kit/**/*", { cwd: library, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return hashFiles(JSON.stringify(choices), [
    ...own.sort().map((name): [string, string] => [name, path.join(root, name)]),
    ...packages.sort().map((name): [string, string] => [name, path.join(root, name)]),
    ...kit.sort().map((file): [string, string] => [path.relative(library, file), file]),
  ]);
}

function hashFiles(first: string, files: readonly (readonly string[])[]): string {
  const hash = createHash("sha256").update(first);
  for (const [name = "", file = ""] of files) hash.update(`\0${name}\0`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 32);
}
