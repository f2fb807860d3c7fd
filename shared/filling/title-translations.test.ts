import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LANGUAGES } from "../../contract/templates/theme.ts";
import { titleIn } from "./title-translations.ts";

it.each([
  ["Invoice {number}", "de", "Rechnung {number}"],
  ["Invoice {number}", "en-US", "Invoice {number}"],
  ["Invoice", "fi", "Lasku"],
  ["Wedding of {first} and {second}", "fr", "Mariage : {first} & {second}"],
  ["Invoice {number}", "ar", "فاتورة {number}"],
  ["Wedding of {first} and {second}", "tr", "{first} ve {second} düğünü"],
  ["Poster {headline} {name}", "sv", "Affisch {headline} {name}"],
  ["{meeting}, {date}", "pl", "{meeting}, {date}"],
  ["{meeting}, {date}", "ar", "{meeting}، {date}"],
  ["Logbook {year}", "de", "Logbook {year}"],
] as const)("%j is in %s %j", (pattern, language, title) => expect(titleIn(pattern, language)).toBe(title));

it("translates every title into all eighteen languages", () => {
  const titles = globSync("library/*/*/*/template.json").map(
    (file): string => JSON.parse(readFileSync(file, "utf8")).title,
  );
  const english = new Set(titles.filter((title) => /\p{L}/u.test(title.replace(/\{[^}]*\}/g, ""))));
  expect(english.size).toBeGreaterThan(10);
  const others = LANGUAGES.filter((language) => !language.startsWith("en"));
  for (const title of english) {
    const said = others.map((code) => titleIn(title, code));
    // Curriculum vitae is Latin everywhere, and an invitation French; most languages have a word of their own.
    expect(said.filter((each) => each !== title).length, title).toBeGreaterThanOrEqual(6);
    const inOtherLetters = (["ar", "el", "he", "hi", "uk"] as const).filter(
      (code) => titleIn(title, code) === title,
    );
    expect(inOtherLetters, `${title} has no words in`).toEqual([]);
    for (const hole of title.match(/\{[^}]*\}/g) ?? [])
      expect(
        said.every((each) => each.includes(hole)),
        title,
      ).toBe(true);
  }
});
