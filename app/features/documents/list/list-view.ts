import type { DocumentOrder, ListView } from "./listed-documents.ts";

/** What of the documents is shown stands in the address, so that coming back from one finds the same list. */

export const ORDER_LABELS: Record<DocumentOrder, string> = {
  changed: "Last edited",
  name: "Name",
  template: "Template",
};

export function isOrder(text: string | null): text is DocumentOrder {
  return text !== null && Object.hasOwn(ORDER_LABELS, text);
}

export function readView(parameters: URLSearchParams): ListView {
  const order = parameters.get("sort");
  const isShared = parameters.has("shared");
  return {
    query: parameters.get("q") ?? "",
    label: isShared ? undefined : parameters.get("label") || undefined,
    isShared,
    order: isOrder(order) ? order : "changed",
  };
}

/** The address of a view within its page; what is usual is left out. */
export function viewQuery({ query, label, isShared, order }: ListView): string {
  const parameters = new URLSearchParams({
    ...(query ? { q: query } : {}),
    ...(label === undefined ? {} : { label }),
    ...(isShared ? { shared: "yes" } : {}),
    ...(order === "changed" ? {} : { sort: order }),
  });
  return `?${parameters}`;
}
