import type { InvalidValue } from "../../../../contract/render.ts";
import type { FieldSchema } from "../../../../contract/template-file.ts";
import { type FieldKind, isLeaf, kindOf } from "./field-kind.ts";

/** What the server found wrong, said to the person at the field: what to do, not what rule was broken. */
export function problemWords({ type, message }: InvalidValue, schema: FieldSchema): string {
  const limits: Record<string, unknown> = { ...schema };
  switch (type) {
    case "required":
      return "This is needed.";
    case "maxLength":
      return `At most ${limits.maxLength} characters fit here.`;
    case "minLength":
      return `At least ${limits.minLength} characters are needed here.`;
    case "minimum":
      return `At least ${limits.minimum}.`;
    case "maximum":
      return `At most ${limits.maximum}.`;
    case "multipleOf":
      return `Only multiples of ${limits.multipleOf}.`;
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
      return isLeaf(schema) ? EXPECTED[kindOf(schema)] : "This can’t be used here.";
    default:
      return message;
  }
}

const EXPECTED: Record<FieldKind, string> = {
  text: "This can’t be used here as it is written.",
  multiline: "This can’t be used here as it is written.",
  choice: "Choose one of the list.",
  color: "A colour is written like #1f4fd8.",
  date: "Give a whole date: day, month and year.",
  time: "Give a time, such as 18:30.",
  money: "Give an amount, such as 1234.50.",
  decimal: "Give a number, such as 12.5.",
  whole: "Give a whole number, such as 12.",
  email: "An e-mail address looks like ada@example.org.",
  tel: "Give a telephone number.",
  url: "A web address looks like https://example.org.",
  image: "Choose another picture: this one can’t be used.",
  switch: "Switch it on or off.",
};
