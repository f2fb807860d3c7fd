import { queryOptions } from "@tanstack/react-query";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { filledPlaces } from "../../../../shared/filling/filling.ts";
import {
  distinctRecipients,
  nameOf,
  type Recipient,
  recipientIn,
} from "../../../../shared/filling/recipients.ts";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { listItems } from "../../../lib/http/content-client.ts";
import { call } from "../../../lib/http/http-client.ts";
import { draftsHere } from "../autosave/device-drafts.ts";
import type { FieldPath } from "../draft.ts";
import { senderOf, unchangedPaths } from "../sender/sender-values.ts";

const MAX_DRAFTS = 50;
const MAX_OFFERED = 6; // more would cover the form

/** Previous recipients: from the account's documents, or from a visitor's drafts on this device. */
export function recipientsOf(owner: string | undefined) {
  return queryOptions({
    queryKey: ["recipients", owner],
    meta: { failure: "Recipients fetch failed" },
    enabled: owner !== undefined && !isPrivatePage(), // finding them asks the server for templates
    staleTime: 60_000, // documents change meanwhile
    queryFn: () => (owner ? readFromAccount() : readFromDevice()),
  });
}

async function readFromAccount(): Promise<Recipient[]> {
  const answer = await call("documents/recipients");
  const { data }: { data: Recipient[] } = await answer.json();
  return data;
}

async function readFromDevice(): Promise<Recipient[]> {
  const drafts = (await draftsHere("")).slice(0, MAX_DRAFTS);
  const ids = [...new Set(drafts.map(({ template }) => template))];
  if (ids.length === 0) return [];
  const { data } = await listItems("templates", {
    filter: { id: { _in: ids.join(",") } },
    fields: ["id", "fields"],
  });
  const fields = new Map(data.map((template) => [template.id, template.fields]));
  const found = drafts.map(({ template, draft }) => {
    const known = fields.get(template);
    return known && recipientIn(known, draft.data, draft.invoice);
  });
  return distinctRecipients(found.filter((each) => each !== undefined));
}

/** Recipients that contain the typed text, most recent first, without an exact match of the name. */
export function matchRecipients(recipients: readonly Recipient[], typed: string): Recipient[] {
  const query = typed.trim().toLocaleLowerCase();
  return recipients
    .filter((each) => nameOf(each).toLocaleLowerCase() !== query)
    .filter((each) => Object.values(each).some((text) => text.toLocaleLowerCase().includes(query)))
    .slice(0, MAX_OFFERED);
}

/** One line that distinguishes recipients of the same name. */
export function placeOf(recipient: Recipient): string {
  const { "recipient.address": address, "recipient.town": town, "recipient.email": email } = recipient;
  return (address ?? town ?? email ?? "").split("\n").join(", ");
}

function filledWith(fields: GroupField, recipient: Recipient) {
  return filledPlaces(fields, { texts: recipient, lists: {} });
}

/** The known recipient with the most values in the draft. */
export function recipientInDraft(
  fields: GroupField,
  data: unknown,
  known: readonly Recipient[],
): Recipient | undefined {
  const filled = known.map((recipient) => ({ recipient, filled: filledWith(fields, recipient) }));
  return senderOf(filled, data)?.recipient;
}

/**
 * Changes that replace a recipient: the new one's values, and removal of the old one's where the new one has
 * none. Values typed since are left alone.
 */
export function changesFor(
  fields: GroupField,
  data: unknown,
  before: Recipient | undefined,
  after: Recipient,
): Map<FieldPath, unknown> {
  const unchanged = before ? unchangedPaths(filledWith(fields, before), data) : [];
  const changes = new Map<FieldPath, unknown>(unchanged.map((path) => [path, undefined]));
  for (const { path, value } of filledWith(fields, after)) changes.set(path, value);
  return changes;
}
