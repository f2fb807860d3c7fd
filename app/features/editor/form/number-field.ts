import type { Language } from "../../../../contract/templates/theme.ts";
import { useStore } from "../../../lib/browser/store.ts";
import { languageName } from "../../../lib/i18n/intl.ts";
import type { FieldPath } from "../draft.ts";
import {
  type DecimalMark,
  decimalMark,
  type Reading,
  readDecimal,
  writeTyped,
} from "../numbers/decimal-text.ts";
import { writeMoney } from "../numbers/money-text.ts";
import { kindOf, type LeafField } from "./field-kind.ts";
import {
  type FieldProps,
  type TypedNumber,
  useCurrency,
  useFormContext,
  useLanguage,
} from "./form-context.ts";
import { text } from "./value-text.ts";

const LONGEST_NUMBER = 24; // a longer text could make a backtracking pattern run for minutes

/** Whether the field accepts a decimal. */
export function fitsField(schema: LeafField): (decimal: string) => boolean {
  if (schema.type === "boolean") return () => false;
  if (schema.type === "string") {
    const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern, "u");
    return (decimal) => decimal.length <= LONGEST_NUMBER && (pattern?.test(decimal) ?? true);
  }
  const { type, minimum = -Infinity, maximum = Infinity } = schema;
  return (decimal) => {
    const number = Number(decimal);
    return number >= minimum && number <= maximum && (type === "number" || Number.isInteger(number));
  };
}

/** Reads typed text. A percentage isn't an amount: "12,5%" of a price is not a price of 12.50. */
export function readNumber(text: string, mark: DecimalMark, schema: LeafField): Reading | undefined {
  if (kindOf(schema) === "money" && /[%٪]/.test(text)) return undefined;
  return readDecimal(text, mark, fitsField(schema));
}

/** Money and quantities are stored as strings of digits so that none is lost. */
export function numberValue(decimal: string, schema: LeafField): string | number {
  return schema.type === "string" ? decimal : Number(decimal);
}

/** The displayed text of a number field and its handlers. */
export function useTypedNumber({ path, schema, value }: FieldProps<LeafField>) {
  const { change } = useFormContext();
  const language = useLanguage();
  const [typed, remember] = useTyped(path);
  // Changed elsewhere meanwhile, so the typed text is out of date.
  const isCurrent = typed?.isTyping && typed.value === value;
  return {
    shown: isCurrent ? typed.text : writeTyped(text(value), language),
    type(text: string) {
      const reading = readNumber(text, decimalMark(language), schema);
      const unread = text.trim() === "" ? undefined : text;
      const value = reading ? numberValue(reading.decimal, schema) : unread;
      remember({ text, value, language, reading, isTyping: true, isChosen: false });
      change(path, value);
    },
    leave() {
      if (typed) remember({ ...typed, isTyping: false });
    },
  };
}

/** Both readings of the typed text, written unambiguously. Undefined if there is only one. */
export function useTwoReadings({ path, schema, value }: FieldProps<LeafField>) {
  const { change } = useFormContext();
  const language = useLanguage();
  const currency = useCurrency();
  const [typed, remember] = useTyped(path);
  const { decimal, other } = typed?.reading ?? {};
  if (!typed || decimal === undefined || other === undefined) return undefined;
  if (typed.value !== value || typed.language !== language) return undefined;
  const write = (decimal: string) => writeReading(decimal, schema, language, currency);
  return {
    understood: write(decimal),
    other: write(other),
    /** The language that decided the reading, unless the person chose it. */
    language: typed.isChosen ? undefined : languageName(language),
    takeOther() {
      const value = numberValue(withoutZeros(other), schema);
      const reading = { decimal: other, other: decimal };
      remember({ ...typed, value, reading, isTyping: false, isChosen: true });
      change(path, value);
    },
  };
}

function useTyped(path: FieldPath) {
  const { typedNumbers } = useFormContext();
  const typed = useStore(typedNumbers, (all) => all.get(path));
  const remember = (next: TypedNumber) => typedNumbers.set(new Map(typedNumbers.get()).set(path, next));
  return [typed, remember] as const;
}

/** Writes a reading unambiguously: "1.500,00 €" or "1500". */
export function writeReading(
  decimal: string,
  schema: LeafField,
  language: Language,
  currency: string | undefined,
): string {
  if (kindOf(schema) === "money") return writeMoney(decimal, language, currency);
  return writeTyped(withoutZeros(decimal), language);
}

function withoutZeros(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}
