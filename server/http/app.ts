import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { CATALOGUE_VERSION_HEADER } from "../../contract/page-services.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { identifyKeys, keyRoutes } from "../accounts/api-keys.ts";
import { appRoutes } from "../accounts/apps.ts";
import { describeAccountRoutes } from "../accounts/described-routes.ts";
import { directusRoutes } from "../accounts/directus-routes.ts";
import { actionRoutes } from "../accounts/listed-actions.ts";
import { myDataRoutes } from "../accounts/my-data.ts";
import { oauthRoutes } from "../accounts/oauth-routes.ts";
import { peopleRoutes } from "../accounts/people.ts";
import { usageRoutes } from "../accounts/usage.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { readProgram } from "../catalogue/newest-program.ts";
import type { DayCounts } from "../catalogue/statistics/day-counts.ts";
import type { Settings } from "../config/settings.ts";
import { receiveMessages } from "../contact/messages.ts";
import type { Collection } from "../content/collection.ts";
import type { Content } from "../content/content.ts";
import { contentRoutes } from "../content/routes.ts";
import { documentRoutes } from "../documents/routes.ts";
import { type DraftServices, draftRoutes } from "../drafts/routes.ts";
import { routeNotFound } from "../errors/errors.ts";
import { isApiPath, isDirectusPath } from "../errors/program-paths.ts";
import { fileRoutes } from "../files/routes.ts";
import type { Mirror } from "../host/mirror.ts";
import type { HostPeople } from "../host/people.ts";
import { atHostRoutes, hostRoutes } from "../host/routes.ts";
import { iconRoutes } from "../icons/routes.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import { jobRoutes } from "../jobs/routes.ts";
import { createByteBudget } from "../limits/byte-budget.ts";
import { BODY_BUDGET, RESPONSE_BUDGET } from "../limits/limits.ts";
import type { Quotas } from "../limits/quotas.ts";
import type { Log } from "../log/logging.ts";
import { challengeTokens, mcpRoutes } from "../mcp/routes.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { RequestMetrics } from "../metrics/requests.ts";
import { figureRoutes } from "../operators/figure-routes.ts";
import { settingsRoutes } from "../operators/library-settings.ts";
import { serveBuiltAssets } from "../pages/built-assets.ts";
import { findMovedPage } from "../pages/moved-types.ts";
import type { PageCatalogue } from "../pages/page-catalogue.ts";
import type { RenderPage } from "../pages/page-renderer.ts";
import { pageViewRoutes } from "../pages/page-view.ts";
import { servePages } from "../pages/pages.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { type OtherBuilds, type Releases, releaseRoutes } from "../releases/releases.ts";
import { createEngineFiles } from "../rendering/device/engine-files.ts";
import { deviceRoutes } from "../rendering/device/routes.ts";
import type { Rendering } from "../rendering/rendering.ts";
import type { RecordExport } from "../rendering/requests/exports.ts";
import { renderRoutes } from "../rendering/requests/routes.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";
import { countRoutes } from "../rendering/requests/uses.ts";
import { anyObject, describeRoute } from "../request/api-description.ts";
import { answerCrawlersPlainly, answerError, answerThrown } from "../request/error-response.ts";
import type { RequestEnv } from "../request/request.ts";
import { shareRoutes } from "../shares/routes.ts";
import type { Shares } from "../shares/shares.ts";
import type { SiteSettings } from "../site/site-settings.ts";
import type { Translations } from "../translations/accepted-translations.ts";
import { translationRoutes } from "../translations/routes.ts";
import { type VersionServices, versionRoutes } from "../versions/routes.ts";
import { webhookRoutes } from "../webhooks/routes.ts";
import type { Webhooks } from "../webhooks/webhooks.ts";
import { setClientAddress } from "./client-address.ts";
import { guardOrigins } from "./cross-origin.ts";
import { healthRoutes, type ReadyChecks } from "./health.ts";
import { metricsRoutes, nameRoutes } from "./metrics.ts";
import { describedOnce } from "./openapi/described-once.ts";
import { listDescribedRoutes } from "./openapi/described-routes.ts";
import { limitBodies, refuseBadPaths, refuseTrace } from "./request-limits.ts";
import { assignRequestIds, logRequests } from "./request-log.ts";
import { budgetResponses } from "./response-budget.ts";
import { addSecurityHeaders, nameCharset } from "./security-headers.ts";
import { wellKnownRoutes } from "./well-known.ts";

type HttpParts = {
  settings: Settings;
  site: SiteSettings;
  log: Log;
  quotas: Quotas;
  accounts: Accounts;
  collections: readonly Collection[];
  content: Content;
  rendering: Rendering;
  pictures: Pictures;
  templates: TemplateSource;
  drafts: Pick<DraftServices, "catalogue" | "kit" | "madeWith" | "checks">;
  versions: Pick<VersionServices, "catalogue" | "madeWith">;
  shares: Shares;
  catalogue: PageCatalogue;
  catalogueVersion: CatalogueVersion;
  counts: DayCounts;
  recordExport: RecordExport;
  jobs: Pick<JobRunner, "wake">;
  webhooks: Pick<Webhooks, "wake">;
  translations: Translations;
  /** Only with a content host. */
  mirror?: Mirror | undefined;
  /** Only if people are there as well. */
  hostPeople?: HostPeople | undefined;
  releases: Releases;
  otherBuilds?: OtherBuilds | undefined;
  /** Pages and public responses, for as long as the catalogue does not change. */
  answers: ResponseCache;
  renderPage: RenderPage;
  checks: ReadyChecks;
  isDraining(): boolean;
  /** Only where they may be read. */
  metrics?: Metrics | undefined;
  requests?: RequestMetrics | undefined;
};

const API_DOCUMENT = describeRoute({
  tag: "server",
  summary: "This document",
  response: anyObject,
  also: { 304: "As named in If-None-Match" },
});

/** Clients of Directus may end the path of a list with a slash. */
function pathWithoutSlash(request: Request): string {
  const path = getPath(request);
  const isItsPath = /^\/(?:items|files|assets)\/.*\/$/.test(path) || ["/files/", "/users/me/"].includes(path);
  return isItsPath ? path.slice(0, -1) : path;
}

/** The mount table: every path, top to bottom. */
export function createApp(parts: HttpParts): Hono<RequestEnv> {
  const { settings, log, accounts, collections, content } = parts;
  const { whoIs } = accounts;
  const { database } = content;
  const { publicUrl } = settings;
  const app = new Hono<RequestEnv>({ getPath: pathWithoutSlash });

  /** Whether a type of the library has this path, or one of its templates. */
  async function isTypePath(path: string): Promise<boolean> {
    const types = await parts.catalogue(() => {}).listTypes();
    return types.some(({ slug }) => path === `/${slug}` || path.startsWith(`/${slug}/`));
  }

  app.onError(answerThrown);

  if (parts.requests) app.use(nameRoutes(parts.requests));
  app.use(assignRequestIds(log));
  app.use(logRequests);
  app.use(addSecurityHeaders(publicUrl));
  app.use(answerCrawlersPlainly);
  app.use(nameCharset);
  app.use(refuseTrace);
  app.use(setClientAddress(settings.trustedProxies, log));
  app.use(refuseBadPaths);
  app.use(guardOrigins(settings));
  app.use(limitBodies(collections, createByteBudget(BODY_BUDGET)));
  app.use(budgetResponses(createByteBudget(RESPONSE_BUDGET)));

  app.use("/mcp", challengeTokens(publicUrl, accounts.apps !== undefined));
  app.use(identifyKeys(whoIs));
  app.route("/", healthRoutes({ ...parts, log })); // /health, /ready
  if (parts.metrics) app.route("/", metricsRoutes(parts.metrics.registry, settings)); // /metrics
  // Before the accounts' own routes, which answer every other path under /auth.
  app.route("/", myDataRoutes({ database, whoIs })); // /auth/my-data
  app.route("/", keyRoutes({ database, whoIs })); // /auth/keys, /auth/keys/:id
  app.route("/", appRoutes({ database, whoIs })); // /auth/apps, /auth/apps/:id, .../asking/:name
  if (accounts.apps && publicUrl)
    app.route("/", oauthRoutes({ auth: accounts.apps, database, whoIs, origin: publicUrl })); // /auth/oauth2/..., /.well-known/oauth-...
  const { sealing } = accounts;
  const { webhookHosts: allowedHosts } = settings;
  app.route("/", webhookRoutes({ database, whoIs, sealing, allowedHosts, wake: parts.webhooks.wake })); // /auth/webhooks, .../:id/...
  app.route("/", usageRoutes({ database, whoIs, quotas: parts.quotas })); // /auth/usage
  app.route("/", peopleRoutes({ database, whoIs, publicUrl, catalogue: parts.catalogueVersion })); // /auth/people, .../:id/...
  app.route("/", actionRoutes({ database, whoIs })); // /auth/actions
  app.route("/", directusRoutes({ accounts, content, whoIs, publicUrl })); // /auth/login, .../refresh, /users/me
  app.all("/auth/*", describeAccountRoutes(), (c) => accounts.handle(c.req.raw, c.get("clientAddress")));
  app.route("/", settingsRoutes({ database, whoIs, site: parts.site, catalogue: parts.catalogueVersion })); // /site/settings
  app.route(
    "/",
    figureRoutes({ database, whoIs, counts: parts.counts, catalogue: parts.catalogue(() => {}) }),
  ); // /site/figures, .../days.csv, .../templates.csv, .../searches.csv
  const { translations, catalogueVersion } = parts;
  app.route("/", translationRoutes({ database, whoIs, translations, catalogue: catalogueVersion })); // /site/translations, .../:id, .../:language/...
  if (parts.mirror) app.route("/", hostRoutes({ mirror: parts.mirror, content, whoIs })); // /site/content-host/refresh
  app.route("/", atHostRoutes({ people: parts.hostPeople, whoIs })); // /site/content-host/me
  app.route("/", pageViewRoutes({ whoIs, site: parts.site })); // /site/page-view
  // An open tab notices a new version of the catalogue by this header.
  app.use("/items/*", async (c, next) => {
    await next();
    c.header(CATALOGUE_VERSION_HEADER, String(parts.catalogueVersion.version()));
  });
  app.use("/items/contact_messages", receiveMessages(accounts.outbox, parts.webhooks));
  app.route("/", contentRoutes({ content, whoIs, answers: parts.answers })); // /items/:collection, .../:id
  app.route(
    "/",
    fileRoutes({ ...parts, whoIs, quota: parts.quotas.pictures, filesElsewhere: parts.hostPeople?.files }),
  ); // /files, /files/:id, /assets/:id
  app.route("/", jobRoutes({ ...parts, database, whoIs })); // /render/jobs, /render/jobs/:id, .../result, .../errors.csv
  app.route(
    "/",
    renderRoutes({
      ...parts,
      whoIs,
      rate: settings.renderRate,
    }),
  ); // /render/:file, /render/:id/rows, /render/:id/sheet, .../sample.pdf
  app.route("/", countRoutes({ database, whoIs })); // /render/:id/used
  const { version, kit, fontFiles } = parts.rendering;
  const engine = createEngineFiles({
    dataDir: settings.dataDir,
    version,
    kit: kit.files,
    fonts: fontFiles,
    log,
  });
  const printed = async () => (await parts.rendering.fonts()).printed;
  app.route("/", deviceRoutes(engine, parts.templates, printed)); // /engine/index.json, .../characters.json, .../files/:name, .../templates/:id
  app.route("/", documentRoutes({ database, whoIs, ...parts.versions, quota: parts.quotas.documents })); // /documents/recipients, /documents/:id/template
  app.route("/", shareRoutes({ ...parts, whoIs, rate: settings.renderRate })); // /shares/:document, /shared/:secret/...
  app.route(
    "/",
    draftRoutes({ ...parts, ...parts.drafts, outbox: accounts.outbox, whoIs, rate: settings.renderRate }),
  ); // /drafts, /drafts/...
  app.route("/", versionRoutes({ ...parts, ...parts.versions, whoIs, rate: settings.renderRate })); // /template-versions/...
  app.route(
    "/",
    mcpRoutes({
      ...parts,
      database,
      whoIs,
      siteName: () => parts.site.name(),
      version: readProgram().version,
      publicUrl,
      handle: async (request, env) => app.fetch(request, env),
    }),
  ); // /mcp, /mcp/files/:secret/:name
  app.route("/", wellKnownRoutes({ site: parts.site, publicUrl })); // /.well-known/...
  app.get("/openapi.json", API_DOCUMENT, (c) => document.send(c));
  app.get("*", serveBuiltAssets(parts.releases.current)); // /builds/assets/:name, /service-worker.js, files in public/
  app.route("/", releaseRoutes(parts.releases, parts.otherBuilds)); // /builds/latest.json, .../meta, .../assets of earlier ones
  app.route("/", iconRoutes()); // /icons/:set.json

  // After everything a program may call and before the pages, so that no program gets HTML.
  app.use(async (c, next) => {
    const { path } = c.req;
    const isPage = async () =>
      (await isTypePath(path)) || (await findMovedPage(database.db, path)) !== undefined;
    // A type had the slug `mcp` once, whose pages redirect.
    const mayBePage = isDirectusPath(path) || /^\/mcp(?:\/|$)/.test(path);
    const isMissed = mayBePage ? !(await isPage()) : isApiPath(path);
    return isMissed ? answerError(routeNotFound(path)) : next();
  });
  app.all("*", servePages({ ...parts, describeApi: () => document.describe() }));

  const routes = listDescribedRoutes(app.routes);
  const document = describedOnce(() => parts.site.name(), { origin: publicUrl, collections, routes });
  return app;
}
