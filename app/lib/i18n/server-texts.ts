import type { MessageDescriptor } from "@lingui/core";
import type { Text, TextValues } from "../../../contract/texts/text.ts";
import { TEXTS } from "../../../contract/texts/texts.ts";
import { i18n } from "./i18n.tsx";

/** A text of the server in the page's language. A text that only a newer server has stays as it is. */
export function translate({ message, text }: { message: string; text?: Text | undefined }): string {
  return text && isKnown(text) ? translateText(text) : message;
}

function isKnown({ key, values = {} }: Text): boolean {
  return (
    Object.hasOwn(TEXTS, key) &&
    Object.values(values).every((value) => typeof value !== "object" || isKnown(value))
  );
}

/** A text that this page made itself, from a function that the server has too. */
export function translateText({ key, values = {} }: Text): string {
  return i18n._({ ...(TEXTS[key] as unknown as MessageDescriptor), values: written(values) });
}

function written(values: TextValues): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "object" ? translateText(value) : value,
    ]),
  );
}
