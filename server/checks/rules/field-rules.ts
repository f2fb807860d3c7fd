import { kindOfField, listOf } from "../../../contract/templates/field-meaning.ts";
import { findMeaning, type MeaningName } from "../../../contract/templates/meanings.ts";
import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
  type TemplateFile,
  type TextField,
} from "../../../contract/templates/template-file.ts";
import type { Step } from "../../../shared/text/json-text.ts";
import { findPatternFault } from "../../limits/patterns.ts";
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
  const report = (message: string) => faults.push({ path, part: "key", message });
  if (!field.title && !isItem) report("has no title, so the form has no label for it");
  if (field.type === "array" && !field.maxItems) report("has no maxItems");
  if (field.type !== "string") return faults;
  const fault = field.pattern === undefined ? undefined : findPatternFault(field.pattern);
  if (fault) faults.push({ path: [...path, "pattern"], message: fault });
  else if (!isBounded(field)) report("has no maxLength");
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
    return holds ? [] : [{ path: ["title"], message: `{${name}} is not a field with one value` }];
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
      const which = names.map((name) => `"${name}"`).join(" or ");
      return { path: ["fields"], message: `${which} has to be marked x-wanted: ${type} need it` };
    }),
  ];
}

function checkMarks({ field, path, isRequired, rows }: Place): Fault[] {
  const faults: Fault[] = [];
  const report = (mark: string, message: string) => faults.push({ path: [...path, mark], message });
  if (isRequired && isWanted(field)) report("x-wanted", "is required already");
  if (field.type !== "string") return faults;
  if (field["x-today"] && (field.format !== "date" || rows))
    report("x-today", 'is for a field with "format": "date" that is not in a row');
  if (field["x-counts"] && (rows || field.format || field.enum || field.oneOf || field["x-widget"]))
    report("x-counts", "is for a plain text that is not in a row");
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
    const message = findMeaningFault(name, place, seen);
    if (message === undefined) seen.set(name, names.join("."));
    return message === undefined ? [] : [{ path: [...path, "x-means"], message }];
  });
  const missing =
    type === "invoices" ? INVOICE_MEANINGS.filter((names) => !names.some((name) => seen.has(name))) : [];
  return [
    ...faults,
    ...missing.map((names): Fault => {
      const which = names.map((name) => `"${name}"`).join(" or ");
      return { path: ["fields"], message: `no field means ${which}: an invoice needs it` };
    }),
  ];
}

function findMeaningFault(
  name: string,
  { field, names, rows }: Place,
  seen: Map<string, string>,
): string | undefined {
  const meaning = findMeaning(name);
  if (!meaning) return `"${name}" is not a known meaning; see contract/templates/meanings.ts`;
  if (kindOfField(field) !== meaning.kind) return `"${name}" is for a field of the kind ${meaning.kind}`;
  const list = listOf(name);
  if (list !== undefined && !rows) return `"${name}" is for a field in the rows of a list`;
  if (list === undefined && rows) return `"${name}" is not for a field in a row`;
  const other = seen.get(name);
  if (other !== undefined) return `"${name}" is already the meaning of ${other}`;
  return list !== undefined && rows ? checkRows(list, rows, names, seen) : undefined;
}

/** All rows of a list have meanings of one list, which no other list of the template has. */
function checkRows(list: string, rows: Rows, names: string[], seen: Map<string, string>): string | undefined {
  if (rows.list === list) return undefined;
  if (rows.list !== undefined) return `the other fields of these rows have meanings of "${rows.list}[]"`;
  const other = seen.get(`${list}[]`);
  if (other !== undefined) return `"${list}[]" is already the meaning of ${other}`;
  rows.list = list;
  seen.set(`${list}[]`, names.slice(0, -1).join("."));
  return undefined;
}
