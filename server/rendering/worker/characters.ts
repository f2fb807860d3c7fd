import type { ConformanceProblem } from "../../../contract/render.ts";
import type { FontCatalogue } from "../fonts.ts";

const MOST_NAMED = 20; // a page of Chinese without a Chinese font need not list every sign

/** The characters of the data for which no font has a glyph, each with the first field it stands in. */
export function findUncovered(json: string, catalogue: FontCatalogue): ConformanceProblem[] {
  const uncovered = new Set(catalogue.uncovered(json));
  if (uncovered.size === 0) return [];
  const problems: ConformanceProblem[] = [];
  visit(JSON.parse(json), [], (text, path) => {
    for (const character of new Set(text)) {
      if (problems.length >= MOST_NAMED || !uncovered.delete(character)) continue;
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      problems.push({
        kind: "character",
        message: `No font here has the character "${character}" (U+${code}).`,
        character,
        path: path.join("."),
      });
    }
  });
  return problems;
}

function visit(value: unknown, path: string[], see: (text: string, path: string[]) => void) {
  if (typeof value === "string") return see(value, path);
  if (value && typeof value === "object")
    for (const [key, each] of Object.entries(value)) visit(each, [...path, key], see);
}
