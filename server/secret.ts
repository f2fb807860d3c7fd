import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "./settings.ts";
import { startProblem } from "./start-problem.ts";

/** The set secret, or one made at the first start and kept, so that sessions survive a restart. */
export async function keepSecret(settings: Settings): Promise<string> {
  if (settings.secret) return settings.secret;
  const file = join(settings.dataDir, "secret");
  try {
    // "wx" lets exactly one of two servers that start together make it.
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const kept = (await readFile(file, "utf8")).trim();
  if (kept.length < 32)
    throw startProblem(
      `The secret in ${file} is cut short.`,
      "Delete the file (everybody signs in again) or set SECRET.",
    );
  return kept;
}
