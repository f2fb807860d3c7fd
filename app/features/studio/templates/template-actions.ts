import { notify } from "../../../lib/browser/toasts.ts";
import { countItems, removeItem, removeItems, updateItems } from "../../../lib/http/content-client.ts";
import { errorMessage, RefusedCall } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { createDraft } from "../editor/drafts-client.ts";
import { allTypes, catalogueChanged } from "../studio-types.ts";
import type { TemplateRow } from "./listed-templates.ts";
import { type Chosen, formatNames } from "./possible.ts";

/** What is done to templates, each with a message that says it was, and undoes it where that can be done. */

type State = TemplateRow["state"];
type Place = Pick<TemplateRow, "type" | "category">;

const isAre = (rows: readonly unknown[]) => (rows.length === 1 ? "is" : "are");
const wasWere = (rows: readonly unknown[]) => (rows.length === 1 ? "was" : "were");

/** Whatever goes wrong is said; true when it was done. */
async function attempt(what: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    // The server says in its own words why it refuses.
    const message = error instanceof RefusedCall ? errorMessage(error) : `${what}. ${errorMessage(error)}`;
    notify({ kind: "failure", message });
    return false;
  } finally {
    await catalogueChanged();
  }
}

export async function changeState(rows: readonly TemplateRow[], state: State): Promise<void> {
  const done = await attempt("That could not be changed", () =>
    updateItems(
      "templates",
      rows.map(({ id }) => ({ id, state })),
    ),
  );
  if (!done) return;
  notify({
    kind: "fact",
    message: `${formatNames(rows)} ${isAre(rows)} ${formatVisibility(rows, state)}${await formatEmptiedTypes(rows, state)}`,
    action: {
      label: "Undo",
      run: () =>
        void attempt("That could not be undone", () =>
          updateItems(
            "templates",
            rows.map(({ id, state }) => ({ id, state })),
          ),
        ),
    },
  });
}

/** What visitors notice of it. */
function formatVisibility(rows: readonly TemplateRow[], state: State): string {
  if (state === "published") return "published again";
  return `hidden: visitors find ${rows.length === 1 ? "it" : "them"} nowhere, documents made with ${rows.length === 1 ? "it" : "them"} stay`;
}

/** A type of which nothing is shown any more is not shown either. */
async function formatEmptiedTypes(rows: readonly TemplateRow[], state: State): Promise<string> {
  if (state !== "hidden") return "";
  const types = queryClient.getQueryData(allTypes.queryKey) ?? [];
  const names: string[] = [];
  for (const type of new Set(rows.map((row) => row.type))) {
    const shown = { type: { _eq: type }, state: { _eq: "published" } };
    const left = await countItems("templates", shown).catch(() => undefined);
    if (left === 0) names.push(types.find(({ id }) => id === type)?.plural ?? type);
  }
  if (names.length === 0) return "";
  return `. ${names.join(" and ")} ${names.length === 1 ? "has" : "have"} nothing left to show and ${names.length === 1 ? "is" : "are"} not on the site`;
}

export async function moveTo(rows: readonly TemplateRow[], to: Place, place: string): Promise<void> {
  const done = await attempt("They could not be moved", () =>
    updateItems(
      "templates",
      rows.map(({ id, type }) => ({ id, category: to.category, ...(type === to.type ? {} : to) })),
    ),
  );
  if (!done) return;
  notify({
    kind: "fact",
    message: `${formatNames(rows)} ${isAre(rows)} in ${place} now`,
    action: {
      label: "Undo",
      run: () =>
        void attempt("They could not be moved back", () =>
          updateItems(
            "templates",
            rows.map(({ id, type, category, url }) => ({ id, type, category, url })),
          ),
        ),
    },
  });
}

/** A draft for each; the id of the only one, which is opened then. */
export async function duplicate(rows: readonly Pick<TemplateRow, "id">[]): Promise<string | undefined> {
  const made: string[] = [];
  await attempt("The draft could not be made", async () => {
    for (const { id } of rows) made.push((await createDraft({ from: { copy: id } })).id);
  });
  if (rows.length > 1 && made.length > 0)
    notify({ kind: "fact", message: `${made.length} drafts were made` });
  return rows.length === 1 ? made[0] : undefined;
}

/** The draft in which a template is changed: a new one, or the one that somebody has begun. */
export async function openDraft(from: { template: string }): Promise<string | undefined> {
  let id: string | undefined;
  await attempt("The draft could not be opened", async () => {
    id = (await createDraft({ from })).id;
  });
  return id;
}

/** Asked before: this can't be undone. */
export async function remove({ templates, drafts }: Chosen): Promise<void> {
  const all = [...templates, ...drafts];
  const done = await attempt("That could not be deleted", async () => {
    if (templates.length > 0)
      await removeItems(
        "templates",
        templates.map(({ id }) => id),
      );
    for (const { id } of drafts) await removeItem("template_drafts", id);
  });
  if (done) notify({ kind: "fact", message: `${formatNames(all)} ${wasWere(all)} deleted` });
}
