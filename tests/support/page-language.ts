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

/**
 * What can't be seen because it is outside of the window, or cut off by an element around it that doesn't scroll. Text that
 * ends in an ellipsis is cut off on purpose, and so are pictures that say nothing.
 */
export function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number };
    const TOLERANCE_PX = 1.5;
    const IGNORED = "[aria-hidden=true], svg *, img[alt=''], option, br, script, style, .cm-editor *";
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const isHidden = (style: CSSStyleDeclaration) => style.clipPath !== "none" || style.clip !== "auto";
    const isShortened = (style: CSSStyleDeclaration) =>
      style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const containerOf = (element: Element) => {
      const { position } = styleOf(element);
      if (position === "fixed") return null;
      return position === "absolute" ? (element as HTMLElement).offsetParent : element.parentElement;
    };
    const describe = (node: Node, side: string) => {
      const element = node instanceof Element ? node : node.parentElement;
      const text = (element?.getAttribute("aria-label") ?? node.textContent ?? "")
        .replace(/\s+/g, " ")
        .trim();
      return `${element?.localName}.${element?.getAttribute("class")} “${text.slice(0, 40)}” ${side}`;
    };
    /** The side at which a box is cut off. */
    const cutOff = (box: Box, start: Element | null): string | undefined => {
      let [isWide, isHigh] = [true, true]; // whether its width and height are still to be compared
      for (let at = start; at && at !== document.documentElement; at = containerOf(at)) {
        const style = styleOf(at);
        if (isHidden(style)) return undefined;
        if (at === document.body) break;
        const [clipsX, clipsY] = [/hidden|clip/.test(style.overflowX), /hidden|clip/.test(style.overflowY)];
        if (/auto|scroll/.test(style.overflowX)) isWide = false;
        if (/auto|scroll/.test(style.overflowY)) isHigh = false;
        if ((clipsX || clipsY) && isShortened(style)) return undefined;
        if ((clipsX && isWide) || (clipsY && isHigh)) {
          const edge = at.getBoundingClientRect();
          const name = `is cut off by ${at.localName}.${at.getAttribute("class")}`;
          if (clipsX && isWide && box.left < edge.left - TOLERANCE_PX) return `left ${name}`;
          if (clipsX && isWide && box.right > edge.right + TOLERANCE_PX) return `right ${name}`;
          if (clipsY && isHigh && box.bottom > edge.bottom + TOLERANCE_PX) return `bottom ${name}`;
        }
      }
      if (isWide && box.left < -TOLERANCE_PX) return `left at ${Math.round(box.left)}`;
      if (isWide && box.right > innerWidth + TOLERANCE_PX) return `right at ${Math.round(box.right)}`;
      return undefined;
    };
    const found: string[] = [];
    const elements = [...document.body.querySelectorAll("*")].filter(
      (element) =>
        !element.closest(IGNORED) &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    for (const element of elements) {
      const box = element.getBoundingClientRect();
      if (box.width > 2 && box.height > 2 && !isHidden(styleOf(element))) {
        const side = cutOff(box, containerOf(element));
        if (side) found.push(describe(element, side));
      }
      for (const node of element.childNodes) {
        if (!(node instanceof Text) || !node.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const lines = range.getBoundingClientRect();
        const side = lines.width > 2 && lines.height > 2 ? cutOff(lines, element) : undefined;
        if (side) found.push(describe(node, `text ${side}`));
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than its window");
    return found.slice(0, 20);
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
