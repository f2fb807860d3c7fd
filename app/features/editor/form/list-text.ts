import { t } from "@lingui/core/macro";
import { SOURCE_LANGUAGE } from "../../../../contract/site/interface-languages.ts";
import {
  type FieldSchema,
  type ListField,
  orderedProperties,
} from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import { pageLanguage } from "../../../lib/i18n/i18n.tsx";
import { formatList } from "../../../lib/i18n/intl.ts";
import { isDecimal, writeDecimal } from "../numbers/decimal-text.ts";
import { isLeaf, isNumeric, kindOf } from "./field-kind.ts";
import { valueIn } from "./field-path.ts";
import { readableDate } from "./value-text.ts";

/** Texts of a list: the name of a row, and the summary of a closed one. */

export function rowName({ title = t`Rows`, items }: ListField): string {
  if (items.title) return items.title;
  if (pageLanguage() !== SOURCE_LANGUAGE) return t`Entry`;
  const [, one] = /^(\w+)s$/.exec(title) ?? [];
  if (!one || /(s|news)$/.test(one)) return t`Entry`;
  return one.endsWith("ie") ? `${one.slice(0, -2)}y` : one;
}

/** "Item 2" */
export function numberedName(list: ListField, index: number): string {
  return `${rowName(list)} ${index + 1}`;
}

/** "Add item" */
export function addLabel(list: ListField): string {
  const row = rowName(list);
  const name = pageLanguage() === SOURCE_LANGUAGE ? row.toLowerCase() : row;
  if (list.items.title === list.title)
    return t({
      message: `Add to ${name}`,
      comment: "The name is a title such as Item: write a colon before it if your language inflects names",
    });
  return t({
    message: `Add ${name}`,
    comment: "The name is a title such as Item: write a colon before it if your language inflects names",
  });
}

type Column = { name: string; title: string; isMoney: boolean };

const MAX_COLUMNS = 2; // next to the text, on a phone

/** The numbers shown right-aligned in every closed row. */
export function numberColumns(items: FieldSchema): Column[] {
  if (items.type !== "object") return [];
  return orderedProperties(items)
    .filter(([, field]) => isNumeric(field))
    .slice(-MAX_COLUMNS)
    .map(([name, field]) => ({
      name,
      title: field.title ?? name,
      isMoney: isLeaf(field) && kindOf(field) === "money",
    }));
}

/** The heading above the texts of closed rows. */
export function textColumn(items: FieldSchema): string {
  if (items.type !== "object") return "";
  const [name, field] = orderedProperties(items).find(([, each]) => takesText(each)) ?? [];
  return field?.title ?? name ?? "";
}

/** A number in the document's language, with all its digits. */
export function cellText(row: unknown, { name }: Column, language: Language): string {
  const value = valueIn(row, name);
  if (typeof value !== "string" && typeof value !== "number") return "";
  const [, fraction = ""] = String(value).split(".");
  return isDecimal(String(value)) ? writeDecimal(String(value), language, fraction.length) : String(value);
}

/** The first text of a row, and the next ones if it has no numbers. */
export function rowSummary(items: FieldSchema, row: unknown): { text: string; more: string } {
  if (items.type !== "object") return { text: typeof row === "string" ? row : "", more: "" };
  const found = orderedProperties(items)
    .filter(([, field]) => takesText(field))
    .map(([name, field]) => oneLine(labelled(field, valueIn(row, name))))
    .filter((line) => line !== "");
  const [text = "", ...more] = found;
  return { text, more: numberColumns(items).length > 0 ? "" : formatList(more.slice(0, 2), "unit") };
}

function takesText(field: FieldSchema): boolean {
  return isLeaf(field) && !isNumeric(field) && !["image", "color", "switch"].includes(kindOf(field));
}

function labelled(field: FieldSchema, value: unknown): string {
  const options = "oneOf" in field ? field.oneOf : undefined;
  const found = options?.find((option) => option.const === value)?.title;
  if (found !== undefined || typeof value !== "string") return found ?? "";
  return (isLeaf(field) && kindOf(field) === "date" && readableDate(value)) || value;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
