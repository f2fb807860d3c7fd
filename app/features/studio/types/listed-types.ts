import { queryOptions } from "@tanstack/react-query";
import type { Answer } from "../../../../contract/collections/records.ts";
import { countItemsBy, listItems } from "../../../lib/http/content-client.ts";

/** Hidden templates have categories too. */
const EVERY_STATE = { _in: "published,hidden" };
/** Thumbnails per type. */
const MAX_SHEETS = 100;
const MAX_COUNTED = 500;

const SHEET_FIELDS = ["id", "template_name", "category", "image", "page", "state"] as const;
export type TypeSheet = Answer<"templates", (typeof SHEET_FIELDS)[number]>;

/** The number of templates of each type. */
export const typeCounts = queryOptions({
  queryKey: ["studio", "count", "types"],
  meta: { failure: "Type count failed" },
  queryFn: async () => {
    const counted = await countItemsBy("templates", "type", {
      filter: { state: EVERY_STATE },
      limit: MAX_COUNTED,
    });
    return new Map(counted.map(({ value, count }) => [value, count]));
  },
});

/** The templates of a type: the number in each category, and the most used ones as thumbnails. */
export const typeContents = (type: string) =>
  queryOptions({
    queryKey: ["studio", "types", type],
    meta: { failure: "Template fetch failed" },
    queryFn: async () => {
      const filter = { type: { _eq: type }, state: EVERY_STATE };
      const [counted, { data: sheets }] = await Promise.all([
        countItemsBy("templates", "category", { filter, limit: MAX_COUNTED }),
        listItems("templates", {
          fields: SHEET_FIELDS,
          filter,
          sort: ["-used", "template_name", "id"],
          limit: MAX_SHEETS,
        }),
      ]);
      return { sheets, counts: new Map(counted.map(({ value, count }) => [value, count])) };
    },
  });
