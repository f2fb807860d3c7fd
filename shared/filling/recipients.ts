import { MAX_RECIPIENTS } from "../../contract/limits.ts";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { placesIn, readAt } from "../switching/field-pairs.ts";

/** Somebody a document was written to, by meaning: `recipient.name`, `recipient.address`. */
export type Recipient = Record<string, string>;

/** What stands in one document only: the order that this one is about. */
const OF_ONE_DOCUMENT = "recipient.reference";

function isOfRecipient(means: string | undefined): means is string {
  return means?.startsWith("recipient.") === true && means !== OF_ONE_DOCUMENT;
}

export function asksForRecipient(fields: GroupField): boolean {
  return placesIn(fields).some(({ means }) => isOfRecipient(means));
}

/** Whom a document was written to; undefined when it says no name. */
export function recipientIn(fields: GroupField, data: unknown): Recipient | undefined {
  const recipient: Recipient = {};
  for (const { means, path } of placesIn(fields)) {
    const word = isOfRecipient(means) ? readAt(data, path) : undefined;
    if (means && typeof word === "string" && word.trim() !== "") recipient[means] = word.trim();
  }
  return nameOf(recipient) === "" ? undefined : recipient;
}

/** By what one knows a recipient, and by what two are the same. */
export function nameOf(recipient: Recipient): string {
  return recipient["recipient.name"] ?? recipient["recipient.organisation"] ?? "";
}

/** Each once, the last written to first; what the last document doesn't say of somebody is taken from one before. */
export function distinctRecipients(newestFirst: readonly Recipient[]): Recipient[] {
  const known = new Map<string, Recipient>();
  for (const recipient of newestFirst) {
    const name = nameOf(recipient).toLocaleLowerCase();
    known.set(name, { ...recipient, ...known.get(name) });
  }
  return [...known.values()].slice(0, MAX_RECIPIENTS);
}
