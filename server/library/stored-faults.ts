import type { LibraryFaults } from "../../contract/templates/library-faults.ts";
import type { Db } from "../database/connect.ts";
import { readStoredValue } from "../database/stored-values.ts";
import type { FolderFault } from "./folder.ts";

const ROW = "library_faults";
const MAX_STORED = 100;

/** What the last import could not read, shown to operators in the studio. */
export async function storeFaults(
  db: Db,
  faults: readonly FolderFault[],
  total = faults.length,
): Promise<void> {
  const stored: LibraryFaults = { faults: faults.slice(0, MAX_STORED), total };
  const value = JSON.stringify(stored);
  if (value === JSON.stringify(await readFaults(db))) return;
  await db
    .insertInto("kept_values")
    .values({ name: ROW, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function readFaults(db: Db): Promise<LibraryFaults> {
  const value = await readStoredValue(db, ROW);
  return value === undefined ? { faults: [], total: 0 } : JSON.parse(value);
}
