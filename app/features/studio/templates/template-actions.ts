import { plural, t } from "@lingui/core/macro";
import { notify } from "../../../lib/browser/toasts.ts";
import { countItems, removeItem, removeItems, updateItems } from "../../../lib/http/content-client.ts";
import { errorMessage, RefusedCall } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { createDraft } from "../editor/drafts-client.ts";
import { allTypes, catalogueChanged, shownTypeName } from "../studio-types.ts";
import type { TemplateRow } from "./listed-templates.ts";
import { formatNames, type Selected } from "./possible-actions.ts";

/** Actions on templates. Each shows a message, with Undo where possible. */

type State = TemplateRow["state"];
type Place = Pick<TemplateRow, "type" | "category">;

/** Shows a failure. Resolves to whether it succeeded. */
async function attempt(outcome: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    // The server's own message explains a refusal.
    const message = error instanceof RefusedCall ? errorMessage(error) : `${outcome} ${errorMessage(error)}`;
    notify({ kind: "failure", message });
    return false;
  } finally {
    await catalogueChanged();
  }
}

export async function changeState(rows: readonly TemplateRow[], state: State): Promise<void> {
  const done = await attempt(t`We couldn’t save the change.`, () =>
    updateItems(
      "templates",
      rows.map(({ id }) => ({ id, state })),
    ),
  );
  if (!done) return;
  const names = formatNames(rows);
  const count = rows.length;
  notify({
    kind: "fact",
    message: [
      state === "published"
        ? plural(count, { one: `${names} republished.`, other: `${names} republished.` })
        : plural(count, {
            one: `${names} hidden. Existing documents aren’t affected.`,
            other: `${names} hidden. Existing documents aren’t affected.`,
          }),
      ...(await formatEmptiedTypes(rows, state)),
    ].join(" "),
    action: {
      label: t`Undo`,
      run: () =>
        void attempt(t`We couldn’t undo the change.`, () =>
          updateItems(
            "templates",
            rows.map(({ id, state }) => ({ id, state })),
          ),
        ),
    },
  });
}

/** One sentence for each type that has no visible templates left. */
async function formatEmptiedTypes(rows: readonly TemplateRow[], state: State): Promise<string[]> {
  if (state !== "hidden") return [];
  const types = queryClient.getQueryData(allTypes.queryKey) ?? [];
  const names: string[] = [];
  for (const type of new Set(rows.map((row) => row.type))) {
    const shown = { type: { _eq: type }, state: { _eq: "published" } };
    const left = await countItems("templates", shown).catch(() => undefined);
    const stored = types.find(({ id }) => id === type)?.plural ?? type;
    if (left === 0) names.push(shownTypeName(type, stored));
  }
  return names.map(
    (name) => t`The type ${name} has no visible templates left and is no longer shown on the site.`,
  );
}

export async function moveTo(rows: readonly TemplateRow[], to: Place, place: string): Promise<void> {
  const done = await attempt(t`We couldn’t move the templates.`, () =>
    updateItems(
      "templates",
      rows.map(({ id, type }) => ({ id, category: to.category, ...(type === to.type ? {} : to) })),
    ),
  );
  if (!done) return;
  const names = formatNames(rows);
  notify({
    kind: "fact",
    message: plural(
      { count: rows.length },
      {
        one: `${names} moved to ${place}.`,
        other: `${names} moved to ${place}.`,
      },
    ),
    action: {
      label: t`Undo`,
      run: () =>
        void attempt(t`We couldn’t move the templates back.`, () =>
          updateItems(
            "templates",
            rows.map(({ id, type, category, url }) => ({ id, type, category, url })),
          ),
        ),
    },
  });
}

/** Makes a draft of each template. Resolves to its id if there is only one. */
export async function duplicate(rows: readonly Pick<TemplateRow, "id">[]): Promise<string | undefined> {
  const made: string[] = [];
  await attempt(t`We couldn’t create the draft.`, async () => {
    for (const { id } of rows) made.push((await createDraft({ from: { copy: id } })).id);
  });
  if (rows.length > 1 && made.length > 0)
    notify({
      kind: "fact",
      message: plural({ count: made.length }, { one: "# draft created.", other: "# drafts created." }),
    });
  return rows.length === 1 ? made[0] : undefined;
}

/** Opens the draft of a template, or makes one. */
export async function openDraft(from: { template: string }): Promise<string | undefined> {
  let id: string | undefined;
  await attempt(t`We couldn’t open the draft.`, async () => {
    id = (await createDraft({ from })).id;
  });
  return id;
}

/** Can't be undone; the caller asks for confirmation. */
export async function remove({ templates, drafts }: Selected): Promise<void> {
  const all = [...templates, ...drafts];
  const done = await attempt(t`We couldn’t delete the templates.`, async () => {
    if (templates.length > 0)
      await removeItems(
        "templates",
        templates.map(({ id }) => id),
      );
    for (const { id } of drafts) await removeItem("template_drafts", id);
  });
  if (!done) return;
  const names = formatNames(all);
  notify({
    kind: "fact",
    message: plural({ count: all.length }, { one: `${names} deleted.`, other: `${names} deleted.` }),
  });
}
