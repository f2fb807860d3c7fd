import { rmSync } from "node:fs";
import { join } from "node:path";
import { SETUP_FILE } from "../config/data-folder.ts";
import { writePrivateFile } from "../config/private-files.ts";
import type { Database } from "../database/connect.ts";
import type { Log } from "../log/logging.ts";
import { makeSetupLink } from "./first-operator.ts";

type Parts = {
  database: Database;
  log: Log;
  dataDir: string;
  /** Where the site is, for the link. */
  address: string;
  /** A terminal shows the link; otherwise it is written to a file that only the server's user can read. */
  isTerminal: boolean;
};

/**
 * At every start without an operator: a link that creates one and invalidates the previous link. It is
 * returned for a terminal and is in no log.
 */
export async function offerSetup({
  database,
  log,
  dataDir,
  address,
  isTerminal,
}: Parts): Promise<string | undefined> {
  removeSetupFile(dataDir);
  const secret = await makeSetupLink(database);
  if (!secret) return undefined;
  const link = `${address}/setup?token=${secret}`;
  if (isTerminal) return link;
  const file = join(dataDir, SETUP_FILE);
  writePrivateFile(file, `${link}\n`);
  log.info({ file }, "this library has no operator yet; the link in this file creates the first one, once");
  return undefined;
}

/** When it has been used, or was replaced by another. */
export function removeSetupFile(dataDir: string): void {
  rmSync(join(dataDir, SETUP_FILE), { force: true });
}
