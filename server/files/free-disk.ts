import fs from "node:fs";
import { dirname } from "node:path";
import { insufficientStorage } from "../errors/errors.ts";
import { noteLimitHit } from "../metrics/limit-hits.ts";

/** The rest of the disk is reserved for documents, sign-ins and the log. */
const LEAST_FREE = 0.05;

/**
 * Rejects large writes while the disk of the SQLite file is nearly full. The disk of PostgreSQL is not
 * visible from here.
 */
export async function requireFreeDisk(file: string | undefined): Promise<void> {
  if (!file) return;
  const { bavail, blocks } = await fs.promises.statfs(dirname(file));
  if (blocks === 0 || bavail / blocks >= LEAST_FREE) return;
  noteLimitHit("free disk");
  throw insufficientStorage("The server's disk is nearly full, so it takes no uploads at the moment.");
}
