import { t } from "@lingui/core/macro";
import type { DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { translate } from "../../../../lib/i18n/server-texts.ts";

/** The compiler's messages in plain words, for people who don't know Typst. Its names of types stay English. */
const MESSAGES: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^unknown variable: `?([\w-]+)/, (name) => t`“${name}” isn’t defined. Check the spelling.`],
  [/^unclosed delimiter/, () => t`This bracket or quotation mark is never closed.`],
  [/^unclosed string/, () => t`This text has no closing quotation mark.`],
  [/^unclosed (?:raw text|label)/, () => t`This raw text or label is never closed.`],
  [/^unexpected closing (\w+)/, () => t`This closes a bracket that was never opened.`],
  [/^unexpected end of (?:file|block)/, () => t`A bracket, quotation mark or block isn’t closed.`],
  [/^unexpected argument: `?([\w-]+)/, (name) => t`This function has no argument “${name}”.`],
  [/^unexpected argument/, () => t`This function has too many arguments.`],
  [/^missing argument: `?([\w-]+)/, (name) => t`This function needs the argument “${name}”.`],
  [
    /^expected (.+), found (.+)$/,
    (wanted, given) => t`This has the wrong type. Expected: ${wanted}. Found: ${given}.`,
  ],
  [/^expected (.+)$/, (wanted) => t`Something is missing here. Expected: ${wanted}.`],
  [
    /^cannot (?:add|join|subtract|multiply|divide) (\w+) (?:and|with|from|by) (\w+)/,
    (one, other) => t`Values of type ${one} and ${other} can’t be combined like this.`,
  ],
  [
    /^cannot compare (\w+) (?:and|with) (\w+)/,
    (one, other) => t`Values of type ${one} and ${other} can’t be compared.`,
  ],
  [/^dictionary does not contain key "([^"]+)"/, (name) => t`This group has no value named “${name}”.`],
  [/^array index out of bounds/, () => t`This list has no entry at this position.`],
  [/^(?:array|string) is empty/, () => t`This is empty, so no value can be read from it.`],
  [
    /^(?:type )?(\w+) (?:has no method|does not have (?:a )?field) `?([\w-]+)/,
    (kind, name) => t`Values of type ${kind} have no field or method “${name}”.`,
  ],
  [
    /^cannot access fields? on type (\w+)/,
    (kind) => t`Values of type ${kind} have no fields to access with a dot.`,
  ],
  [/^cannot divide by zero/, () => t`This divides by zero.`],
  [
    /^maximum (?:function call|show rule) depth exceeded/,
    () => t`This function or rule calls itself endlessly.`,
  ],
  [/^unknown font family: (.+)$/, (name) => t`The font “${name}” isn’t available.`],
  [/^file not found/, () => t`File not found. A template can only use its own source and the kit.`],
  [/^the character `?(.)`? is not valid in code/, (sign) => t`“${sign}” isn’t allowed here.`],
  [/^(?:label|reference) .*does not exist/, () => t`This refers to a label that doesn’t exist.`],
];

type PlainFault = {
  message: string;
  /** The compiler's own message, where ours differs. */
  original?: string;
};

export function plainFault({ message, text }: Pick<DraftDiagnostic, "message" | "text">): PlainFault {
  if (text) return { message: capital(translate({ message, text })) };
  for (const [pattern, format] of MESSAGES) {
    const found = pattern.exec(message);
    if (found) return { message: format(...found.slice(1).map((part) => part ?? "")), original: message };
  }
  return { message: capital(message) };
}

/** Why a draft couldn't be published: its first error, in a sentence. */
export function formatPublishError({ file, line, message, text }: DraftDiagnostic): string {
  const reason = plainFault({ message, text }).message.replace(/\.$/, "");
  return file === "template"
    ? t`We couldn’t publish this template. ${reason}.`
    : t`We couldn’t publish this template. Line ${line}: ${reason}.`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
