import { existsSync } from "node:fs";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import type { PageServices } from "../../contract/page-services.ts";
import { installedPath } from "../config/program-files.ts";
import { startProblem } from "../errors/errors.ts";
import { type ListedRoutes, pagePatterns } from "../metrics/route-names.ts";

/** Renders one page. Made by app/entry.server.tsx. */
export type RenderPage = (request: Request, services: PageServices) => Promise<Response>;

const BUILD = installedPath("build/server/index.js");

/** The framework's build of app/, whose type neither a dynamic `import` nor Vite knows. */
type ServerBuild = {
  routes: ListedRoutes;
  entry: { module: { createPages(build: ServerBuild, mode: string): RenderPage } };
};

/** Loads the pages that `react-router build` made. */
export async function loadBuiltPages(): Promise<RenderPage> {
  if (!existsSync(BUILD))
    throw startProblem("The pages are not built.", "Run `npm start`, which builds them.");
  const build = (await import(pathToFileURL(BUILD).href)) as ServerBuild;
  return build.entry.module.createPages(build, "production");
}

/** The paths of all pages, as the site map has them. */
export async function builtPagePatterns(): Promise<string[]> {
  const build = (await import(pathToFileURL(BUILD).href)) as ServerBuild;
  return pagePatterns(build.routes);
}

type DevelopmentPages = {
  renderPage: RenderPage;
  /** Lets Vite serve its own modules, and passes all other requests on. */
  before(listener: RequestListener): (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  close(): Promise<void>;
};

/** Pages straight from the sources with hot reload, through Vite on the same http server. */
export async function openDevelopmentPages(server: Server): Promise<DevelopmentPages> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  return {
    async renderPage(request, services) {
      const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild;
      return build.entry.module.createPages(build, "development")(request, services);
    },
    before: (listener) => (incoming, outgoing) =>
      vite.middlewares(incoming, outgoing, () => listener(incoming, outgoing)),
    close: () => vite.close(),
  };
}
