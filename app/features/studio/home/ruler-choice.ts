import { queryOptions } from "@tanstack/react-query";
import type { Answer } from "../../../../contract/collections/records.ts";
import { MAX_RULER_TEMPLATES } from "../../../../contract/limits.ts";
import { listItems } from "../../../lib/http/content-client.ts";

const FIELDS = ["id", "template_name", "type", "image", "page"] as const;
export type RulerSheet = Answer<"templates", (typeof FIELDS)[number]>;

/** Templates offered at a time; others are found by search. */
const OFFERED = 24;
/** Templates that a custom choice starts with. */
const FIRST_ONES = 6;

/** The chosen templates that visitors can see, in order. */
export const chosenSheets = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ["studio", "home", "chosen", ids],
    queryFn: async () => {
      if (ids.length === 0) return [];
      const { data } = await listItems("templates", {
        filter: { id: { _in: ids.join(",") } },
        fields: FIELDS,
        limit: MAX_RULER_TEMPLATES,
      });
      return inOrder(ids, data);
    },
  });

/** Search results, or the most used templates. */
export const offeredSheets = (query: string) =>
  queryOptions({
    queryKey: ["studio", "home", "offered", query],
    queryFn: async () => {
      const wanted = query ? { search: query } : { sort: ["-used", "template_name"] as const };
      return (await listItems("templates", { ...wanted, fields: FIELDS, limit: OFFERED })).data;
    },
  });

export const firstChoice = (offered: readonly RulerSheet[]) => offered.slice(0, FIRST_ONES);

export function inOrder(ids: readonly string[], sheets: readonly RulerSheet[]): RulerSheet[] {
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, place) => place !== from);
  const item = list[from];
  return item === undefined ? [...list] : [...rest.slice(0, to), item, ...rest.slice(to)];
}

export const sameOrder = (a: readonly RulerSheet[], ids: readonly string[]) =>
  a.length === ids.length && a.every(({ id }, place) => id === ids[place]);
