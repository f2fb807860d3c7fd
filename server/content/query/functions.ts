import type { Field } from "../../../contract/collections/collections.ts";
import { invalidQuery } from "../../errors/errors.ts";

/** Functions of fields, as in `year(date_created)` and `count(template_id)`: parts of a timestamp in UTC, and the length of a list. */
const DATE_FUNCTIONS = ["year", "month", "day", "weekday", "hour", "minute", "second"] as const;
const FIELD_FUNCTIONS = [...DATE_FUNCTIONS, "count"] as const;
export type FieldFunction = (typeof FIELD_FUNCTIONS)[number];

/** A field, or a function of one. `key` names it in an answer: `date_created_year`. */
export type FieldValue = { field: string; fn?: FieldFunction | undefined; key: string };

const CALL = /^([^()]*)\(([^()]*)\)$/;

export function readFieldValue(written: string): FieldValue {
  const [isCall, name = "", field = ""] = CALL.exec(written) ?? [];
  if (isCall === undefined) return { field: written, key: written };
  const fn = FIELD_FUNCTIONS.find((each) => each === name);
  if (!fn)
    throw invalidQuery(
      `"${name.slice(0, 40)}" is not a function of fields; there are ${FIELD_FUNCTIONS.join(", ")}`,
    );
  return { field, fn, key: `${field}_${fn}` };
}

/** The field that a function's value is: a number. Without a function, the field itself. */
export function fieldOfValue({ field: name, fn }: FieldValue, field: Field): Field {
  if (!fn) return field;
  const fits = fn === "count" ? field.entries !== undefined : field.type === "timestamp";
  if (!fits)
    throw invalidQuery(
      `"${fn}" takes a ${fn === "count" ? "list of related items" : "timestamp"}; "${name}" is a ${field.type}`,
    );
  return { type: "integer", description: "" };
}
