import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from "react-router";
import type { PageServices } from "../contract/page-services.ts";
import { pageServices } from "./lib/pages/page-data.ts";
import { deferScripts, ScriptMark } from "./shell/inline-scripts.ts";

/**
 * The server calls this for every page. The handler and the context are created here, inside the build,
 * because a context is compared by identity: the server's own copy of the module would create a different one.
 */
export function createPages(build: ServerBuild, mode: string) {
  const handle = createRequestHandler(build, mode);
  return (request: Request, services: PageServices): Promise<Response> => {
    const context = new RouterContextProvider();
    context.set(pageServices, services);
    return handle(request, context);
  };
}

export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { scriptMark, reportError } = loadContext.get(pageServices);
  let failed = false;
  const html = await renderWhole(
    <ScriptMark value={scriptMark}>
      <ServerRouter context={routerContext} url={request.url} nonce={scriptMark} />
    </ScriptMark>,
    scriptMark,
    (error) => {
      failed = true;
      reportError(error);
    },
  );
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(import.meta.env.PROD ? deferScripts(html) : html, {
    status: failed ? 500 : status,
    headers,
  });
}

/** The page is answered whole: the policy header needs the hashes of all its scripts, and caches need its bytes. */
function renderWhole(
  page: React.ReactNode,
  nonce: string,
  onError: (error: unknown) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collector = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    collector.on("finish", () => resolve(Buffer.concat(chunks).toString("utf8")));
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(collector),
      onShellError: reject,
      onError,
    });
  });
}

export function handleError(error: unknown, args: { request: Request; context: unknown }): void {
  if (args.request.signal.aborted || isRouteErrorResponse(error)) return;
  if (args.context instanceof RouterContextProvider) args.context.get(pageServices).reportError(error);
}
