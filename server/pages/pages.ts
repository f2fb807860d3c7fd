import { randomBytes } from "node:crypto";
import type { Handler } from "hono";
import { FORM_SENT_EARLY, type PageServices, type PageTranslations } from "../../contract/page-services.ts";
import { splitLanguage } from "../../contract/site/interface-languages.ts";
import { PRIVATE_PARAMETER, type PrivateKind, privateKindOf } from "../../contract/site/private-pages.ts";
import { lookQuery, readTriedLook } from "../../contract/templates/looks.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { issuerNameOf, type Settings } from "../config/settings.ts";
import type { Content } from "../content/content.ts";
import { PAGE_PARAMETERS } from "../limits/limits.ts";
import type { Releases } from "../releases/releases.ts";
import { plainErrorPage } from "../request/plain-error-page.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import { fnv1a, type StoredResponse, sendStored, storeResponse } from "../request/stored-response.ts";
import type { Shares } from "../shares/shares.ts";
import type { SiteSettings } from "../site/site-settings.ts";
import { allowOwnScripts, DEVELOPMENT_POLICY } from "./content-policy.ts";
import { findMovedPage } from "./moved-types.ts";
import type { PageCatalogue } from "./page-catalogue.ts";
import type { RenderPage } from "./page-renderer.ts";
import { findSitePage, listSitePages } from "./site-pages.ts";

type Parts = {
  content: Content;
  renderPage: RenderPage;
  catalogue: PageCatalogue;
  answers: ResponseCache;
  translations: PageTranslations;
  releases: Releases;
  shares: Pick<Shares, "read">;
  settings: Settings;
  site: SiteSettings;
  describeApi: PageServices["describeApi"];
};

// Query parameters that change a page. Others are dropped before rendering, so that they neither fill the cache nor get into a page.
const KNOWN_PARAMETERS = ["_routes", "category", "page", "paper", "q", "sort", "type"];
/** Looks can be tried on the page of a template, not in its editor. */
const TRIED_ON = /^\/[^/]+\/[^/]+$/;

/** The origin of links and loaders when no public address is set. It is never taken from the request. */
const NO_PUBLIC_URL = "http://localhost";

// Anyone may cache a page but has to revalidate it each time.
const ASK_AGAIN = "public, no-cache";

/**
 * Pages are the same for everyone: rendered once per catalogue version, without a session. The templates on each page are recorded, so
 * that a new picture invalidates only the pages that show it.
 */
export function servePages({
  content,
  renderPage,
  catalogue,
  answers,
  translations,
  releases,
  shares,
  settings,
  site,
  describeApi,
}: Parts): Handler<RequestEnv> {
  const development = settings.mode === "development";

  return async (c) => {
    const reading = c.req.method === "GET" || c.req.method === "HEAD";
    if (c.req.method === "POST" && FORM.test(c.req.header("content-type") ?? "")) return redirectForm(c);
    if (c.req.method === "OPTIONS") return c.body(null, 204, { allow: METHODS });
    if (!reading) return plainErrorPage(405, c.req.path, { allow: METHODS });
    const requested = new URL(c.req.url);
    // A page has one address. Paths that begin with two slashes were refused before: they would lead to another site.
    if (/[^/]\/$/.test(requested.pathname))
      return c.redirect(requested.pathname.slice(0, -1) + requested.search, 308);
    const address = pageAddress(requested, settings.publicUrl);
    const page = await answers.get(address.pathname + address.search, async () => {
      const shown = new Set<string>();
      const part = sitemapPart(address);
      const sitemap = part && (await render(c, new Request(part), () => {}));
      if (sitemap?.ok) return storePage(sitemap, shown);
      const answer = await render(c, new Request(address), (id) => shown.add(id));
      return isCacheable(answer) ? storePage(answer, shown) : answer;
    });
    if (!(page instanceof Response)) return sendStored(c, page);
    const moved =
      page.status === 404 ? await findMovedPage(content.database.db, requested.pathname) : undefined;
    return moved ? c.redirect(moved + requested.search, 302) : page;
  };

  async function render(
    c: RequestContext,
    request: Request,
    show: (template: string) => void,
  ): Promise<Response> {
    const scriptMark = randomBytes(18).toString("base64url");
    const reportError = (err: unknown) => c.get("log").error({ err }, "page failed");
    try {
      const { publicUrl } = settings;
      const answer = await renderPage(request, {
        productName: site.name(),
        publicUrl,
        localUrl: `http://localhost:${settings.port}`,
        buildId: development ? undefined : releases.current,
        catalogue: catalogue(show, splitLanguage(new URL(request.url).pathname).language),
        translations,
        findPage: (id) => findSitePage(content, site, id),
        listPages: () => listSitePages(content),
        findShared: shares.read,
        sendsMail: settings.smtpUrl !== undefined,
        isSignUpClosed: site.isSignUpClosed(),
        issuerName: issuerNameOf(settings),
        hasPasswordSignUp: settings.passwordSignUp === "on",
        contactEmail: site.contactEmail(),
        describeApi,
        scriptMark,
        reportError,
      });
      return await withPolicy(answer, scriptMark, privateKindOf(new URL(request.url)));
    } catch (error) {
      reportError(error);
      return plainErrorPage(500, c.req.path);
    }
  }

  async function withPolicy(answer: Response, scriptMark: string, kind?: PrivateKind): Promise<Response> {
    if (!answer.headers.get("content-type")?.startsWith("text/html")) return answer;
    const { html, policy } = allowOwnScripts(await answer.text(), scriptMark, kind);
    const headers = new Headers(answer.headers);
    headers.set("content-security-policy", development ? DEVELOPMENT_POLICY : policy);
    if (answer.status >= 400) headers.set("cache-control", "no-store");
    return new Response(html, { status: answer.status, headers });
  }
}

/** The methods of pages. A form that was sent without scripts is redirected to its page. */
const METHODS = "GET, HEAD, OPTIONS";

/** Parts of a large site map are made by the route of the map. */
function sitemapPart({ pathname, origin }: URL): URL | undefined {
  const [, part] = /^\/sitemap\/([1-9]\d{0,4})\.xml$/.exec(pathname) ?? [];
  return part ? new URL(`/sitemap.xml?part=${part}`, origin) : undefined;
}

/** The content types that a browser sends for a form without scripts. */
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Forms are sent by scripts. A form sent without them is not read: the browser is redirected to its page, which explains what happened. */
function redirectForm(c: RequestContext): Response {
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`${pathname}${search}#${FORM_SENT_EARLY}`, 303);
}

/** The one address of a page: fixed origin, known parameters only, in a fixed order. */
function pageAddress(requested: URL, publicUrl: string | undefined): URL {
  const address = new URL(requested.pathname, publicUrl ?? NO_PUBLIC_URL);
  for (const name of KNOWN_PARAMETERS)
    for (const value of requested.searchParams.getAll(name).slice(0, PAGE_PARAMETERS.maxOfOneName)) {
      const short = value.slice(0, PAGE_PARAMETERS.longest);
      if (short !== "") address.searchParams.append(name, short);
    }
  const { path } = splitLanguage(address.pathname);
  const kind = privateKindOf(requested);
  if (kind) address.searchParams.set(PRIVATE_PARAMETER, "1");
  if (kind === "gallery") address.searchParams.delete("q"); // nothing typed is read
  if (TRIED_ON.test(path))
    for (const [name, value] of new URLSearchParams(lookQuery(readTriedLook(requested.searchParams))))
      address.searchParams.set(name, value);
  return address;
}

function isCacheable(answer: Response): boolean {
  if (/\bno-store\b/.test(answer.headers.get("cache-control") ?? "")) return false;
  return answer.status === 200 && answer.body !== null && !answer.headers.has("set-cookie");
}

async function storePage(answer: Response, shown: ReadonlySet<string>): Promise<StoredResponse> {
  const headers = { "cache-control": ASK_AGAIN, ...Object.fromEntries(answer.headers) };
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return storeResponse(bytes, headers, { shows: Uint32Array.from([...shown].map(fnv1a)) });
}
