import type { MeaningValues } from "../people/details.ts";
import type { RenderTheme } from "../rendering/render.ts";
import type { SamplesByLanguage } from "../templates/samples.ts";
import type { CategoryFile, GroupField, PageFile, TemplateFile } from "../templates/template-file.ts";
import type { CollectionFields, CollectionName, Field } from "./collections.ts";

/**
 * The types of the content API's answers, derived from collections.ts: whole records, and records limited to a list of fields.
 */

/** The types of the JSON fields, which collections.ts can't express. */
type JsonValues = {
  templates: {
    fields: GroupField;
    sample: Record<string, unknown>;
    samples: SamplesByLanguage;
    page: PageFile;
    theme: TemplateFile["theme"];
  };
  template_versions: {
    fields: GroupField;
    sample: Record<string, unknown>;
    samples: SamplesByLanguage;
    page: PageFile;
    theme: TemplateFile["theme"];
  };
  template_drafts: { page: PageFile; theme: TemplateFile["theme"] };
  types: { categories: Omit<CategoryFile, "order">[] };
  documents: { data: Record<string, unknown>; theme: RenderTheme };
  details: { words: MeaningValues };
};

type NameOf<Collection extends CollectionName> = keyof CollectionFields[Collection] & string;
type FieldOf<Collection extends CollectionName, Name> = Name extends keyof CollectionFields[Collection]
  ? CollectionFields[Collection][Name]
  : never;

type JsonValue<Collection, Name> = Collection extends keyof JsonValues
  ? Name extends keyof JsonValues[Collection]
    ? JsonValues[Collection][Name]
    : unknown
  : unknown;

/** A field that is not followed: of a relation its id, of a list the ids of its entries. */
type Value<Collection extends CollectionName, Name, Own = FieldOf<Collection, Name>> =
  | (Own extends { entries: string }
      ? string[]
      : Own extends { type: "json" }
        ? JsonValue<Collection, Name>
        : Own extends { type: "integer" | "float" }
          ? number
          : Own extends { oneOf: readonly (infer Option)[] }
            ? Option
            : Own extends Field
              ? string
              : never)
  | (Own extends { nullable: true } ? null : never);

/** A whole record: everything `fields=*` gives, and the fields that have to be named. */
export type RecordOf<Collection extends CollectionName> = {
  [Name in NameOf<Collection>]: Value<Collection, Name>;
};

/** The writable fields; a list is written as its new entries. */
export type Changes<Collection extends CollectionName> = {
  [Name in NameOf<Collection>]?: FieldOf<Collection, Name> extends {
    entries: infer Entries extends CollectionName;
  }
    ? readonly Partial<RecordOf<Entries>>[]
    : Value<Collection, Name>;
};

/** The collection that a field leads to. */
type TargetOf<Collection extends CollectionName, Name> =
  FieldOf<Collection, Name> extends {
    to: infer Target extends CollectionName;
  }
    ? Target
    : FieldOf<Collection, Name> extends { entries: infer Target extends CollectionName }
      ? Target
      : never;

/** Names allowed in `fields`: "title", "*", "template_id.templates_id.type". */
export type FieldPath<Collection extends CollectionName> =
  | "*"
  | NameOf<Collection>
  | {
      [Name in NameOf<Collection>]: [TargetOf<Collection, Name>] extends [never]
        ? never
        : `${Name}.${FieldPath<TargetOf<Collection, Name>>}`;
    }[NameOf<Collection>];

type FirstName<Path> = Path extends `${infer Name}.${string}` ? Name : Path;
type RestAfter<Path, Name extends string> = Path extends `${Name}.${infer Rest}` ? Rest : never;
type AskedNames<Collection extends CollectionName, Path> =
  | Exclude<FirstName<Path>, "*">
  | ("*" extends Path ? NamesOfStar<Collection> : never);
type NamesOfStar<Collection extends CollectionName> = {
  [Name in NameOf<Collection>]: FieldOf<Collection, Name> extends { onlyWhenNamed: true } ? never : Name;
}[NameOf<Collection>];

/** One item with the requested fields. A related item may be deleted or not readable by this person. */
export type Answer<Collection extends CollectionName, Path extends string> = {
  [Name in AskedNames<Collection, Path> & string]: [RestAfter<Path, Name>] extends [never]
    ? Value<Collection, Name>
    : FieldOf<Collection, Name> extends { entries: string }
      ? Answer<TargetOf<Collection, Name>, RestAfter<Path, Name>>[]
      : Answer<TargetOf<Collection, Name>, RestAfter<Path, Name>> | null;
};

/** Fields behind a relation: `under("templates_id", ["url"])` is `["templates_id.url"]`. */
export function under<const Relation extends string, const Path extends string>(
  relation: Relation,
  paths: readonly Path[],
): `${Relation}.${Path}`[] {
  return paths.map((path) => `${relation}.${path}` as const);
}

/** The fields of a template that a card shows. `image` is null until the picture of its first page is made. */
export const CARD_FIELDS = [
  "id",
  "type",
  "category",
  "url",
  "template_name",
  "rating",
  "rating_count",
  "image",
  "page",
  "used",
  "date_created",
] as const satisfies FieldPath<"templates">[];
export type CardTemplate = Answer<"templates", (typeof CARD_FIELDS)[number]>;
