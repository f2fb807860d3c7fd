import { buildWhenStale } from "../../scripts/setup/build.mjs";

/** Builds the pages from the current sources before the tests (vitest's `globalSetup`). */
export default function setup(): void {
  if (!buildWhenStale(process.execPath, ["pages"])) throw new Error("the pages could not be built");
}
