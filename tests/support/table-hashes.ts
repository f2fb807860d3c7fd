import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";

/** The number of rows and a hash of the content of each table in an intact SQLite file, in any order. */
export function hashTables(file: string): Record<string, string> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    const tables = database
      .prepare(
        "select name from sqlite_master where type = 'table' and name <> 'backup_contents' order by name",
      )
      .all() as { name: string }[];
    return Object.fromEntries(
      tables.map(({ name }) => {
        const rows = database.prepare(`select * from "${name}"`).all().map(hashRow).sort();
        return [name, `${rows.length} ${createHash("sha256").update(rows.join()).digest("hex")}`];
      }),
    );
  } finally {
    database.close();
  }
}

function hashRow(row: Record<string, unknown>): string {
  const hash = createHash("sha256");
  for (const value of Object.values(row))
    hash.update(value instanceof Uint8Array ? value : String(value)).update("\n");
  return hash.digest("hex");
}
