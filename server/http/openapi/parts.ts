import { DEFAULT_LIMIT, MAX_CONDITIONS, MAX_LIMIT, MAX_LIST_VALUES } from "../../../contract/limits.ts";
import { INTERFACE_LANGUAGES } from "../../../contract/site/interface-languages.ts";
import type { ListParameter } from "../../request/api-description.ts";

export type Json = Record<string, unknown>;

export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const json = (schema: Json) => ({ "application/json": { schema } });

export function answerSchema(data: Json, withMeta = false): Json {
  const meta = {
    type: "object",
    properties: { total_count: { type: "integer" }, filter_count: { type: "integer" } },
  };
  return { type: "object", properties: { ...(withMeta ? { meta } : {}), data }, required: ["data"] };
}

export const QUERY_PARAMETERS: Record<ListParameter, Json> = {
  fields: {
    name: "fields",
    in: "query",
    description:
      "Names, *, and dots to follow relations; the keys of the answer follow this order. A document's data is included only if requested: data, or *,data.",
    schema: { type: "string" },
    example: "id,template_name",
  },
  filter: {
    name: "filter",
    in: "query",
    description: `Brackets or JSON: filter[type][_eq]=invoices. Operators: _eq _neq _in _nin _lt _lte _gt _gte _between _null _nnull _empty _nempty _contains _icontains _starts_with _istarts_with; groups _and, _or. $CURRENT_USER is the signed-in person, $NOW and $NOW(-1 day) are points in time. Functions take the place of a field here, in fields, sort and groupBy: year, month, day, weekday, hour, minute and second of a timestamp in UTC, count of a list: filter[year(date_created)][_eq]=2026. At most ${MAX_CONDITIONS} conditions in all, and ${MAX_LIST_VALUES} values in all lists together.`,
    schema: { type: "object" },
    style: "deepObject",
  },
  sort: {
    name: "sort",
    in: "query",
    description:
      "Names; a minus in front reverses the order. A dot follows a relation to one item: templates_id.template_name.",
    schema: { type: "string" },
    example: "-rating",
  },
  limit: {
    name: "limit",
    in: "query",
    description: `Rows of the answer, at most ${MAX_LIMIT}; -1 means that many.`,
    schema: { type: "integer", minimum: -1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
  },
  offset: { name: "offset", in: "query", schema: { type: "integer", minimum: 0 } },
  page: {
    name: "page",
    in: "query",
    description: "Wins over offset.",
    schema: { type: "integer", minimum: 1 },
  },
  search: {
    name: "search",
    in: "query",
    description: "Search text. Templates are ranked, matched by prefix, and found despite typing errors.",
    schema: { type: "string" },
  },
  language: {
    name: "language",
    in: "query",
    description:
      "With search: templates with matching texts in this language or in English are listed first.",
    schema: { type: "string", enum: [...INTERFACE_LANGUAGES] },
  },
  meta: { name: "meta", in: "query", schema: { type: "string", enum: ["total_count", "filter_count", "*"] } },
  aggregate: {
    name: "aggregate",
    in: "query",
    description: "aggregate[count]=*, aggregate[avg]=rating …",
    schema: { type: "object" },
    style: "deepObject",
  },
  groupBy: {
    name: "groupBy",
    in: "query",
    description:
      "Fields; with dots what is behind relations, of a list its first entry: template_id.templates_id.type",
    schema: { type: "string" },
  },
  deep: {
    name: "deep",
    in: "query",
    description:
      "A query for the items behind a relation: deep[template_id][_limit]=1. Takes _filter, _sort, _limit, _offset, _page, _search and _alias; of a relation to one item _filter and _search.",
    schema: { type: "object" },
    style: "deepObject",
  },
  alias: {
    name: "alias",
    in: "query",
    description: "Other names for fields: alias[kind]=type&fields=id,kind",
    schema: { type: "object" },
    style: "deepObject",
  },
};

export function listParameters(): unknown[] {
  return Object.keys(QUERY_PARAMETERS).map((name) => ref("parameters", name));
}
