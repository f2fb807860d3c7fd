import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { startProblem } from "../server/kernel/errors.ts";
import { readSettings, type Settings } from "../server/kernel/settings.ts";
import { type Command, UsageError } from "./commands.ts";
import { copySqlite, replaceSqlite } from "./sqlite-copy.ts";
import { shownPath } from "./terminal.ts";

const FILE = "typecase.sqlite";

export const backup: Command = {
  name: "backup",
  takes: "FILE",
  does: "Copies the database into a file, whole and consistent, while the server goes on running.",
  options: {},
  async run({ positionals, terminal }) {
    const target = requireFile(positionals);
    const settings = requireSqlite("pg_dump --format=custom --file=FILE DATABASE_URL");
    const source = path.join(settings.dataDir, FILE);
    if (!existsSync(source))
      throw startProblem(`There is no database at ${source} yet.`, "Set DATA_DIR to where it is.");
    if (existsSync(target))
      throw startProblem(`${shownPath(target)} is already there.`, "Choose another name.");
    mkdirSync(path.dirname(path.resolve(target)), { recursive: true });
    const { step, accounts, templates } = copySqlite(source, target);
    terminal.print(`${shownPath(target)}: step ${step}, ${accounts} accounts, ${templates} templates`);
    return 0;
  },
};

export const restore: Command = {
  name: "restore",
  takes: "FILE",
  does: "Puts a backup in the database's place; the server has to be stopped, and what was there is kept beside it.",
  options: {},
  async run({ positionals, terminal }) {
    const source = requireFile(positionals);
    const settings = requireSqlite("pg_restore --clean --if-exists --dbname=DATABASE_URL FILE");
    if (!existsSync(source))
      throw startProblem(`There is no file ${shownPath(source)}.`, "Give the path of a backup.");
    mkdirSync(settings.dataDir, { recursive: true });
    const { kept, contents } = replaceSqlite(source, path.join(settings.dataDir, FILE), new Date());
    if (kept) terminal.print(`What was there before is in ${shownPath(kept)}`);
    terminal.print(
      `Restored from ${shownPath(source)}: step ${contents.step}, ${contents.accounts} accounts, ${contents.templates} templates`,
    );
    return 0;
  },
};

function requireFile(positionals: string[]): string {
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new UsageError("Say which file: one path");
  return file;
}

function requireSqlite(instead: string): Settings {
  const settings = readSettings();
  if (!settings.databaseUrl) return settings;
  throw startProblem("The database is PostgreSQL, which has its own tools for this.", `Use: ${instead}`);
}
