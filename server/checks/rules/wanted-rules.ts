import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
} from "../../../contract/templates/template-file.ts";
import type { Step } from "../../../shared/text/json-text.ts";
import type { Fault } from "../findings.ts";

/**
 * What the recipient of a page of this type would ask for: each line is one thing, by the paths under which templates have
 * it. Of those that a template has, one is to be required or marked `x-wanted`.
 */
const ASKED_FOR: Record<string, readonly (readonly string[])[]> = {
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

/** Whether `x-wanted`, `x-today` and `x-counts` are where they mean something, and nothing is left out that a type is asked for. */
export function findWantedFaults(type: string, fields: GroupField): Fault[] {
  const there = new Map<string, boolean>();
  const faults = checkGroup(fields, { path: ["fields"], names: [], there });
  const unasked = (ASKED_FOR[type] ?? [])
    .map((names) => names.filter((name) => there.has(name)))
    .filter((names) => names.length > 0 && !names.some((name) => there.get(name)));
  return [
    ...faults,
    ...unasked.map((names): Fault => {
      const which = names.map((name) => `"${name}"`).join(" or ");
      return { path: ["fields"], message: `${which} has to be marked x-wanted: ${type} need it` };
    }),
  ];
}

type Place = {
  path: Step[];
  names: string[];
  /** Gathers the paths of what is there, and whether it is required or wanted. */
  there: Map<string, boolean>;
  isInRow?: boolean;
};

function checkGroup(group: GroupField, { path, names, there, isInRow = false }: Place): Fault[] {
  return orderedProperties(group).flatMap(([name, field]) => {
    const here: Place = { path: [...path, "properties", name], names: [...names, name], there, isInRow };
    const isRequired = group.required?.includes(name) ?? false;
    there.set(here.names.join("."), isRequired || isWanted(field));
    return [...checkMarks(field, isRequired, here), ...checkInside(field, here)];
  });
}

function checkInside(field: FieldSchema, place: Place): Fault[] {
  if (field.type === "object") return checkGroup(field, place);
  if (field.type !== "array" || field.items.type !== "object") return [];
  return checkGroup(field.items, { ...place, path: [...place.path, "items"], isInRow: true });
}

function checkMarks(field: FieldSchema, isRequired: boolean, { path, isInRow }: Place): Fault[] {
  const faults: Fault[] = [];
  const report = (mark: string, message: string) => faults.push({ path: [...path, mark], message });
  if (isRequired && isWanted(field)) report("x-wanted", "is required already");
  if (field.type !== "string") return faults;
  if (field["x-today"] && (field.format !== "date" || isInRow))
    report("x-today", 'is for a field with "format": "date" that is not in a row');
  if (field["x-counts"] && (isInRow || field.format || field.enum || field.oneOf || field["x-widget"]))
    report("x-counts", "is for a plain text that is not in a row");
  return faults;
}

function isWanted(field: FieldSchema): boolean {
  return "x-wanted" in field && field["x-wanted"] !== undefined;
}
