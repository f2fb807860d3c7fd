import { t } from "@lingui/core/macro";
import type { RecordOf } from "../../../../contract/collections/records.ts";
import { type DetailsSet, NO_VALUES } from "../../../../contract/people/details.ts";
import { createItem, listItems, removeItem, updateItem } from "../../../lib/http/content-client.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { mergeValues } from "./merged-values.ts";

type Row = Pick<RecordOf<"details">, "id" | "label" | "is_default" | "words" | "rev">;
const FIELDS = ["id", "label", "is_default", "words", "rev"] as const;

export async function listAccount(): Promise<DetailsSet[]> {
  const { data } = await listItems("details", { fields: FIELDS });
  return data.map(fromRow);
}

/** The account's last known version of a set: the base of a change here. */
export type KnownSet = Pick<DetailsSet, "id" | "rev" | "values" | "label">;

/** Creates an empty row once, with the set's id here as the idempotency key, and then saves the values. */
export async function createInAccount(set: DetailsSet): Promise<DetailsSet> {
  const label = t`New sender`;
  const { data } = await createItem(
    "details",
    { label },
    { fields: ["id", "rev"], idempotencyKey: `details ${set.id}` },
  );
  const base = { ...data, values: NO_VALUES, label };
  return save(set, base, set.isDefault ? { is_default: 1 } : {}, TRIES);
}

const TRIES = 3; // another device may save in between

/** Details that were also changed elsewhere are merged field by field; where both changed a field, this device wins. */
export function saveInAccount(set: DetailsSet, base: KnownSet): Promise<DetailsSet> {
  return save(set, base, {}, TRIES);
}

async function save(
  set: DetailsSet,
  base: KnownSet,
  more: { is_default?: number },
  tries: number,
): Promise<DetailsSet> {
  const { label, values } = set;
  const changes = { label, words: values, rev: base.rev, ...more };
  try {
    const { data } = await updateItem("details", base.id, changes, { fields: FIELDS });
    return fromRow(data);
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.status !== 412 || tries === 0) throw error;
    // This refusal carries the details as they are stored.
    const theirs = fromRow(error.details.current as Row);
    const merged = {
      ...set,
      values: mergeValues(base.values, values, theirs.values),
      label: label === base.label ? theirs.label : label,
    };
    return save(merged, theirs, more, tries - 1);
  }
}

export async function chooseInAccount(id: string): Promise<void> {
  await updateItem("details", id, { is_default: 1 }, { fields: ["id"] });
}

export async function removeFromAccount(id: string): Promise<void> {
  await removeItem("details", id);
}

function fromRow({ id, label, is_default, words: values, rev }: Row): DetailsSet {
  return { id, label, isDefault: is_default === 1, values, rev };
}
