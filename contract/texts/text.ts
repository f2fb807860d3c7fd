import type { TEXTS } from "./texts.ts";

type Texts = typeof TEXTS;
export type TextKey = keyof Texts;

/** A text of the server by its name, with the values in it. The JSON of the API has it next to its English message. */
export type Text = { key: TextKey; values?: TextValues };
export type TextValues = Readonly<Record<string, TextValue>>;
type TextValue = string | number | Text;
/** A text, or words that stay as they are, such as the compiler's. */
export type Phrase = string | Text;

/** A text in English, and by its name. */
export type Message = { message: string; text: Text };

/** The values that a text needs: `field` and `limit` for "{field} is longer than {limit, number}". */
type ValuesOf<Key extends TextKey> = {
  readonly [Name in NamesIn<Texts[Key]["message"]>]: TextValue;
};
export type ValuesFor<Key extends TextKey> = keyof ValuesOf<Key> extends never ? [] : [values: ValuesOf<Key>];

type NamesIn<Message extends string> = Message extends `${string}{${infer Rest}`
  ? FirstName<Rest> | NamesIn<Rest>
  : never;
/** What is in braces is a name unless it has spaces, as the forms of a plural have. */
type FirstName<Rest extends string> = Rest extends `${infer Start}}${string}`
  ? Start extends `${infer Name},${string}`
    ? WithoutSpaces<Name>
    : WithoutSpaces<Start>
  : never;
type WithoutSpaces<Name extends string> = Name extends `${string} ${string}` | `${string}{${string}`
  ? never
  : Name;

export function textFor<Key extends TextKey>(key: Key, ...[values]: ValuesFor<Key>): Text {
  return values ? { key, values } : { key };
}
