import { plural, t } from "@lingui/core/macro";
import type { InvalidValue } from "../../../../contract/rendering/render.ts";
import type { FieldSchema } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import type { Text } from "../../../../contract/texts/text.ts";
import { translate } from "../../../lib/i18n/server-texts.ts";
import { writeTyped } from "../numbers/decimal-text.ts";
import { type FieldKind, isLeaf, kindOf, type LeafField } from "./field-kind.ts";

/** Turns the server's error into advice at the field. */
export function describeProblem(
  { type, message, text }: Pick<InvalidValue, "type" | "message" | "text">,
  schema: FieldSchema,
  language: Language,
): string {
  const limits: Record<string, unknown> = { ...schema };
  const count = (name: string) => Number(limits[name]);
  const limit = (name: string) => writeTyped(String(limits[name]), language);
  switch (type) {
    case "required":
      return t`This field is required.`;
    case "maxLength":
      return plural(
        { most: count("maxLength") },
        { one: "Use # character or fewer.", other: "Use # characters or fewer." },
      );
    case "minLength":
      return plural(
        { least: count("minLength") },
        { one: "Use at least # character.", other: "Use at least # characters." },
      );
    case "minimum":
      return t`Enter ${{ least: limit("minimum") }} or more.`;
    case "maximum":
      return t`Enter ${{ most: limit("maximum") }} or less.`;
    case "multipleOf":
      return t`Enter a multiple of ${{ step: limit("multipleOf") }}.`;
    case "minItems":
      return plural(
        { least: count("minItems") },
        { 1: "Add at least one.", one: "Add at least #.", other: "Add at least #." },
      );
    case "maxItems":
      return plural({ most: count("maxItems") }, { one: "Use # or fewer.", other: "Use # or fewer." });
    case "enum":
    case "oneOf":
    case "const":
      return t`Choose an option from the list.`;
    case "pattern":
    case "format":
    case "type":
      return isLeaf(schema) ? expected(schema, language) : t`This value can’t be used here.`;
    default:
      return translate({ message, text: problemIn(text) ?? text });
  }
}

/** Without the field's name, which the API puts before it. */
function problemIn(text: Text | undefined): Text | undefined {
  const problem = text?.values?.problem;
  return typeof problem === "object" ? problem : undefined;
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
    const message = plural(over, {
      one: `This is # character too long. The page shows only the first ${most}.`,
      other: `This is # characters too long. The page shows only the first ${most}.`,
    });
    return { message, isOver: true };
  }
  return -over <= Math.max(5, most * NEAR)
    ? {
        message: plural(most, { one: `${length} of # character`, other: `${length} of # characters` }),
        isOver: false,
      }
    : undefined;
}

function isPicture(schema: FieldSchema): boolean {
  return schema.type === "string" && schema["x-widget"] === "image";
}

function expected(schema: LeafField, language: Language): string {
  const kind = kindOf(schema);
  if (kind === "money")
    return t`Enter an amount such as ${{ example: writeTyped("1234.50", language) }}, not a percentage.`;
  if (kind === "decimal") return t`Enter a number such as ${{ example: writeTyped("12.5", language) }}.`;
  return EXPECTED[kind]();
}

const EXPECTED: Record<Exclude<FieldKind, "money" | "decimal">, () => string> = {
  text: () => t`This isn’t in the expected format.`,
  multiline: () => t`This isn’t in the expected format.`,
  choice: () => t`Choose an option from the list.`,
  color: () => t`Enter a colour code such as #1f4fd8.`,
  date: () => t`Enter a full date: day, month and year.`,
  time: () => t`Enter a time such as 18:30.`,
  whole: () => t`Enter a whole number such as 12.`,
  email: () => t`Enter an email address such as ada@example.org.`,
  tel: () => t`Enter a phone number.`,
  url: () => t`Enter a web address such as https://example.org.`,
  image: () => t`This picture can’t be used. Choose another one.`,
  switch: () => t`Turn this on or off.`,
};
