import { type FieldSchema, isRecord } from "../../contract/templates/template-file.ts";

/** Whether a text matches a field's pattern; the server uses an engine with linear run time. */
export type Matches = (pattern: string, text: string) => boolean;

/** The value as the field accepts it, or undefined if the field would reject it. */
export function fitValue(field: FieldSchema, value: unknown, matches: Matches): unknown {
  switch (field.type) {
    case "string":
      return typeof value === "string" ? fitText(field, value, matches) : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "number":
    case "integer":
      return typeof value === "number" && isInBounds(field, value) ? value : undefined;
    default:
      return undefined;
  }
}

type TextField = FieldSchema & { type: "string" };
type NumberField = FieldSchema & { type: "number" | "integer" };

/** At least as strict as the checks of the server, which rejects dates like 30 February. */
const FORMATS: Record<string, (text: string) => boolean> = {
  date: isDay,
  time: (text) => /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.test(text),
  email: (text) =>
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(
      text,
    ),
  uri: (text) => /^[a-z][a-z0-9+.-]*:(\/\/)?[\w.~:/?#@!$&'()*+,;=-]+$/i.test(text) && URL.canParse(text),
};

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function fitText(field: TextField, value: string, matches: Matches): string | undefined {
  const text = isOneLine(field) ? joinLines(value) : value;
  const { maxLength = Infinity, minLength = 0, pattern, format, enum: choices, oneOf } = field;
  const length = [...text].length;
  if (length > maxLength || length < minLength) return undefined;
  if (choices && !choices.includes(text)) return undefined;
  if (oneOf && !oneOf.some((choice) => choice.const === text)) return undefined;
  if (format && !FORMATS[format]?.(text)) return undefined;
  return pattern === undefined || matches(pattern, text) ? text : undefined;
}

function isOneLine(field: TextField): boolean {
  const widget = field["x-widget"];
  return widget !== "multiline" && widget !== "image";
}

/** Joins an address of three lines with commas for a field of one line. No comma follows the end of a sentence. */
function joinLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(BULLET, "").trim())
    .filter((line) => line !== "")
    .reduce(
      (joined, line) => (joined === "" ? line : `${joined}${ENDED.test(joined) ? " " : ", "}${line}`),
      "",
    );
}

/** As the kit reads it: a line of a list. */
const BULLET = /^\s*[-•] +/;
const ENDED = /[.,;:!?…]["”’»)]*$/;

function isInBounds(field: NumberField, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, enum: values, oneOf } = field;
  if (field.type === "integer" && !Number.isInteger(value)) return false;
  if (values && !values.includes(value)) return false;
  if (oneOf && !oneOf.some((choice) => choice.const === value)) return false;
  return value >= minimum && value <= maximum;
}

/** Whether a field takes a value as it is, with everything inside of it. */
export function acceptsUnchanged(field: FieldSchema, value: unknown, matches: Matches): boolean {
  if (field.type === "array") {
    const { items, maxItems = Infinity } = field;
    return (
      Array.isArray(value) &&
      value.length <= maxItems &&
      value.every((row) => acceptsUnchanged(items, row, matches))
    );
  }
  if (field.type !== "object") return fitValue(field, value, matches) === value;
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([name, inner]) => {
    const part = field.properties[name];
    return part !== undefined && acceptsUnchanged(part, inner, matches);
  });
}
