import { constants, existsSync } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, startProblem } from "./errors.ts";

export async function openDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = codeOf(error) || "unknown reason";
    throw startProblem(
      `The data folder ${folder} can't be read and written (${reason}).`,
      "Mend its permissions, or set DATA_DIR to another folder.",
    );
  }
}

// Not mkdir's own `recursive`: it never returns where a folder can't be made although its parent is there, as in /proc.
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (!existsSync(parent)) await makeFolder(parent);
  await mkdir(folder);
}
