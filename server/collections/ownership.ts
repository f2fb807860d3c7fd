import { ownerOf } from "../content/access.ts";
import type { Write } from "../content/collection.ts";
import type { Payload } from "../content/payload.ts";
import { failedValidation, forbiddenAction, forbiddenItem } from "../errors/errors.ts";

/** Whose a new item is: the viewer's. Naming somebody else, or being nobody, is refused. */
export function requireOwner({ viewer }: Write, payload: Payload, collection: string): string {
  const owner = ownerOf(viewer);
  if (!owner) throw forbiddenAction("create", collection);
  if (payload.user_id !== undefined && payload.user_id !== owner) throw forbiddenItem();
  return owner;
}

/** An item does not change hands. */
export function requireSameOwner(payload: Payload, stored: { user_id: string }): void {
  if (payload.user_id !== undefined && payload.user_id !== stored.user_id) throw forbiddenItem();
}

export function readRevision(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw failedValidation("rev", "number", "Value has to be the revision the change started from.");
  return value;
}
