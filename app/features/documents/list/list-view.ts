import { t } from "@lingui/core/macro";
import type { DocumentOrder, ListView } from "./listed-documents.ts";

/** The list's filters are in the address, so that Back restores them. */

export const ORDERS: readonly DocumentOrder[] = ["changed", "name", "template"];

export function orderLabel(order: DocumentOrder): string {
  if (order === "changed") return t`Last edited`;
  return order === "name" ? t({ message: "Name", context: "of a thing" }) : t`Template`;
}

export function isOrder(text: string | null): text is DocumentOrder {
  return (ORDERS as readonly (string | null)[]).includes(text);
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

/** The query string of a view, without defaults. */
export function viewQuery({ query, label, isShared, order }: ListView): string {
  const parameters = new URLSearchParams({
    ...(query ? { q: query } : {}),
    ...(label === undefined ? {} : { label }),
    ...(isShared ? { shared: "yes" } : {}),
    ...(order === "changed" ? {} : { sort: order }),
  });
  return `?${parameters}`;
}
