import { DatabaseSync } from "node:sqlite";

/** Where earlier versions kept the key that signs sessions. */
export const OLD_KEY_ROW = "session_secret";
/** By which nodes find out that one of them has another key. The key can't be had from it. */
export const FINGERPRINT_ROW = "key_fingerprint";

/** Rows of `kept_values` that stay with an installation: no copy of its database holds them. */
export const KEY_ROWS = [OLD_KEY_ROW, FINGERPRINT_ROW];

/** From a copy that nobody has opened yet. Overwritten, and not through a journal, in which they would stay. */
export function removeKeyRows(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec("pragma journal_mode = off; pragma secure_delete = on;");
    copy
      .prepare(`delete from kept_values where name in (${KEY_ROWS.map(() => "?").join()})`)
      .run(...KEY_ROWS);
  } finally {
    copy.close();
  }
}
