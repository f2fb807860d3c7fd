import { buildWhenStale } from "../../scripts/setup/build.mjs";

/** Builds the pages from today's sources before a test asks for one (vitest's `globalSetup`). */
export default function setup(): void {
  if (!buildWhenStale(process.execPath, ["pages"])) throw new Error("the pages could not be built");
}
