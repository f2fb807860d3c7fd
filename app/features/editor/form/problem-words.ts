import type { InvalidValue } from "../../../../contract/rendering/render.ts";
import type { FieldSchema } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import { writeTyped } from "../numbers/decimal-text.ts";
import { type FieldKind, isLeaf, kindOf, type LeafField } from "./field-kind.ts";

/** What the server found wrong, said to the person at the field: what to do, not what rule was broken. */
export function problemWords(
  { type, message }: Pick<InvalidValue, "type" | "message">,
  schema: FieldSchema,
  language: Language,
): string {
  const limits: Record<string, unknown> = { ...schema };
  const limit = (name: string) => writeTyped(String(limits[name]), language);
  switch (type) {
    case "required":
      return "This is needed.";
    case "maxLength":
      return `At most ${limits.maxLength} characters fit here.`;
    case "minLength":
      return `At least ${limits.minLength} characters are needed here.`;
    case "minimum":
      return `At least ${limit("minimum")}.`;
    case "maximum":
      return `At most ${limit("maximum")}.`;
    case "multipleOf":
      return `Only multiples of ${limit("multipleOf")}.`;
    case "minItems":
      return limits.minItems === 1 ? "At least one is needed." : `At least ${limits.minItems} are needed.`;
    case "maxItems":
      return `At most ${limits.maxItems} fit.`;
    case "enum":
    case "oneOf":
    case "const":
      return "Choose one of the list.";
    case "pattern":
    case "format":
    case "type":
      return isLeaf(schema) ? expected(schema, language) : "This can’t be used here.";
    default:
      return message;
  }
}

const NEAR = 0.1; // of what fits: from there on one is told how much is left

/** How long a text is, once that matters. Counted as the server does: an emoji of one code point is one. */
export function lengthWords(
  schema: FieldSchema,
  value: unknown,
): { words: string; isOver: boolean } | undefined {
  const most = schema.type === "string" ? schema.maxLength : undefined;
  if (most === undefined || typeof value !== "string" || isPicture(schema)) return undefined;
  const length = [...value].length;
  const over = length - most;
  if (over > 0) {
    const words = `At most ${most} characters fit here: ${over} too many. Nothing is lost; the page shows the first ${most}.`;
    return { words, isOver: true };
  }
  return -over <= Math.max(5, most * NEAR)
    ? { words: `${length} of ${most} characters`, isOver: false }
    : undefined;
}

function isPicture(schema: FieldSchema): boolean {
  return schema.type === "string" && schema["x-widget"] === "image";
}

function expected(schema: LeafField, language: Language): string {
  const kind = kindOf(schema);
  if (kind === "money")
    return `Give an amount, such as ${writeTyped("1234.50", language)}, not a percentage.`;
  if (kind === "decimal") return `Give a number, such as ${writeTyped("12.5", language)}.`;
  return EXPECTED[kind];
}

const EXPECTED: Record<Exclude<FieldKind, "money" | "decimal">, string> = {
  text: "This can’t be used here as it is written.",
  multiline: "This can’t be used here as it is written.",
  choice: "Choose one of the list.",
  color: "A colour is written like #1f4fd8.",
  date: "Give a whole date: day, month and year.",
  time: "Give a time, such as 18:30.",
  whole: "Give a whole number, such as 12.",
  email: "An e-mail address looks like ada@example.org.",
  tel: "Give a telephone number.",
  url: "A web address looks like https://example.org.",
  image: "Choose another picture: this one can’t be used.",
  switch: "Switch it on or off.",
};
