import { existsSync } from "node:fs";
import { startProblem } from "../kernel/errors.ts";
import type { RenderPage } from "./pages.ts";

const BUILD = new URL("../../build/server/index.js", import.meta.url);

type ServerBuild = { entry: { module: { createPages(build: ServerBuild, mode: string): RenderPage } } };

/** The pages as `react-router build` left them. */
export async function loadBuiltPages(): Promise<RenderPage> {
  if (!existsSync(BUILD))
    throw startProblem("The pages are not built.", "Run `npm start`, which builds them.");
  const build = (await import(BUILD.href)) as ServerBuild;
  return build.entry.module.createPages(build, "production");
}
