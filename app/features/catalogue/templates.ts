// Loaded later: no page needs it for its first view.
import { t } from "@lingui/core/macro";
import { CARD_FIELDS } from "../../../contract/collections/records.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { newestCatalogue } from "../../lib/http/catalogue-version.ts";
import { listAllItems, listItems } from "../../lib/http/content-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { pageLanguage } from "../../lib/i18n/i18n.tsx";
import { fitsInBrowser } from "../../lib/pages/page-data.ts";
import type { ListedTemplate } from "./card.ts";

/** The data area of templates: the full list once, each type's list once, and what screens show beyond them. */

const FULL_LIMIT = 500;
const TYPE_LIMIT = 1_000;

/** Once per version of the catalogue. */
function once<Value>(key: readonly string[], load: () => Promise<Value>): Promise<Value> {
  const version = newestCatalogue();
  queryClient.removeQueries({
    queryKey: ["templates"],
    predicate: ({ queryKey, state }) =>
      typeof queryKey[1] === "number" && queryKey[1] !== version && state.fetchStatus === "idle",
  });
  return queryClient.fetchQuery({ queryKey: ["templates", version, ...key], queryFn: load });
}

/**
 * For search and the listing of all templates. The specified call includes the sources; they are not stored.
 */
function loadFull() {
  return once(["all"], async () => {
    const items = await listAllItems("templates", {
      fields: ["type", "category", "url", "content", "template_name", "rating", "id", "image"],
      limit: FULL_LIMIT,
    });
    return items.map(({ content: _, ...template }) => template);
  });
}

function loadOfType(type: string) {
  return once(["type", type], () =>
    listAllItems("templates", {
      filter: { type: { _eq: type } },
      fields: ["category", "url", "template_name", "id", "image"],
      limit: TYPE_LIMIT,
    }),
  );
}

function loadMostUsed() {
  return once(["most used"], async () => {
    const { data } = await listItems("templates", {
      fields: CARD_FIELDS,
      sort: ["-used", "-date_created"],
      limit: TYPE_LIMIT,
    });
    return data;
  });
}

/** Card fields that the specified calls don't return. */
function loadBeyond(type?: string) {
  return once(["beyond", type ?? ""], async () => {
    const items = await listAllItems("templates", {
      ...(type ? { filter: { type: { _eq: type } } } : {}),
      fields: ["id", "rating", "rating_count", "page", "used", "date_created"],
      limit: TYPE_LIMIT,
    });
    return new Map(items.map((item) => [item.id, item]));
  });
}

export async function templatesOfType(type: string): Promise<ListedTemplate[]> {
  const [own, beyond] = await Promise.all([loadOfType(type), loadBeyond(type)]);
  return own.flatMap((template) => {
    const rest = beyond.get(template.id);
    return rest ? [{ ...template, ...rest, type }] : [];
  });
}

/** All there are; of more than a browser should load, the most used. */
export async function allTemplates(): Promise<ListedTemplate[]> {
  if (!fitsInBrowser()) return loadMostUsed();
  const [full, beyond] = await Promise.all([loadFull(), loadBeyond()]);
  return full.flatMap((template) => {
    const rest = beyond.get(template.id);
    return rest ? [{ ...template, ...rest }] : [];
  });
}

/** Ids of matching templates, as the server ranks them. */
export function searchTemplates(query: string): Promise<string[]> {
  return once(["search", query], async () => {
    const { data } = await listItems("templates", {
      search: query,
      language: pageLanguage(),
      fields: ["id"],
      limit: TYPE_LIMIT,
    });
    return data.map(({ id }) => id);
  });
}

/** Logs a failed request and shows a message. */
export function reportTemplateFailure(error: unknown): void {
  console.error("Template fetch failed", error);
  notify({ kind: "failure", message: t`We couldn’t load the templates. Try again in a moment.` });
}
