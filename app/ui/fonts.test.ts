import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./fonts.css", import.meta.url), "utf8");

/** The ranges in which the faces of a family are asked for a letter; a face without one is asked for all. */
function rangesOf(family: string): [from: number, to: number][] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)]
    .map(([, rules = ""]) => rules)
    .filter((rules) => rules.includes(`font-family: "${family}"`))
    .flatMap((rules) => [...rules.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)])
    .map(([, from = "", to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)]);
}

test.each(["Bricolage Display", "Bricolage Head", "Inter Variable"])(
  "%s covers names in every document language (Łukasz, Ágnes, Ģirts)",
  (family) => {
    const ranges = rangesOf(family);
    const isThere = (letter: string) => {
      const point = letter.codePointAt(0) ?? 0;
      return ranges.some(([from, to]) => point >= from && point <= to);
    };
    // Œ is in the first face of each.
    expect([..."ŁłĄąĆćĘęŃńŚśŠšŹźŻżŽžŐőŰűŘřĢģĶķĞğ"].filter((letter) => !isThere(letter))).toEqual([]);
  },
);
