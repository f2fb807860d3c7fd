import type { Page } from "playwright-core";
import { LANGUAGE_LABELS, LANGUAGES } from "../../contract/templates/languages.ts";
import { FONTS_OF_PAIRING } from "../../contract/templates/looks.ts";

const ENGLISH_NAMES = new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });

export const NARROW = { width: 320, height: 640 };

/** `names` may be part of a text; of `stored` data a text is nothing else, or a list. */
type Known = { names: readonly string[]; stored?: readonly string[] };

/** Texts of the interface that are not in the pseudo-language, in which every vowel has an accent. */
export function plainTexts(page: Page, known: Known): Promise<string[]> {
  return page.evaluate(({ names, stored = [] }) => {
    const DATA = "script, noscript, style, template, code, pre, kbd, [lang]:not(html)";
    const FORMATTED =
      /^([A-Z]{3}|(\w{3}, )?(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d+(, \d{4})?|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;
    const longestFirst = [...stored].sort((a, b) => b.length - a.length);
    const isStored = (text: string) =>
      !/\p{L}/u.test(longestFirst.reduce((rest, each) => rest.replace(each, ""), text));
    const isData = (text: string) =>
      names.some((name) => name.includes(text) || text.includes(name)) || isStored(text);
    const found = new Set<string>();
    const add = (text: string | null, element: Element | null) => {
      const shown = text?.trim() ?? "";
      if (!/[a-z]{3}/i.test(shown) || !/[aeiou]/i.test(shown) || /[áéíóú]/i.test(shown)) return;
      if (element && !element.closest(DATA) && !FORMATTED.test(shown) && !isData(shown)) found.add(shown);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      add(node.textContent, node.parentElement);
    for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        add(element.getAttribute(name), element);
    return [...found];
  }, known);
}

/** What makes a page wider than its window. */
export async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const isWide = (element: Element) =>
      element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    return [...document.querySelectorAll("body *")]
      .filter(isWide)
      .map((element) => `${element.localName}.${element.className} ${element.textContent?.slice(0, 40)}`);
  });
}

/** Names of templates, products and formats, and what the specification and the operator's pages fix. */
export async function knownNames(address: string): Promise<string[]> {
  const answer = await fetch(`${address}/items/templates?limit=-1&fields=template_name`);
  const templates: { template_name: string }[] = (await answer.json()).data;
  return [
    ...Object.values(LANGUAGE_LABELS),
    // In the pseudo-language, Intl names languages in English.
    ...LANGUAGES.map((language) => ENGLISH_NAMES.of(language) ?? ""),
    "/pages/…",
    ...Object.values(FONTS_OF_PAIRING).flat(),
    "A4 and Letter", // lists are English in the pseudo-language
    ...["Typecase", "API", "curl", "JavaScript", "Python", "JSON Resume", "vCard", "Privacy", "Terms"],
    ...["Page Not Found", "Page not found:"],
    ...templates.map(({ template_name }) => template_name),
  ].filter((text) => text.length > 2);
}
