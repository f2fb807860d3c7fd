import type { Catalogue } from "../catalogue/catalogue-version.ts";
import type { RowRule } from "../content/access.ts";
import type { Dialect } from "../content/conditions.ts";
import type { Payload } from "../content/payload.ts";
import type { Db } from "../database/connect.ts";
import type { Viewer } from "../kernel/viewer.ts";

export type ContactMessage = { name: string; email: string; subject: string; message: string };

/** Has a contact message mailed, in the transaction that keeps it. */
export type ForwardMessage = (db: Db, message: ContactMessage) => Promise<void>;

/** What a write has at hand: everything goes through the transaction's `db`. */
export type Writing = {
  db: Db;
  dialect: Dialect;
  catalogue: Catalogue;
  viewer: Viewer;
  now: Date;
  /** The revision that a PATCH says it started from (`If-Match`). */
  base: number | undefined;
  forwardMessage: ForwardMessage | undefined;
};

/**
 * How a collection is written. `rows` says which rows the viewer may touch; "not there" and "not yours" are the
 * same answer (undefined, or false), and the caller turns it into an error.
 */
export type Keeper = {
  create?(writing: Writing, payload: Payload, writable: readonly string[]): Promise<string>;
  update?(
    writing: Writing,
    id: string,
    payload: Payload,
    writable: readonly string[],
    rows: RowRule,
  ): Promise<string | undefined>;
  remove?(writing: Writing, id: string, rows: RowRule): Promise<boolean>;
};

/** The id under which a viewer's own rows are kept; operators by token have none. */
export function ownerOf(viewer: Viewer): string | null {
  return viewer.role === "visitor" ? null : viewer.userId;
}
