import { kindOfField, listOf } from "../../../contract/templates/field-meaning.ts";
import { findMeaning, type MeaningName } from "../../../contract/templates/meanings.ts";
import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
} from "../../../contract/templates/template-file.ts";
import type { Step } from "../../../shared/text/json-text.ts";
import type { Fault } from "../findings.ts";

/** What is needed to book a bill; one of each line. */
const A_BILL_NEEDS: readonly (readonly MeaningName[])[] = [
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

/** Whether each `x-means` is known, of its type and there only once, and whether a bill has what a bill needs. */
export function findMeaningFaults(type: string, fields: GroupField): Fault[] {
  const seen = new Map<string, string>();
  const faults = checkGroup(fields, { path: ["fields"], names: [], seen, rows: undefined });
  const missing =
    type === "invoices" ? A_BILL_NEEDS.filter((names) => !names.some((name) => seen.has(name))) : [];
  return [
    ...faults,
    ...missing.map((names): Fault => {
      const which = names.map((name) => `"${name}"`).join(" or ");
      return { path: ["fields"], message: `no field means ${which}: a bill needs it` };
    }),
  ];
}

/** The rows that a field is in: the list that its meanings are of, once one is known. */
type Rows = { list?: string };
type Place = {
  path: Step[];
  names: string[];
  /** Where each meaning, and each list of meanings, is already. */
  seen: Map<string, string>;
  rows: Rows | undefined;
};

function checkGroup(group: GroupField, place: Place): Fault[] {
  return orderedProperties(group).flatMap(([name, field]) =>
    checkField(field, {
      ...place,
      path: [...place.path, "properties", name],
      names: [...place.names, name],
    }),
  );
}

function checkField(field: FieldSchema, place: Place): Fault[] {
  if (field.type === "object") return checkGroup(field, place);
  if (field.type === "array")
    return checkField(field.items, { ...place, path: [...place.path, "items"], rows: {} });
  const name = field.type === "boolean" ? undefined : field["x-means"];
  if (name === undefined) return [];
  const message = findFault(name, field, place);
  if (message === undefined) place.seen.set(name, place.names.join("."));
  return message === undefined ? [] : [{ path: [...place.path, "x-means"], message }];
}

function findFault(name: string, field: FieldSchema, { names, seen, rows }: Place): string | undefined {
  const meaning = findMeaning(name);
  if (!meaning) return `"${name}" is no meaning; they are listed in contract/templates/meanings.ts`;
  if (kindOfField(field) !== meaning.kind) return `"${name}" is for a field of the kind ${meaning.kind}`;
  const list = listOf(name);
  if (list !== undefined && !rows) return `"${name}" is for a field in the rows of a list`;
  if (list === undefined && rows) return `"${name}" is not for a field in a row`;
  const other = seen.get(name);
  if (other !== undefined) return `"${name}" is what ${other} means already`;
  return list !== undefined && rows ? checkRows(list, rows, names, seen) : undefined;
}

/** All the rows of one list mean one thing, and no other list of the template means it, too. */
function checkRows(list: string, rows: Rows, names: string[], seen: Map<string, string>): string | undefined {
  if (rows.list === list) return undefined;
  if (rows.list !== undefined) return `the other fields of these rows are "${rows.list}[]"`;
  const other = seen.get(`${list}[]`);
  if (other !== undefined) return `"${list}[]" is what ${other} means already`;
  rows.list = list;
  seen.set(`${list}[]`, names.slice(0, -1).join("."));
  return undefined;
}
