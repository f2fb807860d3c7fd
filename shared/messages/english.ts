import { type Messages, setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import {
  type Message,
  type Phrase,
  type Text,
  type TextKey,
  textFor,
  type ValuesFor,
} from "../../contract/texts/text.ts";
import { TEXTS } from "../../contract/texts/texts.ts";

const compiled: Messages = {};
const english = setupI18n({ locale: "en", messages: { en: compiled } });

/** A text of the contract with its values. Programs read it in English, pages translate it by its key. */
export function messageFor<Key extends TextKey>(key: Key, ...values: ValuesFor<Key>): Message {
  return asMessage(textFor(key, ...values));
}

export function asMessage(text: Text): Message;
export function asMessage(phrase: Phrase): Pick<Message, "message"> & Partial<Message>;
export function asMessage(phrase: Phrase) {
  return typeof phrase === "string" ? { message: phrase } : { message: inEnglish(phrase), text: phrase };
}

function inEnglish({ key, values = {} }: Text): string {
  compiled[key] ??= compileMessage(TEXTS[key].message);
  const written = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "object" ? inEnglish(value) : value,
  ]);
  return english._(key, Object.fromEntries(written));
}
