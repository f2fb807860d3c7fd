import { t } from "@lingui/core/macro";
import Papa from "papaparse";
import type { FieldSchema, GroupField } from "../../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../../contract/templates/theme.ts";
import { readAt } from "../../../../../shared/switching/field-pairs.ts";
import type { Fault } from "../../../../lib/http/http-client.ts";
import { formatList } from "../../../../lib/i18n/intl.ts";
import type { FieldPath } from "../../draft.ts";
import { fieldAt, labelOf } from "../../field-labels.ts";
import { isLeaf, kindOf } from "../../form/field-kind.ts";
import { describeProblem } from "../../form/field-problems.ts";
import { text } from "../../form/value-text.ts";
import type { TableRow } from "../table/table.ts";
import { type Conflict, listOfRows, type PlannedDocument } from "./documents.ts";
import { cellFor, type RowPlan } from "./row-plan.ts";

/** A problem of a batch document: its rows in the spreadsheet, field, value and message. */
export type RowProblem = { rows: readonly number[]; label: string; value: string; message: string };

type Context = { fields: GroupField; plan: RowPlan; language: Language };

export function describeFault(document: PlannedDocument, fault: Fault, context: Context): RowProblem {
  const { fields, plan, language } = context;
  const { path, message } = fault;
  if (fault.type === "einvoice") return describeInvoiceFault(document, fault, fields);
  const schema = path === "" ? undefined : fieldAt(fields, path);
  const whole = document.rows.map(({ number }) => number);
  if (!schema) return { rows: whole, label: "", value: "", message: message };
  const entry = entryAt(document, path, plan);
  const value =
    cellAt(entry?.row ?? document.rows[0], entry?.path ?? path, plan) || text(readAt(document.data, path));
  return {
    rows: entry ? [entry.row.number] : whole,
    label: labelOf(fields, path),
    value,
    message: value === "" ? t`This field is required.` : expected(fault, schema, language),
  };
}

/** Of an e-invoice, paths begin with the part of the request. */
function describeInvoiceFault(
  { rows }: PlannedDocument,
  { path, message }: Fault,
  fields: GroupField,
): RowProblem {
  const label = path.startsWith("data.") ? labelOf(fields, path.slice("data.".length)) : t`E-invoice`;
  return { rows: rows.map(({ number }) => number), label, value: "", message };
}

export function describeConflict({ path, column, rows }: Conflict, { fields }: Context): RowProblem {
  const cellTexts = rows.map(
    ({ number, cells }) => t`“${{ value: shorten(String(cells[column] ?? "")) }}” in row ${number}`,
  );
  return {
    rows: rows.map(({ number }) => number),
    label: labelOf(fields, path),
    value: "",
    message: t`These rows go into one document but have different values: ${{ values: formatList(cellTexts.slice(0, 3), "unit") }}.`,
  };
}

/** The row of a list value, and the path its column was matched to. */
function entryAt({ entries }: PlannedDocument, path: FieldPath, { groupBy, matching }: RowPlan) {
  const list = groupBy === undefined ? undefined : listOfRows(matching);
  if (list === undefined || !path.startsWith(`${list}.`)) return undefined;
  const [place = "", ...rest] = path.slice(list.length + 1).split(".");
  const row = entries[Number(place)];
  return row && { row, path: [list, "0", ...rest].join(".") };
}

/** The rows that the faults are about, if each is about a list entry; otherwise undefined. */
export function badRows(
  document: PlannedDocument,
  faults: readonly Fault[],
  plan: RowPlan,
): Set<TableRow> | undefined {
  const rows = faults.map(({ path }) => entryAt(document, path, plan)?.row);
  return rows.every((row) => row !== undefined) ? new Set(rows) : undefined;
}

function cellAt(row: TableRow | undefined, path: FieldPath, plan: RowPlan): string {
  return plan.matching.includes(path) ? String(cellFor(path, row?.cells ?? [], plan)) : "";
}

/** What to enter in a table cell, where there is no list or calendar to choose from. */
function expected(fault: Fault, schema: FieldSchema, language: Language): string {
  const isRule = !["pattern", "format", "type", "enum", "oneOf", "const"].includes(fault.type);
  if (isRule || !isLeaf(schema)) return describeProblem(fault, schema, language);
  const kind = kindOf(schema);
  if (kind === "date") return t`Enter a date such as 2026-11-25 or 25.11.2026.`;
  if (kind === "switch") return t`Enter yes or no.`;
  if (kind !== "choice") return describeProblem(fault, schema, language);
  const offered = "oneOf" in schema ? schema.oneOf?.map(({ title }) => title) : undefined;
  const plain = "enum" in schema ? schema.enum?.map(String) : undefined;
  const choices = offered ?? plain;
  return choices
    ? t`Enter one of these: ${{ choices: formatList(choices.slice(0, 12), "unit") }}.`
    : t`Enter a three-letter code such as EUR.`;
}

const LONGEST_VALUE = 60;

function shorten(value: string): string {
  const characters = [...value.replace(/\s+/g, " ")];
  return characters.length > LONGEST_VALUE
    ? `${characters.slice(0, LONGEST_VALUE).join("")}…`
    : characters.join("");
}

/** "Unit price is “a lot”. Enter an amount such as 1234.50, not a percentage." */
export function formatProblem({ label, value, message }: Omit<RowProblem, "rows">): string {
  if (label === "") return message;
  return value === "" ? t`${label}: ${message}` : t`${label} is “${{ value: shorten(value) }}”. ${message}`;
}

/** The name of a file whose own name would be empty. */
export function nameOfRow(number: number): string {
  return t`Row ${number}`;
}

/** "2", "2–5", "2, 4" */
export function formatRows(rows: readonly number[]): string {
  const [first = 0] = rows;
  const last = rows.at(-1) ?? first;
  return rows.length > 2 && last - first === rows.length - 1
    ? `${first}–${last}`
    : formatList(rows.map(String), "unit");
}

export type MadeFile = { rows: readonly number[]; file: string };

/** The report as CSV: files and problems by row, with formulas escaped. */
export function writeReport(files: readonly MadeFile[], problems: readonly RowProblem[]): string {
  const lines = [
    ...files.map(({ rows, file }) => ({ rows, cells: [file, "", "", ""] })),
    ...problems.map(({ rows, label, value, message }) => ({ rows, cells: ["", label, value, message] })),
  ].sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
  return Papa.unparse(
    {
      fields: [
        t({ message: "Row", context: "of a table" }),
        t`File`,
        t`Field`,
        t`Value`,
        t({ message: "Problem", context: "heading of a column" }),
      ],
      data: lines.map(({ rows, cells }) => [formatRows(rows), ...cells]),
    },
    { escapeFormulae: true },
  );
}
