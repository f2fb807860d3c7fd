import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../contract/templates/languages.ts";

const CODES = [...new Set(LANGUAGES.map((language) => language.split("-")[0] ?? language))].sort();
/** A word, its singular and plural, or content. */
const OWN_WORD = /\btr\(\s*(en: (?:[^()"]|"(?:[^"\\]|\\.)*"|\((?:[^()"]|"[^"]*")*\))*)\)/g;
const STRING = /"(?:[^"\\]|\\.)*"/g;
/** The same in every alphabet except those listed. */
const SIGNS = ['"Nº"'];

test("templates translate their own words into all languages", () => {
  const words = globSync("library/*/*/*/template.typ").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(OWN_WORD)].map(([, given = ""]) => ({ file, given })),
  );
  expect(words.length).toBeGreaterThan(380);
  const lacking = words
    .filter(({ given }) => !SIGNS.includes(given.match(STRING)?.[0] ?? ""))
    .flatMap(({ file, given }) => {
      const codes = [...given.replace(STRING, "").matchAll(/\b([a-z]{2}): ?/g)].map(([, code]) => code);
      const missing = CODES.filter((code) => !codes.includes(code));
      return missing.length > 0 ? [`${file}: ${given.slice(0, 40)} lacks ${missing.join(", ")}`] : [];
    });
  expect(lacking).toEqual([]);
});
