import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { startProblem } from "./start-problem.ts";

export async function openDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw startProblem(
      `The data folder ${folder} can't be read and written (${reason}).`,
      "Mend its permissions, or set DATA_DIR to another folder.",
    );
  }
}
