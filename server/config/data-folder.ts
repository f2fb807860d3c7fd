import { constants, existsSync, readdirSync } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf, startProblem } from "../errors/errors.ts";
import { makePrivate } from "./private-files.ts";

export const KEY_FILE = "signing-key";
/** The link that creates the first operator, if there is none and the start has no terminal. */
export const SETUP_FILE = "setup-link";
export const DATABASE_FILE = "typecase.sqlite";
export const BACKUPS = "backups";

const PRIVATE = /^(?:typecase\.sqlite|signing-key|setup-link)/; // the database with its companion files, and secrets
const OURS = /^(?:typecase\.sqlite.*|signing-key.*|setup-link.*|backups|builds|engine|fonts|lost\+found)$/;

/** Creates the folder if needed and removes other users' permissions from it. */
export async function openDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    makeContentsPrivate(folder);
  } catch (error) {
    const reason = codeOf(error) || "unknown reason";
    throw startProblem(
      `The data folder ${folder} can't be read and written (${reason}).`,
      "Correct its permissions, or set DATA_DIR to another folder.",
    );
  }
}

/** Whether a server used the folder before. */
export function hasDatabaseFile(folder: string): boolean {
  return existsSync(join(folder, DATABASE_FILE));
}

function makeContentsPrivate(folder: string): void {
  const names = readdirSync(folder);
  for (const name of names) if (PRIVATE.test(name)) makePrivate(join(folder, name));
  const backups = join(folder, BACKUPS);
  if (names.includes(BACKUPS)) {
    for (const name of readdirSync(backups)) makePrivate(join(backups, name));
    makePrivate(backups);
  }
  // A shared folder such as /tmp stays open; only our files in it are made private.
  if (names.every((name) => OURS.test(name))) makePrivate(folder);
}

// Not mkdir's own `recursive`: it never returns if a folder can't be created although its parent exists, as
// in /proc.
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (!existsSync(parent)) await makeFolder(parent);
  await mkdir(folder, 0o700);
}
