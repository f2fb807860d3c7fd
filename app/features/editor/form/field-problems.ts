import { t } from "@lingui/core/macro";
import type { InvalidValue } from "../../../../contract/rendering/render.ts";
import type { FieldSchema } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import { writeTyped } from "../numbers/decimal-text.ts";
import { type FieldKind, isLeaf, kindOf, type LeafField } from "./field-kind.ts";

/** Turns the server's error into advice at the field. */
export function describeProblem(
  { type, message }: Pick<InvalidValue, "type" | "message">,
  schema: FieldSchema,
  language: Language,
): string {
  const limits: Record<string, unknown> = { ...schema };
  const limit = (name: string) => writeTyped(String(limits[name]), language);
  switch (type) {
    case "required":
      return t`This field is required.`;
    case "maxLength":
      return t`Use ${String(limits.maxLength)} characters or fewer.`;
    case "minLength":
      return t`Use at least ${String(limits.minLength)} characters.`;
    case "minimum":
      return t`Enter ${limit("minimum")} or more.`;
    case "maximum":
      return t`Enter ${limit("maximum")} or less.`;
    case "multipleOf":
      return t`Enter a multiple of ${limit("multipleOf")}.`;
    case "minItems":
      return limits.minItems === 1 ? t`Add at least one.` : t`Add at least ${String(limits.minItems)}.`;
    case "maxItems":
      return t`Use ${String(limits.maxItems)} or fewer.`;
    case "enum":
    case "oneOf":
    case "const":
      return t`Choose an option from the list.`;
    case "pattern":
    case "format":
    case "type":
      return isLeaf(schema) ? expected(schema, language) : t`This value can’t be used here.`;
    default:
      return message;
  }
}

const NEAR = 0.1; // of the limit: from there on the remaining length is shown

/** The length of a text near or over its limit, counted in code points as on the server. */
export function describeLength(
  schema: FieldSchema,
  value: unknown,
): { message: string; isOver: boolean } | undefined {
  const most = schema.type === "string" ? schema.maxLength : undefined;
  if (most === undefined || typeof value !== "string" || isPicture(schema)) return undefined;
  const length = [...value].length;
  const over = length - most;
  if (over > 0) {
    const message =
      over === 1
        ? t`This is 1 character too long. The page shows only the first ${most}.`
        : t`This is ${over} characters too long. The page shows only the first ${most}.`;
    return { message, isOver: true };
  }
  return -over <= Math.max(5, most * NEAR)
    ? { message: t`${length} of ${most} characters`, isOver: false }
    : undefined;
}

function isPicture(schema: FieldSchema): boolean {
  return schema.type === "string" && schema["x-widget"] === "image";
}

function expected(schema: LeafField, language: Language): string {
  const kind = kindOf(schema);
  if (kind === "money")
    return t`Enter an amount such as ${writeTyped("1234.50", language)}, not a percentage.`;
  if (kind === "decimal") return t`Enter a number such as ${writeTyped("12.5", language)}.`;
  return EXPECTED[kind];
}

const EXPECTED: Record<Exclude<FieldKind, "money" | "decimal">, string> = {
  text: "This isn’t in the expected format.",
  multiline: "This isn’t in the expected format.",
  choice: "Choose an option from the list.",
  color: "Enter a colour code such as #1f4fd8.",
  date: "Enter a full date: day, month and year.",
  time: "Enter a time such as 18:30.",
  whole: "Enter a whole number such as 12.",
  email: "Enter an e-mail address such as ada@example.org.",
  tel: "Enter a phone number.",
  url: "Enter a web address such as https://example.org.",
  image: "This picture can’t be used. Choose another one.",
  switch: "Turn this on or off.",
};
