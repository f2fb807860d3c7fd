import { readFileSync } from "node:fs";
import { installedPath } from "../config/program-files.ts";
import { type Db, isOlder } from "../database/connect.ts";
import { MIGRATIONS } from "../database/migrate.ts";
import { readStoredValue, replaceStoredValue } from "../database/stored-values.ts";

/**
 * While a site with several nodes is upgraded, an older and a newer version of the program run on one database. What the program brings
 * along (the library, the texts of the site's own pages, how pages are drawn) is then the newer one's to keep: the older one would take
 * it back at its next start. A row of `kept_values` names the newest that has been here.
 */
export type Program = {
  version: string;
  /** The newest migration it knows: distinguishes versions with the same number. */
  step: number;
  /** Its build of the pages. */
  build?: string | undefined;
};

const ROW = "newest program";

export function readProgram(): Program {
  const { version } = JSON.parse(readFileSync(installedPath("package.json"), "utf8")) as { version: string };
  return { version, step: MIGRATIONS.at(-1)?.number ?? 0 };
}

/** At every start. Of programs that are as new as each other the one that was started last counts. */
export async function joinPrograms(db: Db, program: Program): Promise<void> {
  for (;;) {
    const read = await readStoredValue(db, ROW);
    if (read && isOlderProgram(program, asProgram(read))) return;
    if (await replaceStoredValue(db, ROW, { read, value: JSON.stringify(program) })) return;
  }
}

/** Whether no newer one has been here. */
export async function isNewestProgram(db: Db, program: Program): Promise<boolean> {
  const newest = await findNewestProgram(db);
  return !newest || !isOlderProgram(program, newest);
}

export async function findNewestProgram(db: Db): Promise<Program | undefined> {
  const stored = await readStoredValue(db, ROW);
  return stored === undefined ? undefined : asProgram(stored);
}

/** An operator goes back to this version. */
export async function makeNewestProgram(db: Db, program: Program): Promise<void> {
  const value = JSON.stringify(program);
  await db
    .insertInto("kept_values")
    .values({ name: ROW, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

function isOlderProgram(one: Program, other: Program): boolean {
  return one.version === other.version ? one.step < other.step : isOlder(one.version, other.version);
}

function asProgram(stored: string): Program {
  return JSON.parse(stored) as Program; // only ever written here
}
