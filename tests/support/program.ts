import { fileURLToPath } from "node:url";
import { buildWhenStale } from "../../scripts/setup/build.mjs";

/** What `npm start` and `npm run typecase` run. */
export const SERVER = fileURLToPath(new URL("../../build/program/server/main.js", import.meta.url));
export const COMMAND_LINE = fileURLToPath(new URL("../../build/program/cli/main.js", import.meta.url));

/** Builds them from the current sources before the tests (vitest's `globalSetup`). */
export default function setup(): void {
  if (!buildWhenStale(process.execPath, ["program"])) throw new Error("the program could not be built");
}
