import { t } from "@lingui/core/macro";
import type { TemplateMove } from "../../../../contract/templates/template-moves.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { createItem } from "../../../lib/http/content-client.ts";
import { call, errorMessage, RefusedCall } from "../../../lib/http/http-client.ts";
import { catalogueChanged, type StudioType } from "../studio-types.ts";

/** Changes of types. Each sends the previous values, so that two operators never overwrite each other. */

/** Shows a failure and reloads the current state. Resolves to whether it succeeded. */
async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work();
    if (done) notify({ kind: "fact", message: done });
    return true;
  } catch (error) {
    const isMoved = error instanceof RefusedCall && error.status === 412;
    const message = isMoved
      ? t`Someone else changed this in the meantime, so your change wasn’t saved. The current version is shown.`
      : errorMessage(error);
    notify({ kind: "failure", message });
    return false;
  } finally {
    await catalogueChanged();
  }
}

type Change = Partial<Omit<StudioType, "id">>;

/** The previous values of the changed fields. */
function wasOf(type: StudioType, change: Change): Change {
  return Object.fromEntries(Object.keys(change).map((name) => [name, type[name as keyof StudioType]]));
}

export function changeType(
  type: StudioType,
  change: Change,
  { moves = [], done }: { moves?: readonly TemplateMove[]; done?: string } = {},
): Promise<boolean> {
  const json = { ...change, moves, was: wasOf(type, change) };
  return attempt(() => call(`items/types/${type.id}`, { method: "PATCH", json }), done);
}

export function makeType(type: StudioType): Promise<boolean> {
  const name = type.plural;
  return attempt(() => createItem("types", type), t`${name} created.`);
}

export function deleteType(type: StudioType, moves: readonly TemplateMove[]): Promise<boolean> {
  const name = type.plural;
  return attempt(
    () => call(`items/types/${type.id}`, { method: "DELETE", json: { moves } }),
    t`${name} deleted.`,
  );
}

/** Stores a new order; only types whose position changes are written, all or none. */
export function orderTypes(types: readonly StudioType[]): Promise<boolean> {
  const json = types.flatMap((type, index) => {
    const sort = (index + 1) * 10;
    return type.sort === sort ? [] : [{ id: type.id, sort, was: { sort: type.sort } }];
  });
  if (json.length === 0) return Promise.resolve(true);
  return attempt(() => call("items/types?fields=id", { method: "PATCH", json }));
}
