import type { TemplateMove } from "../../../../contract/templates/template-moves.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { createItem } from "../../../lib/http/content-client.ts";
import { call, errorMessage, RefusedCall } from "../../../lib/http/http-client.ts";
import { catalogueChanged, type StudioType } from "../studio-types.ts";

/** Changes of types. Each says what it knew before, so that two operators at once never undo each other's work. */

/** Whatever goes wrong is said, and what there is now is shown; true when it was done. */
async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work();
    if (done) notify({ kind: "fact", message: done });
    return true;
  } catch (error) {
    const isMoved = error instanceof RefusedCall && error.status === 412;
    const message = isMoved
      ? "Somebody else has changed this meanwhile. Nothing of yours was saved; this is how it is now."
      : errorMessage(error);
    notify({ kind: "failure", message });
    return false;
  } finally {
    await catalogueChanged();
  }
}

type Change = Partial<Omit<StudioType, "id">>;

/** The fields that are changed, as they were. */
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
  return attempt(() => createItem("types", type), `${type.plural} was made`);
}

export function dropType(type: StudioType, moves: readonly TemplateMove[]): Promise<boolean> {
  return attempt(
    () => call(`items/types/${type.id}`, { method: "DELETE", json: { moves } }),
    `${type.plural} was dropped`,
  );
}

/** Types in their new order; only those whose place changes are written, all of them or none. */
export function orderTypes(types: readonly StudioType[]): Promise<boolean> {
  const json = types.flatMap((type, index) => {
    const sort = (index + 1) * 10;
    return type.sort === sort ? [] : [{ id: type.id, sort, was: { sort: type.sort } }];
  });
  if (json.length === 0) return Promise.resolve(true);
  return attempt(() => call("items/types?fields=id", { method: "PATCH", json }));
}
