import Papa from "papaparse";
import { MAX_JOB_ROWS } from "../../contract/rendering/jobs.ts";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { invalidPayload } from "../errors/errors.ts";

type Row = Record<string, unknown>;

/**
 * The rows of a CSV file whose first line names the fields: "number", "client.name". Numbers and yes-or-no values are read as the fields
 * want them; an empty cell is left out.
 */
export function readCsvRows(text: string, fields: GroupField): Row[] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ""), {
    skipEmptyLines: "greedy",
    preview: MAX_JOB_ROWS + 2,
  });
  const broken = errors.find(({ type }) => type === "Quotes");
  if (broken) throw invalidPayload(`line ${(broken.row ?? 0) + 1} of the CSV has a quote that is not closed`);
  const [head = [], ...lines] = data;
  const columns = head.map((name) => name.trim());
  const unknown = columns.find((name) => !typeOf(fields, name.split(".")));
  if (unknown !== undefined)
    throw invalidPayload(`the column "${unknown.slice(0, 80)}" is no field of the template`);
  const doubled = columns.find((name, index) => columns.indexOf(name) !== index);
  if (doubled !== undefined) throw invalidPayload(`the column "${doubled}" is there twice`);
  return lines.map((cells) => {
    const row: Row = {};
    for (const [index, name] of columns.entries()) {
      const cell = cells[index]?.trim() ?? "";
      if (cell !== "") setAt(row, name.split("."), cellValue(cell, typeOf(fields, name.split("."))));
    }
    return row;
  });
}

type Field = { type?: unknown; properties?: Record<string, Field> };

/** The type of a field by its path; undefined if there is none, or if it holds other fields. */
function typeOf(fields: Field, path: string[]): string | undefined {
  const [name = "", ...rest] = path;
  const { properties = {} } = fields;
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!field) return undefined;
  if (rest.length > 0) return field.type === "object" ? typeOf(field, rest) : undefined;
  return field.type === "object" || field.type === "array" ? undefined : String(field.type ?? "string");
}

/** A cell that doesn't fit its type stays text, which is then named as the row's problem. */
function cellValue(cell: string, type: string | undefined): unknown {
  if (type === "number" || type === "integer") return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
  if (type === "boolean") return { true: true, false: false }[cell.toLowerCase()] ?? cell;
  return cell;
}

function setAt(row: Row, path: string[], value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) row[name] = value;
  else {
    row[name] ??= {};
    setAt(row[name] as Row, rest, value);
  }
}
