import { setTimeout as wait } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { createAccounts } from "./accounts/accounts.ts";
import { offerSetup } from "./accounts/setup-file.ts";
import { SERVER } from "./actions/action-log.ts";
import { createResponseCache, NO_RESPONSE_CACHE } from "./cache/response-cache.ts";
import { type CatalogueVersion, createCatalogueVersion } from "./catalogue/catalogue-version.ts";
import { HOST } from "./catalogue/library-origin.ts";
import {
  findNewestProgram,
  isNewestProgram,
  joinPrograms,
  type Program,
  readProgram,
} from "./catalogue/newest-program.ts";
import { createTemplateIndex } from "./catalogue/search/template-index.ts";
import { readTranslations } from "./catalogue/search/translations.ts";
import { createDayCounts } from "./catalogue/statistics/day-counts.ts";
import { createMissedSearches } from "./catalogue/statistics/missed-searches.ts";
import { type MadeWith, storeKit } from "./catalogue/versions/kits.ts";
import { createCollections } from "./collections/index.ts";
import { bringStarterPages } from "./collections/starter-pages.ts";
import { hasDatabaseFile, openDataFolder } from "./config/data-folder.ts";
import { installedPath } from "./config/program-files.ts";
import type { Settings } from "./config/settings.ts";
import { createForwarding } from "./contact/messages.ts";
import { createContent } from "./content/content.ts";
import { type Database, openDatabase } from "./database/connect.ts";
import { migrateDatabase } from "./database/migrate.ts";
import { createDrawingClaims, inLibraryTurn } from "./database/node-turns.ts";
import { createWriteCheck } from "./database/write-check.ts";
import { createDraftChecks } from "./drafts/checking/draft-checks.ts";
import { messageOf, startProblem } from "./errors/errors.ts";
import { createHostClient } from "./host/host-client.ts";
import { createMirror } from "./host/mirror.ts";
import { createHostPeople } from "./host/people.ts";
import { createApp } from "./http/app.ts";
import { createFront } from "./http/front.ts";
import { createHttpServer, listen } from "./http/listen.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { createJobRunner } from "./jobs/job-runner.ts";
import { importLibrary, unpublishOthers } from "./library/import.ts";
import { HOST_PEOPLE, RESPONSE_CACHE } from "./limits/limits.ts";
import { readQuotas } from "./limits/quotas.ts";
import { createStoredLimits } from "./limits/stored-limits.ts";
import { createLog, flushLog, type Log } from "./log/logging.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { createRequestMetrics } from "./metrics/requests.ts";
import { startBackups } from "./operations/backups.ts";
import { openMetrics, watchServer } from "./operations/gauges.ts";
import { createPageCatalogue } from "./pages/page-catalogue.ts";
import { builtPagePatterns, loadBuiltPages, openDevelopmentPages } from "./pages/page-renderer.ts";
import { createPictures } from "./pictures/pictures.ts";
import { BUILD_ASSETS, MAX_BUILDS, type OtherBuilds, openReleases } from "./releases/releases.ts";
import { openSharedBuilds } from "./releases/shared-builds.ts";
import { ownFontFolders } from "./rendering/fonts.ts";
import { createRendering, type Rendering } from "./rendering/rendering.ts";
import { createExportRecord } from "./rendering/requests/exports.ts";
import { createTemplateSource } from "./rendering/requests/template-source.ts";
import { spawnChild } from "./rendering/sandbox.ts";
import { createShares } from "./shares/shares.ts";
import { openSiteSettings } from "./site/site-settings.ts";
import { storePackagedSheets } from "./thumbnails/packaged-sheets.ts";
import { createThumbnailStore, type ThumbnailStore } from "./thumbnails/thumbnail-store.ts";
import { createThumbnails } from "./thumbnails/thumbnails.ts";
import { openTranslations } from "./translations/accepted-translations.ts";
import { createSender } from "./webhooks/send.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";

const STOP_DEADLINE_MS = 25_000; // most supervisors kill after 30 s
const LIBRARY_TIMEOUT_MS = 1_000; // some hundred templates take a fraction of it
/** After listening: who waited for the port is answered before fonts are listed and a process is started. */
const FIRST_RENDER_PROCESS_AFTER_MS = 300;
/** Also after that answer. Until then the database is searched. */
const INDEX_AFTER_MS = 300;
/** About as long as a new library needs for the sheets of its first page. */
const OTHER_RENDER_PROCESSES_AFTER_MS = 12_000;
const FIRST_VERSION = 1; // of a database into which nothing was brought yet
const KIT = installedPath("library/kit");

export type Running = {
  log: Log;
  /** The name of the library. */
  name: string;
  address: string;
  port: number;
  /** The link that creates the first operator, if there is none and the start has a terminal. */
  setupLink: string | undefined;
  /** Answers accepted requests, for a limited time. Returns whether all were answered. */
  stop(deadlineMs?: number): Promise<boolean>;
};

/** Starts log, database, services and listening in this order. They are stopped in reverse. */
export async function runServer(
  settings: Settings,
  log: Log = createLog(settings),
  {
    isTerminal = false,
    kitDir = KIT,
    program = readProgram(),
    spawn = spawnChild,
    indexAfterMs = INDEX_AFTER_MS,
  }: {
    isTerminal?: boolean;
    kitDir?: string;
    program?: Program;
    spawn?: typeof spawnChild;
    indexAfterMs?: number;
  } = {},
): Promise<Running> {
  requireHostOfPeople(settings);
  await openDataFolder(settings.dataDir);
  const metrics = openMetrics(settings);
  const { promise: mayRender, resolve: startRendering } = Promise.withResolvers<void>();
  const rendering = createRendering({
    settings: renderingSettings(settings, kitDir, mayRender),
    log,
    watch: metrics?.renders,
    spawn,
  });
  try {
    const parts = { settings, log, rendering, startRendering, metrics, isTerminal, program, indexAfterMs };
    const running = await startServer(parts);
    setTimeout(startRendering, FIRST_RENDER_PROCESS_AFTER_MS).unref();
    return running;
  } catch (error) {
    metrics?.close();
    await rendering.close();
    throw error;
  }
}

type Given = {
  settings: Settings;
  log: Log;
  rendering: Rendering;
  /** Its first process, during the rest of the start. */
  startRendering(): void;
  metrics: Metrics | undefined;
  isTerminal: boolean;
  program: Program;
  indexAfterMs: number;
};

async function startServer(given: Given): Promise<Running> {
  const { settings, log, rendering, startRendering, metrics, isTerminal, program, indexAfterMs } = given;
  // All sheets of a new library are to be drawn, and the process that draws them takes longest to start.
  if (!settings.databaseUrl && !hasDatabaseFile(settings.dataDir)) startRendering();
  const database = await openDatabase(settings, log, metrics?.onQuery);
  await migrateDatabase(database, log);
  const madeWith = await storeKit(database.db, rendering.kit);
  const quotas = readQuotas(settings);
  const site = await openSiteSettings(database, settings);
  const catalogue = await createCatalogueVersion(database, log);
  catalogue.beforeChange(site.refresh);
  const translations = await openTranslations(database);
  catalogue.beforeChange(translations.refresh);
  const accounts = await createAccounts({ database, settings, site, catalogue, log });
  const webhooks = createWebhooks({
    database,
    sealing: accounts.sealing,
    send: createSender(settings.webhookHosts),
    outbox: accounts.outbox,
    publicUrl: settings.publicUrl,
    log,
  });
  catalogue.onChange(webhooks.wake);
  const forwardMessage = createForwarding({ site, outbox: accounts.outbox });
  const index = createTemplateIndex(database, catalogue, log, readTranslations);
  const missed = createMissedSearches(database, log);
  const counts = createDayCounts(database, log);
  const collections = createCollections({
    catalogue,
    madeWith,
    searchTemplates: index.search,
    limits: createStoredLimits(database),
    quotas,
    maySubmit: () => site.handingIn().isOn,
    forwardMessage,
    announce: webhooks,
  });
  const ownContent = createContent({ database, collections, log });
  const pictures = createPictures({ log });
  const { contentHost, contentToken } = settings;
  const hostPeople =
    contentHost && settings.contentPeople === "host"
      ? createHostPeople({
          host: createHostClient(contentHost, contentToken, HOST_PEOPLE.timeoutMs),
          database,
          content: ownContent,
          pictures,
          log,
        })
      : undefined;
  const content = hostPeople?.content ?? ownContent;
  const releases = await openReleases(settings.dataDir, log);
  await joinPrograms(database.db, { ...program, build: releases.current });
  const isNewest = () => isNewestProgram(database.db, program);
  await bringStarterPages(database, catalogue, { isNewest: await isNewest() });
  const library = contentHost
    ? Promise.resolve()
    : bringLibrary({ database, catalogue, madeWith, isNewest }, settings.libraryDir, log);
  const thereAreOthers = catalogue.version() > FIRST_VERSION;
  if (!thereAreOthers) startRendering();
  const mirror = contentHost
    ? createMirror({
        host: createHostClient(contentHost, contentToken),
        database,
        catalogue,
        madeWith,
        rendering,
        draws: settings.renderProcesses > 0,
        pictures,
        log,
      })
    : undefined;
  const templates = createTemplateSource(database, rendering.kit.hash);
  const shares = createShares(database, accounts.sign);
  const store = createThumbnailStore({
    database,
    catalogue,
    templates,
    renderingVersion: rendering.version,
  });
  const importing = mirror
    ? mirror.first
    : library.then(() =>
        bringSheets({ store, isNewest, version: rendering.version }, settings.libraryDir, log),
      );
  const claims = createDrawingClaims(database);
  const thumbnails = createThumbnails({ rendering, pictures, store, claims, isNewest, log });
  const draftChecks = createDraftChecks({ rendering, log });
  const draws = settings.renderProcesses > 0;
  const recordExport = createExportRecord(database, counts);
  const jobs = draws
    ? createJobRunner({
        database,
        rendering,
        templates,
        recordExport,
        onFinished: webhooks.jobFinished,
        log,
      })
    : undefined;

  const server = createHttpServer();
  const development = settings.mode === "development" ? await openDevelopmentPages(server) : undefined;
  const bounds = { ...RESPONSE_CACHE, maxBytes: settings.answerCacheMb * 1024 * 1024 };
  const unwatched = development ? NO_RESPONSE_CACHE : createResponseCache(catalogue.version, bounds);
  const answers = metrics?.watchResponses(unwatched) ?? unwatched;
  const requests = metrics && createRequestMetrics(metrics, development ? [] : await builtPagePatterns());
  let isDraining = false;
  const takesWrites = createWriteCheck(database, log);
  catalogue.onNews("pictures", answers.forget);
  catalogue.onNews("ratings", answers.forget);
  catalogue.onNews("ratings", index.readAgain);
  // Searches that the database answered don't know typos.
  index.onReady(() => answers.forget(undefined));
  const app = createApp({
    settings,
    site,
    log,
    quotas,
    accounts,
    collections,
    content,
    rendering,
    pictures,
    templates,
    versions: { catalogue, madeWith },
    drafts: { catalogue, kit: rendering.kit.files, madeWith, checks: draftChecks },
    shares,
    catalogue: createPageCatalogue({
      content,
      catalogue,
      index,
      templates,
      madeWith,
      countMissedSearch: (query) => {
        if (!index.isReady()) return;
        missed.count(query);
        counts.countMissedSearch(query);
      },
      site,
      preferPictures: thumbnails.prefer,
    }),
    catalogueVersion: catalogue,
    counts,
    recordExport: webhooks.announceExports(recordExport),
    webhooks,
    jobs: jobs ?? { wake: () => {} },
    translations,
    mirror,
    hostPeople,
    releases,
    otherBuilds: releases.current ? await openOtherBuilds(database, releases.current) : undefined,
    answers,
    renderPage: development?.renderPage ?? (await loadBuiltPages()),
    checks: {
      database: async () => {
        if (!(await database.isAlive())) return { passes: false, detail: "No query is answered." };
        if (await takesWrites())
          return { passes: true, detail: "A query is answered, and writes are taken." };
        return { passes: false, detail: "Queries are answered, but nothing can be written." };
      },
      ...(draws ? { rendering: async () => rendering.health() } : {}),
    },
    isDraining: () => isDraining,
    metrics,
    requests,
  });
  if (metrics) watchServer(metrics.registry, { database, rendering, pictures, log });
  const front = createFront({
    app: getRequestListener(app.fetch),
    answers,
    log,
    headers: securityHeaders(settings.publicUrl),
    counts,
    trustedProxies: settings.trustedProxies,
    requests,
  });
  await untilImported(importing, thereAreOthers || mirror !== undefined);
  if (settings.mode === "production") await makeHome(app, log);
  const listening = await listen(server, development ? development.before(front) : front, settings);
  const { port } = listening;
  const address = settings.publicUrl ?? `http://localhost:${port}`;
  const setupLink = await offerSetup({ database, log, dataDir: settings.dataDir, address, isTerminal });
  setTimeout(index.start, indexAfterMs).unref();
  if (draws) {
    thumbnails.wake();
    catalogue.onChange(thumbnails.wake);
  }
  const backups = startBackups({ settings, database, log, registry: metrics?.registry });
  log.info({ port: listening.port, mode: settings.mode }, "listening");

  async function stop(deadlineMs = STOP_DEADLINE_MS): Promise<boolean> {
    isDraining = true;
    log.info({ drainMs: settings.drainMs }, "stopping");
    await wait(settings.drainMs);
    const inTime = await listening.stop(deadlineMs);
    if (!inTime) log.warn("some requests were cut off at the deadline");
    metrics?.close();
    await backups.close();
    await development?.close();
    await jobs?.close();
    await webhooks.close();
    await thumbnails.close();
    await draftChecks.close();
    await mirror?.close();
    await rendering.close();
    await pictures.close();
    await importing;
    await index.close();
    await missed.close();
    await counts.close();
    await catalogue.close();
    await accounts.close();
    await database.close();
    log.info("stopped");
    await flushLog(log);
    return inTime;
  }

  return { log, name: site.name(), address, port, setupLink, stop };
}

function requireHostOfPeople({ contentHost, contentPeople }: Settings): void {
  if (contentPeople === "host" && !contentHost)
    throw startProblem(
      "CONTENT_PEOPLE is set to host, and CONTENT_HOST is not set.",
      "Set CONTENT_HOST, or leave CONTENT_PEOPLE out.",
    );
}

async function openOtherBuilds(database: Database, id: string): Promise<OtherBuilds> {
  const shared = await openSharedBuilds(database, { id, folder: BUILD_ASSETS, max: MAX_BUILDS });
  return { ...shared, findNewest: async () => (await findNewestProgram(database.db))?.build };
}

type LibraryParts = {
  database: Database;
  catalogue: CatalogueVersion;
  madeWith: MadeWith;
  isNewest(): Promise<boolean>;
};

/** A library that can't be read is logged; the server starts with the templates it has. */
async function bringLibrary({ isNewest, ...parts }: LibraryParts, folder: string, log: Log): Promise<void> {
  try {
    const imported = await inLibraryTurn(parts.database, async () =>
      (await isNewest()) ? importLibrary({ ...parts, folder, actor: SERVER, log }) : undefined,
    );
    await hideHostTemplates(parts);
    if (!imported) {
      log.info(
        'library not imported: a newer version manages it; to go back to this one, run "library import"',
      );
      return;
    }
    const { faults, takenOver, ...counts } = imported;
    const level = faults.length > 0 ? "warn" : "info";
    log[level]({ ...counts, takenOver: takenOver.length, faults: faults.length }, "library imported");
  } catch (error) {
    log.error({ folder, error: messageOf(error) }, "library not imported");
  }
}

/** Without CONTENT_HOST, what was copied from one is no longer kept up to date. */
async function hideHostTemplates({ database, catalogue }: Omit<LibraryParts, "isNewest">): Promise<void> {
  const hidden = await unpublishOthers(database.db, catalogue, new Set(), SERVER, [HOST]);
  if (hidden > 0) await catalogue.refresh();
}

/**
 * Renders a page before the first request: it takes several times as long as the next one, because all code of pages is loaded and
 * compiled for it, and blocks all other requests meanwhile.
 */
async function makeHome(app: ReturnType<typeof createApp>, log: Log): Promise<void> {
  try {
    await (await app.request("/", {}, {})).arrayBuffer();
  } catch (error) {
    log.warn({ error: messageOf(error) }, "home could not be made before it was asked for");
  }
}

type SheetParts = { store: ThumbnailStore; isNewest(): Promise<boolean>; version: string };

/** Without them, the server draws every picture itself. */
async function bringSheets(
  { store, isNewest, version }: SheetParts,
  folder: string,
  log: Log,
): Promise<void> {
  try {
    if (!(await isNewest())) return;
    const sheets = await storePackagedSheets(store, folder, version);
    if (sheets > 0) log.info({ sheets }, "pictures of the library stored");
  } catch (error) {
    log.error({ folder, error: messageOf(error) }, "pictures of the library not stored");
  }
}

/** Where there are templates already, people don't wait for those of a large folder. */
async function untilImported(importing: Promise<void>, thereAreOthers: boolean): Promise<void> {
  const timeout = new AbortController();
  const enough = thereAreOthers ? [wait(LIBRARY_TIMEOUT_MS, undefined, { signal: timeout.signal })] : [];
  await Promise.race([importing, ...enough]);
  timeout.abort();
}

function renderingSettings(settings: Settings, kitDir: string, mayRender: Promise<void>) {
  return {
    processes: settings.renderProcesses,
    queue: settings.renderQueue,
    deadlineMs: settings.renderDeadlineMs,
    first: mayRender,
    others: wait(OTHER_RENDER_PROCESSES_AFTER_MS, undefined, { ref: false }),
    kitDir,
    fontFolders: ownFontFolders(settings),
  };
}
