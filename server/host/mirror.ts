import { MAX_UPLOAD_PIXELS } from "../../contract/limits.ts";
import { ratingOrder } from "../../contract/people/ratings.ts";
import { SERVER } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { HOST, KEPT_AS_FILES, LIBRARY } from "../catalogue/library-origin.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import type { Database } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { inLibraryTurn } from "../database/node-turns.ts";
import { OWN_IMAGE } from "../database/tables.ts";
import { HttpError, messageOf } from "../errors/errors.ts";
import type { FolderFault } from "../library/folder.ts";
import { storeTemplateBatch, storeTypes, unpublishOthers } from "../library/import.ts";
import { storeFaults } from "../library/stored-faults.ts";
import { HOST_MIRROR } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { type HostClient, HostError } from "./host-client.ts";
import { createHostIds, isHostId } from "./host-ids.ts";
import {
  type HostLabels,
  type HostTypes,
  hostTemplateId,
  type KnownType,
  nameHostTypes,
  type ReadTemplate,
  readHostTemplate,
} from "./host-templates.ts";

/**
 * Templates and types of another content backend, copied into our own tables, so that search, rendering and pages work as for any other
 * template. While the host doesn't answer, the last copy is served.
 */
export type Mirror = {
  /** The first look at the host, whatever became of it. */
  first: Promise<void>;
  /** Reads the host's list, or what changed in it since the last time; resolves when it is stored. Never rejects: what went wrong is a fault in the answer. */
  refresh(isWhole: boolean): Promise<MirrorReport>;
  close(): Promise<void>;
};

export type MirrorReport = {
  /** Templates in the host's list. */
  templates: number;
  changed: number;
  unpublished: number;
  faults: FolderFault[];
};

type Parts = {
  host: HostClient;
  database: Database;
  catalogue: CatalogueVersion;
  madeWith: MadeWith;
  rendering: Pick<Rendering, "renderPages">;
  /** Whether this node renders: without, sources are published unchecked. */
  draws: boolean;
  pictures: Pictures;
  /** Reads only when it is told to, and hides nothing (host-import.ts). */
  isImport?: boolean;
  schedule?: Pick<typeof HOST_MIRROR, "everyMs" | "largeFrom" | "wholeEveryMs">;
  log: Log;
};

const FIELDS = "type,category,url,content,template_name,rating,id,image";
/** What a Typecase has besides. A plain host refuses fields that it doesn't have. */
const MORE_FIELDS = `${FIELDS},description,words,title,page,theme,fields,sample`;
const CHANGED = "date_updated";
const PAGE = 500;

export function createMirror(parts: Parts): Mirror {
  const { host, database, catalogue, schedule = HOST_MIRROR, log } = parts;
  const { db } = database;
  const ids = createHostIds(host.url);
  let running: Promise<MirrorReport> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** Sources that don't compile, by hash: not tried again until they change. */
  const broken = new Map<string, string>();
  let lastProblem: string | undefined;
  let newestChange: string | undefined;
  let knownTypes = "";
  let knownFaults = 0;

  async function mirror(isWhole: boolean): Promise<MirrorReport> {
    const report: MirrorReport = { templates: 0, changed: 0, unpublished: 0, faults: [] };
    try {
      await inLibraryTurn(database, () => readAll(report, isWhole));
      if (lastProblem !== undefined) log.info({ host: host.url }, "the content host answers again");
      lastProblem = undefined;
    } catch (error) {
      if (isClosed) return report;
      const reason = messageOf(error);
      report.faults.unshift({
        folder: host.url,
        reason: parts.isImport ? reason : `${reason.replace(/\.$/, "")}. The last copy is shown.`,
      });
      if (reason !== lastProblem) log.warn({ host: host.url, error: reason }, "content host not mirrored");
      lastProblem = reason;
    }
    if (report.changed + report.unpublished > 0) await catalogue.refresh();
    if (isWhole) await storeFaults(db, report.faults);
    return report;
  }

  /** All templates of the host; or, of one that says when its items changed, those that did since the last time. */
  async function readAll(report: MirrorReport, isWhole: boolean): Promise<void> {
    const fields = await findFields();
    const since = isWhole || !fields.includes(CHANGED) ? undefined : newestChange;
    const pass = {
      types: await openTypes(),
      slugFor: await createSlugs(),
      present: new Set<string>(),
      report,
    };
    const seen = new Set<string>();
    for (let page = 1; !isClosed; page++) {
      const items = await host.list("templates", {
        fields,
        sort: "id",
        limit: String(PAGE),
        page: String(page),
        ...(since ? { [`filter[${CHANGED}][_gte]`]: since } : {}),
      });
      const before = seen.size;
      for (const { id } of items) seen.add(JSON.stringify(id));
      // A host may send shorter pages than were asked for, so only one without anything new is the last.
      if (seen.size === before) break;
      await storePage(items, pass);
      for (const item of items) newestChange = laterOf(newestChange, item[CHANGED]);
      report.templates = seen.size;
    }
    if (isClosed || since !== undefined || parts.isImport) return;
    // The folder's templates, too: the host's are shown instead.
    const origins = [HOST, ...KEPT_AS_FILES];
    report.unpublished = await unpublishOthers(db, catalogue, pass.present, SERVER, origins);
    const faults = report.faults.length;
    if (faults > 0 && faults !== knownFaults)
      log.warn({ host: host.url, faults }, "templates of the content host are not shown");
    knownFaults = faults;
  }

  /** The most fields that the host has: it refuses those that it doesn't. One item is enough to know. */
  async function findFields(): Promise<string> {
    for (const fields of [`${MORE_FIELDS},${CHANGED}`, `${FIELDS},${CHANGED}`])
      try {
        await host.list("templates", { fields, limit: "1" });
        return fields;
      } catch (error) {
        if (!(error instanceof HostError) || !error.refused) throw error;
      }
    return FIELDS;
  }

  async function openTypes(): Promise<HostTypes> {
    const rows = await db
      .selectFrom("types")
      .select(["id", "singular", "plural", "categories", "origin"])
      .execute();
    const named = await db
      .selectFrom("host_types")
      .select(["name", "slug"])
      .where("host", "=", host.url)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const known = new Map<string, KnownType>();
    for (const { name, slug } of named) {
      const row = byId.get(slug);
      if (row) known.set(name, { ...row, categories: JSON.parse(row.categories) });
    }
    // The library's own types may be shared: with a content host, its folder isn't imported.
    const taken = rows.filter(({ origin }) => origin !== LIBRARY).map(({ id }) => id);
    return nameHostTypes(known, new Set(taken), await readLabels());
  }

  /** A Typecase describes its types; a plain host has no such collection. */
  async function readLabels(): Promise<HostLabels> {
    try {
      const types = await host.list("types", { fields: "id,singular,plural,description,icon", limit: "500" });
      return new Map(types.map((type) => [String(type.id), labelsOf(type)]));
    } catch (error) {
      if (error instanceof HostError && error.refused) return new Map();
      throw error;
    }
  }

  type Pass = { types: HostTypes; slugFor: SlugFor; present: Set<string>; report: MirrorReport };

  async function storePage(items: readonly Record<string, unknown>[], pass: Pass): Promise<void> {
    const { types, slugFor, present, report } = pass;
    const read = items.map((item) => readHostTemplate(item, host.url, types, slugFor));
    const templates: Readable[] = [];
    for (const each of read) {
      if ("reason" in each) report.faults.push(each);
      else if (!present.has(each.id)) {
        // One that can't be read now stays as it was.
        present.add(each.id);
        if ("fault" in each) report.faults.push(each.fault);
        else templates.push(each);
      }
    }
    const listed = JSON.stringify(types.list());
    if (listed !== knownTypes) {
      report.changed += await storeTypes({ db, catalogue, actor: SERVER, log }, types.list(), HOST);
      const rows = types.names().map(([name, slug]) => ({ host: host.url, name, slug }));
      if (rows.length > 0)
        await db
          .insertInto("host_types")
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(["host", "name"]).doUpdateSet((eb) => ({ slug: eb.ref("excluded.slug") })),
          )
          .execute();
      knownTypes = listed;
    }
    const stored = await storedHashes(templates.map(({ id }) => id));
    const fresh: Readable[] = [];
    for (const each of templates) {
      const before = stored.get(each.id);
      if (before && before.origin !== HOST) continue; // an operator maintains it
      if (before?.source_hash === each.template.hash) continue;
      const problem = await findProblem(each.template);
      if (problem !== undefined) {
        const folder = `${host.url}/items/templates/${each.hostId}`;
        report.faults.push({ folder, reason: problem });
      } else fresh.push(each);
    }
    const { changed, refused } = await storeTemplateBatch(
      { database, catalogue, actor: SERVER, madeWith: parts.madeWith },
      fresh.map(({ template }) => template),
      HOST,
    );
    report.changed += changed;
    report.faults.push(...refused);
    await storeIds(items);
    await storeRatings(fresh);
    for (const each of fresh) if (each.picture) await storePicture(each.id, each.picture);
  }

  /** What people save and use is sent to the host by its own ids. */
  async function storeIds(items: readonly Record<string, unknown>[]): Promise<void> {
    // A host may list an item twice, when another was added between two pages.
    const pairs = new Map(
      items.flatMap(({ id }) => (isHostId(id) ? [[hostTemplateId(host.url, String(id)), id] as const] : [])),
    );
    const known = await ids.toHost(db, "templates", [...pairs.keys()]);
    const added = [...pairs].filter(([local, id]) => known.get(local) !== id);
    if (added.length > 0) await db.transaction().execute((db) => ids.store(db, "templates", added));
  }

  /** Addresses are kept, whatever an item is called later. */
  async function createSlugs(): Promise<SlugFor> {
    const rows = await db.selectFrom("templates").select(["id", "type", "slug", "url"]).execute();
    const own = new Map(rows.map((row) => [row.id, row]));
    const taken = new Set(rows.map(({ url }) => url));
    return (id, type, wanted) => {
      const before = own.get(id);
      if (before?.type === type) return before.slug;
      for (let number = 1; ; number++) {
        const slug = number === 1 ? wanted : `${wanted}-${number}`;
        const url = `/${type}/${slug}`;
        if (taken.has(url)) continue;
        taken.add(url);
        own.set(id, { id, type, slug, url });
        return slug;
      }
    };
  }

  async function storedHashes(ids: string[]) {
    if (ids.length === 0) return new Map<string, { origin: string | null; source_hash: string | null }>();
    const rows = await db
      .selectFrom("templates")
      .select(["id", "origin", "source_hash"])
      .where("id", "in", ids)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  async function findProblem(template: Readable["template"]): Promise<string | undefined> {
    if (!parts.draws || template.source === "") return undefined;
    const known = broken.get(template.hash);
    if (known !== undefined) return known;
    try {
      const { source, file } = template;
      const input = {
        source,
        sample: file.sample,
        data: file.sample,
        fields: file.fields,
        theme: file.theme,
      };
      await parts.rendering.renderPages({ ...input, mode: "sample" }, { priority: "background" });
      return undefined;
    } catch (error) {
      // A busy or stopping server says nothing about the template.
      if (!(error instanceof HttpError) || error.status < 400 || error.status >= 499) return undefined;
      if (broken.size >= HOST_MIRROR.maxBroken) broken.clear();
      broken.set(template.hash, error.message);
      return error.message;
    }
  }

  /** The host's average stands until people here have rated the template. */
  async function storeRatings(fresh: readonly Readable[]): Promise<void> {
    for (const { id, template } of fresh) {
      const rating = template.rating ?? null;
      await db
        .updateTable("templates")
        .set({ rating, rating_order: rating === null ? null : ratingOrder(rating, 1) })
        .where("id", "=", id)
        .where("rating_count", "=", 0)
        .execute();
    }
  }

  /** A template that is opened elsewhere has no pages that could be drawn. */
  async function storePicture(template: string, hostId: string): Promise<void> {
    try {
      const bytes = await host.readPicture(hostId);
      const bounds = { maxPixels: MAX_UPLOAD_PIXELS, side: 1_600, quality: 82 };
      const job = { kind: "store", bytes, ...bounds } as const;
      const signal = new AbortController().signal;
      const picture = await parts.pictures.make(job, { client: "content host", signal });
      const id = newId();
      await db.transaction().execute(async (db) => {
        await db
          .deleteFrom("files")
          .where("templates_id", "=", template)
          .where("variant", "=", OWN_IMAGE)
          .execute();
        await db
          .insertInto("files")
          .values({
            id,
            uploaded_by: null,
            purpose: "template",
            templates_id: template,
            variant: OWN_IMAGE,
            filename_download: "template.webp",
            title: "Template",
            type: "image/webp",
            filesize: picture.bytes.length,
            width: picture.width,
            height: picture.height,
            uploaded_on: new Date().toISOString(),
          })
          .execute();
        await db.insertInto("file_contents").values({ file_id: id, bytes: picture.bytes }).execute();
        await db.updateTable("templates").set({ image: id }).where("id", "=", template).execute();
        await catalogue.bump(db, [template]);
      });
    } catch (error) {
      log.warn({ template, error: messageOf(error) }, "picture of the content host not stored");
    }
  }

  function refresh(isWhole: boolean): Promise<MirrorReport> {
    running ??= mirror(isWhole).finally(() => {
      running = undefined;
    });
    return running;
  }

  let size = 0;
  let wholeAt = 0;
  async function look(): Promise<void> {
    try {
      // A large list is read whole from time to time: only that tells what was deleted.
      const isWhole = size <= schedule.largeFrom || Date.now() - wholeAt >= schedule.wholeEveryMs;
      if (isWhole || newestChange !== undefined) {
        const { templates } = await refresh(isWhole);
        if (isWhole) [size, wholeAt] = [Math.max(templates, 1), Date.now()];
      }
    } catch (error) {
      log.warn({ error: messageOf(error) }, "content host not mirrored");
    }
    if (isClosed) return;
    timer = setTimeout(look, schedule.everyMs);
    timer.unref();
  }
  const first = parts.isImport ? Promise.resolve() : look();

  return {
    first,
    refresh: async (isWhole) => {
      await first;
      await running; // begun before the change that the caller knows of
      return refresh(isWhole);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      host.close();
      await first;
      await running?.catch(() => undefined);
    },
  };
}

type Readable = Extract<ReadTemplate, { template: object }>;
type SlugFor = (id: string, type: string, wanted: string) => string;

function laterOf(known: string | undefined, given: unknown): string | undefined {
  if (typeof given !== "string" || Number.isNaN(Date.parse(given))) return known;
  return known !== undefined && Date.parse(known) >= Date.parse(given) ? known : given;
}

function labelsOf({ singular, plural, description, icon }: Record<string, unknown>) {
  const text = (value: unknown, max: number) => (typeof value === "string" ? value.slice(0, max) : "");
  return {
    ...(text(singular, 40) ? { singular: text(singular, 40) } : {}),
    ...(text(plural, 40) ? { plural: text(plural, 40) } : {}),
    description: text(description, 200),
    ...(/^lucide:[a-z0-9]+(-[a-z0-9]+)*$/.test(text(icon, 80)) ? { icon: text(icon, 80) } : {}),
  };
}
