import type { DocumentOrder, ListView } from "../documents.ts";

/** What of the documents is shown stands in the address, so that coming back from one finds the same list. */

export const ORDER_WORDS: Record<DocumentOrder, string> = {
  changed: "Changed last",
  name: "Name",
  template: "Template",
};

export function isOrder(text: string | null): text is DocumentOrder {
  return text !== null && Object.hasOwn(ORDER_WORDS, text);
}

export function readView(parameters: URLSearchParams): ListView {
  const order = parameters.get("sort");
  return {
    words: parameters.get("q") ?? "",
    label: parameters.get("label") || undefined,
    order: isOrder(order) ? order : "changed",
  };
}

/** The address of a view within its page; what is usual is left out. */
export function viewQuery({ words, label, order }: ListView): string {
  const parameters = new URLSearchParams({
    ...(words ? { q: words } : {}),
    ...(label === undefined ? {} : { label }),
    ...(order === "changed" ? {} : { sort: order }),
  });
  return `?${parameters}`;
}
