import type { MessageMatcher } from "./message-matcher.ts";

/** A text of the page that is a message, and where it is. */
export type PageText = {
  /** The message and which of its places: stays the same while the page does. */
  key: string;
  id: string;
  text: string;
  element: Element;
  /** Undefined: the text is an attribute of the element. */
  range?: Range;
};

/** Parts of the page that are no texts of the interface, and our own. */
const SKIPPED =
  "script, style, template, noscript, svg, option, textarea, [contenteditable], [data-suggesting]";
const ATTRIBUTES = ["placeholder", "aria-label", "title", "alt"];

/** The texts of the page in reading order. */
export function findPageTexts(root: Element, matcher: MessageMatcher, language: string): PageText[] {
  const found: PageText[] = [];
  const times = new Map<string, number>();
  const add = (id: string, text: string, element: Element, range?: Range) => {
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    found.push({ key: `${id} ${time}`, id, text: text.trim(), element, ...(range ? { range } : {}) });
  };

  const visit = (element: Element): void => {
    const elementLanguage = element.getAttribute("lang");
    if (element.matches(SKIPPED) || (elementLanguage && elementLanguage !== language)) return;
    const before = found.length;
    const id = element.firstElementChild && matcher.matchElements(element.textContent ?? "");
    if (id) add(id, element.textContent ?? "", element, rangeOf(element.firstChild, element.lastChild));
    else visitChildren(element);
    if (found.length === before) visitAttributes(element);
  };

  const visitChildren = (element: Element): void => {
    let run: Text[] = [];
    const endRun = () => {
      addRun(element, run);
      run = [];
    };
    for (const child of element.childNodes) {
      if (child instanceof Text) run.push(child);
      else if (child instanceof Element) {
        endRun();
        visit(child);
      }
    }
    endRun();
  };

  /** Texts next to each other are one message with values in it, or several messages. */
  const addRun = (element: Element, run: readonly Text[]): void => {
    if (run.length === 0) return;
    const text = run.map(({ data }) => data).join("");
    const id = matcher.matchText(text);
    if (id) add(id, text, element, rangeOf(run[0], run.at(-1)));
    else if (run.length > 1) for (const each of run) addRun(element, [each]);
  };

  const visitAttributes = (element: Element): void => {
    for (const name of ATTRIBUTES) {
      const text = element.getAttribute(name);
      const id = text && matcher.matchText(text);
      if (!id) continue;
      add(id, text, element);
      break;
    }
  };

  visit(root);
  return found;
}

function rangeOf(first: Node | null | undefined, last: Node | null | undefined): Range {
  const range = document.createRange();
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  return range;
}
