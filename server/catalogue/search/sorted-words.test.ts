import { expect, test } from "vitest";
import { countSlips, createSortedWords } from "./sorted-words.ts";

const LETTERS = ["a", "b", "c", "ä"];
/** Every word of up to five letters out of four, far more than one chunk holds. */
function everyWord(longest = 5): string[] {
  const words = [""];
  for (const word of words) if (word.length < longest) words.push(...LETTERS.map((letter) => word + letter));
  return words.slice(1);
}

function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= b.length; column++)
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

test("finds words by prefix and with typos", () => {
  const words = everyWord();
  const sorted = createSortedWords();
  for (let at = 0; at < words.length; at++) sorted.add(words[(at * 7919) % words.length] as string);
  expect(sorted.startingWith("bc")).toEqual(words.filter((word) => word.startsWith("bc")).sort());
  for (const [word, edits] of [
    ["abc", 1],
    ["abcäb", 2],
    ["cab", 0],
  ] as const)
    expect(sorted.near(word, edits)).toEqual(
      words.filter((other) => editsBetween(word, other) <= edits).sort(),
    );
});

test("forgets removed words", () => {
  const words = everyWord(4);
  const sorted = createSortedWords();
  for (const word of words) sorted.add(word);
  for (const word of words) if (word !== "abc") sorted.remove(word);
  expect(sorted.startingWith("")).toEqual(["abc"]);
  sorted.remove("abc");
  sorted.remove("abc");
  expect(sorted.near("abc", 2)).toEqual([]);
  sorted.add("b");
  expect(sorted.startingWith("b")).toEqual(["b"]);
});

test.each([
  ["invioce", "invoice", 1],
  ["invioce", "invite", 2],
  ["recipt", "receipt", 1],
  ["same", "same", 0],
  ["", "ab", 2],
])("from %s to %s are %i typos", (word, other, slips) => expect(countSlips(word, other)).toBe(slips));
