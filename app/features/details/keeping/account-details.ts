import type { DetailsSet, MeantWords } from "../../../../contract/details.ts";
import type { RecordOf } from "../../../../contract/records.ts";
import { createItem, listItems, removeItem, updateItem } from "../../../lib/content-client.ts";
import { RefusedCall } from "../../../lib/http-client.ts";
import { mergeWords } from "./merged-words.ts";

type Row = Pick<RecordOf<"details">, "id" | "label" | "is_default" | "words" | "rev">;
const FIELDS = ["id", "label", "is_default", "words", "rev"] as const;

export async function listAccount(): Promise<DetailsSet[]> {
  const { data } = await listItems("details", { fields: FIELDS });
  return data.map(fromRow);
}

/** Made once, however often it is sent: its id here is the key of the request. */
export async function createInAccount({ id, label, words, isDefault }: DetailsSet): Promise<DetailsSet> {
  const item = { label, words, is_default: isDefault ? 1 : 0 };
  const { data } = await createItem("details", item, { fields: FIELDS, idempotencyKey: `details ${id}` });
  return fromRow(data);
}

/**
 * Of details that were changed elsewhere meanwhile, what was changed here is put over what is there, text by text: nobody's words
 * are lost but those that both have changed. `base` is what this change started from.
 */
export async function saveInAccount(set: DetailsSet, base: MeantWords, tries = 3): Promise<DetailsSet> {
  const { id, label, words, rev } = set;
  try {
    const { data } = await updateItem("details", id, { label, words, rev }, { fields: FIELDS });
    return fromRow(data);
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.status !== 412 || tries === 0) throw error;
    // This refusal carries the details as they are stored.
    const theirs = error.details.current as Row;
    const merged = { ...set, words: mergeWords(base, words, theirs.words), rev: theirs.rev };
    return saveInAccount(merged, theirs.words, tries - 1);
  }
}

export async function chooseInAccount(id: string): Promise<void> {
  await updateItem("details", id, { is_default: 1 }, { fields: ["id"] });
}

export async function removeFromAccount(id: string): Promise<void> {
  await removeItem("details", id);
}

function fromRow({ id, label, is_default, words, rev }: Row): DetailsSet {
  return { id, label, isDefault: is_default === 1, words, rev };
}
