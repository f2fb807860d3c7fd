import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { readSettings } from "../server/config/settings.ts";
import { messageOf, StartProblem, startProblem } from "../server/errors/errors.ts";
import { backupFolder, newestBackup } from "../server/operations/backup-files.ts";
import { type Contents, describeContents } from "./backup/backup-file.ts";
import { copyPostgres, replacePostgres } from "./backup/postgres-database.ts";
import { drillPostgres, drillSqlite } from "./backup/restore-drill.ts";
import { copySqlite, replaceSqlite } from "./backup/sqlite-database.ts";
import { type Command, UsageError } from "./commands.ts";
import { shownPath } from "./terminal.ts";

const FILE = "typecase.sqlite";

export const backup: Command = {
  name: "backup",
  takes: "FILE",
  does: "Copies the whole database into a file while the server keeps running.",
  options: {},
  async run({ positionals, terminal }) {
    const target = path.resolve(requireFile(positionals));
    const { dataDir, databaseUrl } = readSettings();
    const source = path.join(dataDir, FILE);
    if (!databaseUrl && !existsSync(source))
      throw startProblem(`There is no database at ${source} yet.`, "Set DATA_DIR to where it is.");
    if (existsSync(target))
      throw startProblem(`${shownPath(target)} is already there.`, "Choose another name.");
    const contents = await copyTo(target, () =>
      databaseUrl ? copyPostgres(databaseUrl, target) : copySqlite(source, target),
    );
    terminal.print(`${shownPath(target)}: ${describeContents(contents)}`);
    return 0;
  },
};

async function copyTo(target: string, copy: () => Contents | Promise<Contents>): Promise<Contents> {
  try {
    mkdirSync(path.dirname(target), { recursive: true });
    return await copy();
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw startProblem(
      `No backup was made: ${shownPath(target)} can't be written (${messageOf(error)}).`,
      "Choose another place, or free some space there.",
    );
  }
}

export const drillRestore: Command = {
  name: "restore drill",
  takes: "[FILE]",
  does: "Restores the newest backup, or this one, into a place of its own, compares every row, and removes it; nothing that is there is touched.",
  options: {},
  async run({ positionals, terminal }) {
    const settings = readSettings();
    const folder = backupFolder(settings);
    const source = positionals.length > 0 ? path.resolve(requireFile(positionals)) : newestBackup(folder);
    if (!source || !existsSync(source))
      throw startProblem(
        source ? `There is no file ${shownPath(source)}.` : `There is no backup in ${shownPath(folder)}.`,
        "Make one with `typecase backup`, or give the path of one.",
      );
    const began = performance.now();
    const contents = settings.databaseUrl
      ? await drillPostgres(source, settings.databaseUrl)
      : await drillSqlite(source, folder);
    const digests = Object.values(contents.digests);
    const rows = digests.reduce((sum, each) => sum + each.rows, 0);
    terminal.print(
      `${shownPath(source)} can be restored: ${describeContents(contents)}; ${rows.toLocaleString("en")} rows of ${digests.length} tables are as they were backed up, and this version can work with them (${((performance.now() - began) / 1000).toFixed(1)} s). What was restored for it is removed.`,
    );
    return 0;
  },
};

export const restore: Command = {
  name: "restore",
  takes: "FILE",
  does: "Replaces the database by a backup. Stop the server first. The previous database is set aside.",
  options: {},
  async run({ positionals, terminal }) {
    const source = path.resolve(requireFile(positionals));
    const { dataDir, databaseUrl } = readSettings();
    if (!existsSync(source))
      throw startProblem(`There is no file ${shownPath(source)}.`, "Give the path of a backup.");
    const time = new Date().toISOString().replace(/[:.]/g, "-");
    const asideFile = path.join(dataDir, "backups", `before-restore-${time}.sqlite`);
    mkdirSync(path.dirname(asideFile), { recursive: true, mode: 0o700 });
    const { setAside, contents } = databaseUrl
      ? await replacePostgres(source, databaseUrl, asideFile)
      : replaceSqlite(source, path.join(dataDir, FILE), asideFile);
    if (setAside.length > 0)
      terminal.print(`The previous database is in ${setAside.map(shownPath).join(", ")}`);
    terminal.print(`Restored from ${shownPath(source)}: ${describeContents(contents)}`);
    return 0;
  },
};

function requireFile(positionals: string[]): string {
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UsageError("Give the path of one file");
  return file;
}
