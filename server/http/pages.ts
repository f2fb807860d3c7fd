import { randomBytes } from "node:crypto";
import type { Handler } from "hono";
import { isbot } from "isbot";
import type { Settings } from "../settings.ts";
import { DEVELOPMENT_POLICY, policeScripts } from "./content-policy.ts";
import type { Catalogue, PageServices } from "./page-services.ts";
import { describeStatus, plainErrorPage } from "./plain-error-page.ts";
import type { RequestContext, RequestEnv } from "./request.ts";

/** The build's door (app/entry.server.tsx). */
export type RenderPage = (request: Request, services: PageServices) => Promise<Response>;

type Parts = { renderPage: RenderPage; catalogue: Catalogue; settings: Settings };

export function servePages({ renderPage, catalogue, settings }: Parts): Handler<RequestEnv> {
  return async (c) => {
    const scriptMark = randomBytes(18).toString("base64url");
    const answer = await render(c, {
      productName: settings.productName,
      catalogue,
      scriptMark,
      reportError: (err) => c.get("log").error({ err }, "page failed"),
    });
    if (answer.status >= 400 && isbot(c.req.header("user-agent"))) return bareLine(answer.status, c.req.path);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) return answer;
    return withPolicy(answer, scriptMark, settings.mode === "development");
  };

  async function render(c: RequestContext, services: PageServices): Promise<Response> {
    try {
      return await renderPage(c.req.raw, services);
    } catch (error) {
      services.reportError(error);
      return plainErrorPage(500, c.req.path);
    }
  }
}

/** A crawler has no use for an error page: the status and one line. */
function bareLine(status: number, path: string): Response {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return new Response(`${status} ${describeStatus(status, path)}\n`, { status, headers });
}

async function withPolicy(answer: Response, mark: string, development: boolean): Promise<Response> {
  const { html, policy } = policeScripts(await answer.text(), mark);
  const headers = new Headers(answer.headers);
  headers.set("content-security-policy", development ? DEVELOPMENT_POLICY : policy);
  if (answer.status >= 400) headers.set("cache-control", "no-store");
  return new Response(html, { status: answer.status, headers });
}
