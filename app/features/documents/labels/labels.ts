import { plural } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import { MAX_LABEL_LENGTH, MAX_LABELS } from "../../../../contract/limits.ts";
import { countItemsBy, updateItems } from "../../../lib/http/content-client.ts";
import { pageLocale } from "../../../lib/i18n/intl.ts";
import { type DocumentRow, forgetDocumentLists } from "../documents.ts";

/** Labels that people give to their documents. */

export type LabelCount = { label: string; count: number };

/** enough for the list; the search finds the rest */
const MAX_SHOWN = 200;

/** A person's labels with the number of documents, counted by the database. */
export function labelsOf(userId: string) {
  return queryOptions({
    queryKey: ["documents", userId, "labels"],
    staleTime: 0,
    queryFn: async (): Promise<LabelCount[]> => {
      const counts = await countItemsBy("document_labels", "label", {
        filter: { user_id: { _eq: userId } },
        limit: MAX_SHOWN,
      });
      return counts
        .map(({ value, count }) => ({ label: value, count }))
        .sort((one, other) => one.label.localeCompare(other.label, pageLocale()));
    },
  });
}

export function labelsIn({ labels }: Pick<DocumentRow, "labels">): string[] {
  return labels.map(({ label }) => label);
}

/** Labels to add or remove in all selected documents; others are unchanged. */
export type LabelChange = ReadonlyMap<string, boolean>;

type Had = "all" | "some" | "none";

/** How many of the selected documents have a label. */
export function howManyHave(label: string, documents: readonly Pick<DocumentRow, "labels">[]): Had {
  const count = documents.filter((document) => labelsIn(document).includes(label)).length;
  return count === 0 ? "none" : count === documents.length ? "all" : "some";
}

/** The labels of a document after the change. */
export function changeLabels(labels: readonly string[], change: LabelChange): string[] {
  const remaining = labels.filter((label) => change.get(label) !== false);
  const added = [...change].flatMap(([label, isWanted]) =>
    isWanted && !remaining.includes(label) ? [label] : [],
  );
  return [...remaining, ...added];
}

/** A typed label in its stored spelling, if there is one. */
export function readTyped(typed: string, known: readonly string[]): string {
  const label = typed.normalize().replace(/\s+/g, " ").trim();
  return known.find((each) => each.toLowerCase() === label.toLowerCase()) ?? label;
}

/** The message why a change is refused; undefined if it is allowed. */
export function refuseChange(
  documents: readonly Pick<DocumentRow, "labels" | "title">[],
  change: LabelChange,
): string | undefined {
  const long = [...change.keys()].find((label) => [...label].length > MAX_LABEL_LENGTH);
  if (long)
    return plural(
      { most: MAX_LABEL_LENGTH },
      {
        one: `“${long}” is too long. A label can have up to # character.`,
        other: `“${long}” is too long. A label can have up to # characters.`,
      },
    );
  const full = documents.find((document) => changeLabels(labelsIn(document), change).length > MAX_LABELS);
  if (!full) return undefined;
  const { title } = full;
  return plural(
    { most: MAX_LABELS },
    {
      one: `“${title}” can’t have more than # label.`,
      other: `“${title}” can’t have more than # labels.`,
    },
  );
}

/** Changes all documents or none. */
export async function saveLabels(documents: readonly DocumentRow[], change: LabelChange): Promise<void> {
  await updateItems(
    "documents",
    documents.map((document) => ({
      id: document.id,
      labels: changeLabels(labelsIn(document), change).map((label) => ({ label })),
    })),
  );
  forgetDocumentLists();
}
