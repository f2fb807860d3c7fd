import { kindOfField, listOf } from "../../../contract/templates/field-meaning.ts";
import { findMeaning, type MeaningName } from "../../../contract/templates/meanings.ts";
import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
  type TemplateFile,
  type TextField,
} from "../../../contract/templates/template-file.ts";
import type { Message } from "../../../contract/texts/text.ts";
import type { Step } from "../../../shared/text/json-text.ts";
import { findPatternFault } from "../../../shared/text/patterns.ts";
import { messageFor } from "../../errors/messages.ts";
import type { Fault } from "../findings.ts";

/** What an invoice needs to be booked; one meaning of each line. */
const INVOICE_MEANINGS: readonly (readonly MeaningName[])[] = [
  ["invoice.number"],
  ["invoice.issued"],
  ["invoice.currency"],
  ["invoice.lines[].description"],
  ["invoice.lines[].price"],
  ["invoice.tax_rate", "invoice.lines[].tax_rate"],
  ["invoice.payment", "sender.iban", "invoice.note"],
  ["sender.name", "sender.organisation"],
  ["sender.address", "sender.street"],
  ["sender.tax_id"],
  ["recipient.name", "recipient.organisation"],
  ["recipient.address", "recipient.street"],
];

/**
 * What the recipient of a document of this type expects: each line is one thing, by the paths that templates use for it. Of the
 * paths that a template has, one has to be required or marked `x-wanted`.
 */
const RECOMMENDED: Record<string, readonly (readonly string[])[]> = {
  invoices: [
    ["number"],
    ["issued"],
    ["from.name"],
    ["to.name"],
    ["to.address"],
    ["items"],
    ["tax_rate"],
    ["payment", "payment.account", "notes"],
  ],
  "cover-letters": [["email", "phone"], ["recipient.company", "recipient.name"], ["date"]],
  letters: [["date"], ["signer", "signature"]],
  invitations: [["date"], ["time"], ["place"]],
  posters: [
    ["date", "when", "run", "seen"],
    ["place", "venue", "contact"],
  ],
  proposals: [["from.name"], ["client.name"], ["date"], ["items", "price.items"]],
  certificates: [["date"]],
  resumes: [
    ["email", "phone"],
    ["work", "credits"],
  ],
  "business-cards": [["email", "phone"]],
};

/** A field at any depth of a template. */
type Place = {
  field: FieldSchema;
  /** Where it is in template.json. */
  path: Step[];
  /** Where its value is in the data. */
  names: string[];
  isRequired: boolean;
  /** What the rows of a list hold, rather than a field with a name. */
  isItem: boolean;
  /** The rows it is in: the list that their meanings belong to, once it is known. */
  rows: Rows | undefined;
};
type Rows = { list?: string };

function* placesIn(
  group: GroupField,
  { path, names, rows }: Pick<Place, "path" | "names" | "rows">,
): Iterable<Place> {
  for (const [name, field] of orderedProperties(group))
    yield* placesOf({
      field,
      path: [...path, "properties", name],
      names: [...names, name],
      isRequired: group.required?.includes(name) ?? false,
      isItem: false,
      rows,
    });
}

function* placesOf(place: Place): Iterable<Place> {
  yield place;
  const { field, path } = place;
  if (field.type === "object") yield* placesIn(field, place);
  if (field.type === "array")
    yield* placesOf({ ...place, field: field.items, path: [...path, "items"], isItem: true, rows: {} });
}

/** Faults of fields that the format of templates allows. */
export function findFieldFaults(
  type: string,
  { fields, title }: Pick<TemplateFile, "fields" | "title">,
): Fault[] {
  const places = [...placesIn(fields, { path: ["fields"], names: [], rows: undefined })];
  return [
    ...places.flatMap(checkField),
    ...checkTitle(title, fields),
    ...checkRecommended(type, places),
    ...checkMeanings(type, places),
  ];
}

function checkField({ field, path, isItem }: Place): Fault[] {
  const faults: Fault[] = [];
  const report = (key: "no_title" | "no_max_items" | "no_max_length") =>
    faults.push({ path, part: "key", ...messageFor(key) });
  if (!field.title && !isItem) report("no_title");
  if (field.type === "array" && !field.maxItems) report("no_max_items");
  if (field.type !== "string") return faults;
  const fault = field.pattern === undefined ? undefined : findPatternFault(field.pattern);
  if (fault) faults.push({ path: [...path, "pattern"], ...fault });
  else if (!isBounded(field)) report("no_max_length");
  return faults;
}

/** The renderer limits pictures; choices, formats and patterns limit themselves. */
function isBounded(field: TextField): boolean {
  const { maxLength, pattern, format, enum: choices, oneOf } = field;
  return Boolean(maxLength ?? pattern ?? format ?? choices ?? oneOf) || field["x-widget"] === "image";
}

/** "Invoice {number}": a name in braces has to be a field with one value. */
function checkTitle(title: string, fields: GroupField): Fault[] {
  return [...title.matchAll(/\{([^}]*)\}/g)].flatMap(([, name = ""]) => {
    const field = name
      .split(".")
      .reduce<FieldSchema | undefined>(
        (group, step) => (group?.type === "object" ? group.properties[step] : undefined),
        fields,
      );
    const holds = field && field.type !== "object" && field.type !== "array";
    return holds ? [] : [{ path: ["title"], ...messageFor("title_without_field", { name: `{${name}}` }) }];
  });
}

/** Whether `x-wanted`, `x-today` and `x-counts` are used where they have an effect, and what the type recommends is marked. */
function checkRecommended(type: string, places: readonly Place[]): Fault[] {
  const named = places.filter(({ isItem }) => !isItem);
  const marked = new Map(
    named.map(({ field, names, isRequired }) => [names.join("."), isRequired || isWanted(field)]),
  );
  const unmarked = (RECOMMENDED[type] ?? [])
    .map((names) => names.filter((name) => marked.has(name)))
    .filter((names) => names.length > 0 && !names.some((name) => marked.get(name)));
  return [
    ...named.flatMap(checkMarks),
    ...unmarked.map((names): Fault => {
      const which = names.map((name) => `"${name}"`).join(" / ");
      return { path: ["fields"], ...messageFor("not_wanted", { fields: which, type }) };
    }),
  ];
}

function checkMarks({ field, path, isRequired, rows }: Place): Fault[] {
  const faults: Fault[] = [];
  const report = (mark: string, key: "already_required" | "today_elsewhere" | "counts_elsewhere") =>
    faults.push({ path: [...path, mark], ...messageFor(key) });
  if (isRequired && isWanted(field)) report("x-wanted", "already_required");
  if (field.type !== "string") return faults;
  if (field["x-today"] && (field.format !== "date" || rows)) report("x-today", "today_elsewhere");
  if (field["x-counts"] && (rows || field.format || field.enum || field.oneOf || field["x-widget"]))
    report("x-counts", "counts_elsewhere");
  return faults;
}

function isWanted(field: FieldSchema): boolean {
  return "x-wanted" in field && field["x-wanted"] !== undefined;
}

/** Whether each `x-means` is known, of its kind and used once, and whether an invoice has what it needs. */
function checkMeanings(type: string, places: readonly Place[]): Fault[] {
  /** Where each meaning, and each list of meanings, is used already. */
  const seen = new Map<string, string>();
  const faults = places.flatMap((place): Fault[] => {
    const { field, path, names } = place;
    const name = "x-means" in field ? field["x-means"] : undefined;
    if (name === undefined) return [];
    const fault = findMeaningFault(name, place, seen);
    if (fault === undefined) seen.set(name, names.join("."));
    return fault === undefined ? [] : [{ path: [...path, "x-means"], ...fault }];
  });
  const missing =
    type === "invoices" ? INVOICE_MEANINGS.filter((names) => !names.some((name) => seen.has(name))) : [];
  return [
    ...faults,
    ...missing.map((names): Fault => {
      const which = names.map((name) => `"${name}"`).join(" / ");
      return { path: ["fields"], ...messageFor("no_meaning", { meanings: which }) };
    }),
  ];
}

function findMeaningFault(
  name: string,
  { field, names, rows }: Place,
  seen: Map<string, string>,
): Message | undefined {
  const meaning = findMeaning(name);
  if (!meaning) return messageFor("unknown_meaning", { name });
  if (kindOfField(field) !== meaning.kind) return messageFor("meaning_of_kind", { name, kind: meaning.kind });
  const list = listOf(name);
  if (list !== undefined && !rows) return messageFor("meaning_in_rows", { name });
  if (list === undefined && rows) return messageFor("meaning_not_in_row", { name });
  const other = seen.get(name);
  if (other !== undefined) return messageFor("meaning_taken", { name, field: other });
  return list !== undefined && rows ? checkRows(list, rows, names, seen) : undefined;
}

/** All rows of a list have meanings of one list, which no other list of the template has. */
function checkRows(
  list: string,
  rows: Rows,
  names: string[],
  seen: Map<string, string>,
): Message | undefined {
  if (rows.list === list) return undefined;
  if (rows.list !== undefined) return messageFor("other_meanings", { list: `${rows.list}[]` });
  const other = seen.get(`${list}[]`);
  if (other !== undefined) return messageFor("meaning_taken", { name: `${list}[]`, field: other });
  rows.list = list;
  seen.set(`${list}[]`, names.slice(0, -1).join("."));
  return undefined;
}
