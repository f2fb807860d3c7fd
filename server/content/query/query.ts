import type { Field } from "../../../contract/collections/collections.ts";
import type { TranslatedLanguage } from "../../../contract/site/interface-languages.ts";
import type { FieldFunction } from "./functions.ts";

export type Fields = Readonly<Record<string, Field>>;

/** The names of an answer, in the order in which they were asked for. */
export type FieldTree = Map<string, Selected>;

/** What a name of an answer shows; a field that is followed carries the names below it. */
export type Selected = {
  field: string;
  fn?: FieldFunction | undefined;
  below: FieldTree | null;
  /** Which of the related items, if `deep` says so. */
  only?: RelatedQuery | undefined;
};

/** The query of `deep` for the items behind one relation. Order and limits apply to lists. */
export type RelatedQuery = {
  filter: Condition | null;
  search: string | null;
  sort: Sort[];
  limit: number | undefined;
  offset: number;
};

export type Operator =
  | "_eq"
  | "_neq"
  | "_in"
  | "_nin"
  | "_lt"
  | "_lte"
  | "_gt"
  | "_gte"
  | "_between"
  | "_nbetween"
  | "_null"
  | "_nnull"
  | "_empty"
  | "_nempty"
  | "_contains"
  | "_ncontains"
  | "_icontains"
  | "_nicontains"
  | "_starts_with"
  | "_nstarts_with"
  | "_istarts_with"
  | "_nistarts_with"
  | "_ends_with"
  | "_nends_with"
  | "_iends_with"
  | "_niends_with";

export type Value = string | number;

export type Condition =
  | { kind: "and" | "or"; of: Condition[] }
  | { kind: "compare"; field: string; fn?: FieldFunction | undefined; operator: Operator; values: Value[] }
  | {
      kind: "related";
      field: string;
      collection: string;
      quantifier: "some" | "none";
      where: Condition;
    };

export const AGGREGATE_FUNCTIONS = [
  "count",
  "countDistinct",
  "countAll",
  "sum",
  "sumDistinct",
  "avg",
  "avgDistinct",
  "min",
  "max",
] as const;
export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number];
export type Aggregate = { fn: AggregateFunction; field: string };

export type MetaName = "total_count" | "filter_count";

/** `through` is the relation that leads to the field: the template of `templates_id.template_name`. */
export type Sort = {
  field: string;
  fn?: FieldFunction | undefined;
  descending: boolean;
  through?: { field: string; collection: string };
};

/** What is equal follows by ascending id, whatever the order, as Directus has it: no row is met on two pages. */
export function withTies(sort: readonly Sort[]): readonly Sort[] {
  const hasId = sort.some(({ field, through }) => field === "id" && !through);
  return hasId ? sort : [...sort, { field: "id", descending: false }];
}

export type Query = {
  fields: FieldTree;
  filter: Condition | null;
  sort: Sort[];
  /** Undefined if the request doesn't name it. */
  limit: number | undefined;
  offset: number;
  page: number | undefined;
  search: string | null;
  /** Of the person who searches. */
  language: TranslatedLanguage | undefined;
  meta: MetaName[];
  aggregate: Aggregate[];
  groupBy: Group[];
};

/** `name` is what was asked for: "template_id.templates_id.type" follows two steps to `field`. */
export type Group = {
  name: string;
  field: string;
  fn?: FieldFunction | undefined;
  /** The name of its values in the answer. */
  key: string;
  steps: { field: string; collection: string }[];
};

/** The fields of a collection that this viewer may read, in order; null when none. */
export type Readable = (collection: string) => Fields | null;
