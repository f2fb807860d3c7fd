import { ratingOrder } from "../../contract/people/ratings.ts";
import { SERVER } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { HOST, KEPT_AS_FILES, LIBRARY } from "../catalogue/library-origin.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import type { Database, Db } from "../database/connect.ts";
import { inLibraryTurn } from "../database/node-turns.ts";
import { HttpError, messageOf } from "../errors/errors.ts";
import type { FolderFault } from "../library/folder.ts";
import { storeTemplateBatch, storeTypes, unpublishOthers } from "../library/import.ts";
import { storeFaults } from "../library/stored-faults.ts";
import { HOST_MIRROR } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { nextTurn } from "../process/loop-turns.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { type HostClient, HostError } from "./host-client.ts";
import { createHostIds, isHostId } from "./host-ids.ts";
import { createHostPictures } from "./host-pictures.ts";
import {
  type HostLabels,
  type HostTypes,
  hostTemplateId,
  type KnownType,
  nameHostTypes,
  type ReadTemplate,
  readHostTemplate,
  type SlugFor,
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
  /** Copies the pictures of the templates that are stored. Unless it is an import, they are copied after each look at the host anyway. */
  copyPictures(): Promise<void>;
  close(): Promise<void>;
};

export type MirrorReport = {
  /** Templates in the host's list. */
  templates: number;
  changed: number;
  unpublished: number;
  /** Templates that can't be shown; the first of them are listed. */
  faulty: number;
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
/** One answer of the host. */
const PAGE = 100;
/** One transaction: some 20 ms in which SQLite answers no one else. */
const STORED_AT_ONCE = 25;
/** Items that are read in one turn of the event loop. */
const AT_ONCE = 10;
/** Templates of one name that are told apart by a number. */
const NUMBERED = 8;
/** Ids in one address. */
const ASKED_AT_ONCE = 25;

export function createMirror(parts: Parts): Mirror {
  const { host, database, catalogue, schedule = HOST_MIRROR, log } = parts;
  const { db } = database;
  const ids = createHostIds(host.url);
  const pictures = createHostPictures(parts);
  let running: ReturnType<typeof mirror> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** Sources that don't compile, by hash: not tried again until they change. */
  const broken = new Map<string, string>();
  let lastProblem: string | undefined;
  let newestChange: string | undefined;
  let knownTypes = "";
  let knownFaults = 0;

  async function mirror(isWhole: boolean): Promise<MirrorReport & { isComplete: boolean }> {
    const report: MirrorReport = { templates: 0, changed: 0, unpublished: 0, faulty: 0, faults: [] };
    let isComplete = false;
    try {
      await inLibraryTurn(database, () => readAll(report, isWhole));
      isComplete = !isClosed;
      if (lastProblem !== undefined) log.info({ host: host.url }, "the content host answers again");
      lastProblem = undefined;
    } catch (error) {
      if (isClosed) return { ...report, isComplete };
      const reason = messageOf(error);
      report.faults.unshift({
        folder: host.url,
        reason: parts.isImport ? reason : `${reason.replace(/\.$/, "")}. The last copy is shown.`,
      });
      report.faulty++;
      if (reason !== lastProblem) log.warn({ host: host.url, error: reason }, "content host not mirrored");
      lastProblem = reason;
    }
    if (report.changed + report.unpublished > 0) await catalogue.refresh();
    if (isWhole && !isClosed) await storeFaults(db, report.faults, report.faulty);
    if (!parts.isImport) void pictures.copy();
    return { ...report, isComplete };
  }

  /**
   * All templates of the host; or, of one that says when its items changed, those that did since the last time. Each page is stored
   * before the next is read: when this ends early, what was stored stays and is passed over the next time. Only an id is remembered of each.
   */
  async function readAll(report: MirrorReport, isWhole: boolean): Promise<void> {
    const fields = await findFields();
    const since = isWhole || !fields.includes(CHANGED) ? undefined : newestChange;
    const pass = { types: await openTypes(), present: new Set<string>(), report };
    let newest = newestChange;
    for (let page = 1; !isClosed; page++) {
      const items = await host.list("templates", {
        fields,
        sort: "id",
        limit: String(PAGE),
        page: String(page),
        ...(since ? { [`filter[${CHANGED}][_gte]`]: since } : {}),
      });
      const fresh = items.filter(({ id }) => {
        const key = hostTemplateId(host.url, isHostId(id) ? String(id) : (JSON.stringify(id) ?? ""));
        if (pass.present.has(key)) return false;
        pass.present.add(key);
        return true;
      });
      // A host may send shorter pages than were asked for, so only one without anything new is the last.
      if (fresh.length === 0) break;
      await storePage(fresh, pass);
      for (const item of fresh) newest = laterOf(newest, item[CHANGED]);
      report.templates = pass.present.size;
    }
    if (isClosed) return;
    // Of a list that ended early, changes further down weren't seen.
    newestChange = newest;
    if (since !== undefined || parts.isImport) return;
    // The folder's templates, too: the host's are shown instead.
    const origins = [HOST, ...KEPT_AS_FILES];
    report.unpublished = await unpublishOthers(db, catalogue, pass.present, SERVER, origins, findGone);
    if (report.faulty > 0 && report.faulty !== knownFaults)
      log.warn({ host: host.url, faults: report.faulty }, "templates of the content host are not shown");
    knownFaults = report.faulty;
  }

  /** While pages are read, items move between them: one that was in none of them is asked for by its id before it is hidden. */
  async function findGone(missing: string[]): Promise<string[]> {
    const hostIds = await ids.toHost(db, "templates", missing);
    const there = new Set<string>();
    const asked = [...hostIds.values()];
    for (let at = 0; at < asked.length; at += ASKED_AT_ONCE) {
      const some = asked.slice(at, at + ASKED_AT_ONCE);
      const filter = JSON.stringify({ id: { _in: some } });
      try {
        const items = await host.list("templates", { fields: "id", filter, limit: String(some.length) });
        for (const { id } of items) if (isHostId(id)) there.add(hostTemplateId(host.url, String(id)));
      } catch (error) {
        if (!(error instanceof HostError) || !error.refused) throw error;
      }
    }
    return missing.filter((id) => !there.has(id));
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

  type Pass = { types: HostTypes; present: Set<string>; report: MirrorReport };

  function note({ report }: Pass, ...faults: FolderFault[]): void {
    report.faulty += faults.length;
    report.faults.push(...faults.slice(0, Math.max(0, HOST_MIRROR.maxFaults - report.faults.length)));
  }

  /** Items of which none was in an earlier page. */
  async function storePage(items: readonly Record<string, unknown>[], pass: Pass): Promise<void> {
    const { types, report } = pass;
    const stored = await storedTemplates(items);
    const slugFor = createSlugs(stored);
    const templates: Readable[] = [];
    for (const [index, item] of items.entries()) {
      if (index % AT_ONCE === 0) await nextTurn();
      const each = await readHostTemplate(item, host.url, types, slugFor);
      if ("reason" in each) note(pass, each);
      // One that can't be read now stays as it was.
      else if ("fault" in each) note(pass, each.fault);
      else templates.push(each);
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
    const fresh: Readable[] = [];
    for (const each of templates) {
      const before = stored.get(each.id);
      if (before && before.origin !== HOST) continue; // an operator maintains it
      if (before?.source_hash === each.template.hash) continue;
      const problem = await findProblem(each.template);
      if (problem === undefined) fresh.push(each);
      else note(pass, { folder: `${host.url}/items/templates/${each.hostId}`, reason: problem });
    }
    for (let at = 0; at < fresh.length; at += STORED_AT_ONCE) {
      const some = fresh.slice(at, at + STORED_AT_ONCE);
      await nextTurn();
      const { changed, refused } = await storeTemplateBatch(
        { database, catalogue, actor: SERVER, madeWith: parts.madeWith },
        some.map(({ template }) => template),
        HOST,
        async (db) => {
          await storeRatings(db, some);
          await pictures.expect(db, some);
        },
      );
      report.changed += changed;
      note(pass, ...refused);
    }
    await storeIds(items);
    await nextTurn();
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

  type StoredTemplate = {
    origin: string | null;
    source_hash: string | null;
    type: string;
    slug: string;
  };

  /** The items of a page that were stored before, by our ids. */
  async function storedTemplates(items: readonly Record<string, unknown>[]) {
    const local = items.flatMap(({ id }) => (isHostId(id) ? [hostTemplateId(host.url, String(id))] : []));
    if (local.length === 0) return new Map<string, StoredTemplate>();
    const rows = await db
      .selectFrom("templates")
      .select(["id", "origin", "source_hash", "type", "slug"])
      .where("id", "in", local)
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Addresses are kept, whatever an item is called later. */
  function createSlugs(stored: ReadonlyMap<string, StoredTemplate>): SlugFor {
    const given = new Set<string>();
    return async (id, type, wanted) => {
      const before = stored.get(id);
      if (before?.type === type) return before.slug;
      // Of a thousand with one name, the tenth has part of its id in its address: counting on would take longer with each.
      const numbers = Array.from({ length: NUMBERED }, (_, index) => `${wanted}-${index + 2}`);
      const slugs = [wanted, ...numbers, `${wanted}-${id.slice(-12)}`];
      const urlOf = (slug: string) => `/${type}/${slug}`;
      const rows = await db
        .selectFrom("templates")
        .select("url")
        .where("url", "in", slugs.map(urlOf))
        .execute();
      const taken = new Set(rows.map(({ url }) => url));
      const free = slugs.find((slug) => !taken.has(urlOf(slug)) && !given.has(urlOf(slug)));
      const slug = free ?? `${wanted}-${id}`;
      given.add(urlOf(slug));
      return slug;
    };
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
  async function storeRatings(db: Db, fresh: readonly Readable[]): Promise<void> {
    for (const [rating, rated] of Map.groupBy(fresh, ({ template }) => template.rating ?? null))
      await db
        .updateTable("templates")
        .set({ rating, rating_order: rating === null ? null : ratingOrder(rating, 1) })
        .where(
          "id",
          "in",
          rated.map(({ id }) => id),
        )
        .where("rating_count", "=", 0)
        .where("rating", "is distinct from", rating)
        .execute();
  }

  function refresh(isWhole: boolean): ReturnType<typeof mirror> {
    running ??= mirror(isWhole).finally(() => {
      running = undefined;
    });
    return running;
  }

  /** Of the last list that was read to its end. */
  let size = 0;
  let wholeAt = 0;
  async function look(): Promise<void> {
    try {
      // A large list is read whole from time to time: only that tells what was deleted.
      const isWhole = size <= schedule.largeFrom || Date.now() - wholeAt >= schedule.wholeEveryMs;
      if (isWhole || newestChange !== undefined) {
        const { templates, isComplete } = await refresh(isWhole);
        if (isWhole && isComplete) [size, wholeAt] = [Math.max(templates, 1), Date.now()];
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
      const { isComplete: _, ...report } = await refresh(isWhole);
      return report;
    },
    copyPictures: pictures.copy,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      host.close();
      await first;
      await running?.catch(() => undefined);
      await pictures.close();
    },
  };
}

type Readable = Extract<ReadTemplate, { template: object }>;

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
