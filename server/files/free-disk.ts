import fs from "node:fs";
import { dirname } from "node:path";
import { insufficientStorage } from "../errors/errors.ts";
import { noteLimitHit } from "../metrics/limit-hits.ts";

/** The last of the disk is for what people write: documents, sign-ins, the log. */
const LEAST_FREE = 0.05;

/** Refuses what takes megabytes while the disk of the SQLite file is nearly full. The disk of PostgreSQL can't be seen from here. */
export async function requireFreeDisk(file: string | undefined): Promise<void> {
  if (!file) return;
  const { bavail, blocks } = await fs.promises.statfs(dirname(file));
  if (blocks === 0 || bavail / blocks >= LEAST_FREE) return;
  noteLimitHit("free disk");
  throw insufficientStorage("The server's disk is nearly full, so it takes no uploads at the moment.");
}
