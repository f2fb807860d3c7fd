import { joinedPapers } from "../../contract/templates/paper-kinds.ts";
import type { TypeFile } from "../../contract/templates/template-file.ts";
import { type Actor, recordActions } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { droppedOf, KEPT_AS_FILES, LIBRARY, ORDERED, PLACED } from "../catalogue/library-origin.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import { HIDDEN, PUBLISHED, storeVersions, versionOf } from "../catalogue/versions/template-versions.ts";
import type { Database, Db } from "../database/connect.ts";
import { derivedId } from "../database/ids.ts";
import { IMPORT_LINES } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import { nextTurn } from "../process/loop-turns.ts";
import {
  type FolderFault,
  type FoundTemplate,
  findMisplaced,
  findTemplates,
  readTemplate,
  readTypes,
  type TemplatePlace,
} from "./folder.ts";
import { storeFaults } from "./stored-faults.ts";

type Imported = {
  templates: number;
  changed: number;
  unpublished: number;
  /** Templates that operators maintain in the studio: their files are not read. */
  takenOver: string[];
  faults: FolderFault[];
};

/** Templates per transaction, so that other writes get their turn. */
const BATCH = 100;
/** Ids that are only compared. Where the database has no statistics yet, each reading may take as long as reading all. */
const IDS_READ_AT_ONCE = 5_000;

/** The same id for the same type and slug: importing twice, or moving to another category, changes nothing else. */
export function templateId(type: string, slug: string): string {
  return derivedId("template", type, slug);
}

/**
 * Imports the templates of a folder. Only templates that came from a library folder are changed; one whose
 * folder is gone is unpublished, and people's saved templates and documents stay.
 */
export async function importLibrary({
  database,
  catalogue,
  folder,
  actor,
  madeWith,
  log,
}: {
  database: Database;
  catalogue: CatalogueVersion;
  folder: string;
  actor: Actor;
  madeWith: MadeWith;
  log: Log;
}): Promise<Imported> {
  const { db } = database;
  const types = await readTypes(folder);
  const places = await findTemplates(folder, types);
  const misplaced = await findMisplaced(folder, types);
  const faults: FolderFault[] = misplaced.map(({ folder, reason }) => ({ folder, reason }));
  const takenOver: string[] = [];
  let changed = await storeTypes({ db, catalogue, actor, log }, types);

  const batch: FoundTemplate[] = [];
  const flush = async () => {
    const stored = await storeTemplateBatch({ database, catalogue, actor, madeWith }, batch.splice(0));
    changed += stored.changed;
    faults.push(...stored.refused);
  };
  const dropped = await droppedOf(db, "template");
  const wanted = places.filter(({ type, slug }) => !dropped.has(templateId(type, slug)));
  for (let at = 0; at < wanted.length; at += BATCH) {
    const some = wanted.slice(at, at + BATCH);
    const stored = await storedOf(
      db,
      some.map(({ type, slug }) => templateId(type, slug)),
    );
    const isTakenOver = (place: TemplatePlace) => {
      const before = stored.get(templateId(place.type, place.slug));
      return before !== undefined && !KEPT_AS_FILES.includes(before.origin ?? "");
    };
    const keptAsFiles = some.filter((place) => !isTakenOver(place));
    for (const { type, category, slug } of some.filter(isTakenOver))
      takenOver.push(`${type}/${category}/${slug}`);
    for (const place of keptAsFiles) {
      const known = stored.get(templateId(place.type, place.slug))?.source_hash;
      const found = readTemplate(folder, place, known);
      if (!found) continue;
      if ("reason" in found) faults.push(found);
      else batch.push(found);
    }
    if (batch.length >= BATCH) await flush();
  }
  await flush();

  // Templates without a category are included: a missing line in types.json must not hide them.
  const present = new Set([...places, ...misplaced].map(({ type, slug }) => templateId(type, slug)));
  const unpublished = await unpublishOthers(db, catalogue, present, actor);
  if (changed + unpublished > 0) await catalogue.refresh();
  await storeFaults(db, faults);
  for (const fault of faults) log.warn(fault, "template not imported");
  for (const folder of takenOver)
    log.info({ folder }, "template not imported: it was taken over, files no longer change it");
  const left = places.length - wanted.length;
  if (left > 0)
    log.info({ templates: left }, "templates of the library left out: an operator has deleted them");
  return { templates: places.length, changed, unpublished, takenOver, faults };
}

type Bump = Pick<CatalogueVersion, "bump">;

type BatchParts = { database: Pick<Database, "db">; catalogue: Bump; actor: Actor; madeWith: MadeWith };

/** Stores templates with their versions, and what `andMore` stores, in one transaction. Those whose place is taken are refused. */
export async function storeTemplateBatch(
  { database, catalogue, actor, madeWith }: BatchParts,
  templates: FoundTemplate[],
  origin = LIBRARY,
  andMore?: (db: Db) => Promise<void>,
): Promise<{ changed: number; refused: FolderFault[] }> {
  if (templates.length === 0) return { changed: 0, refused: [] };
  const refused = await database.db.transaction().execute(async (db) => {
    const now = new Date();
    const { refused, done } = await storeTemplates(db, templates, madeWith, now, origin);
    for (const [action, ids] of done) await recordTemplates(db, actor, action, ids, now);
    await andMore?.(db);
    await catalogue.bump(db, templates.map(idOf));
    return refused;
  });
  return { changed: templates.length - refused.length, refused };
}

const idOf = ({ id, type, slug }: FoundTemplate) => id ?? templateId(type, slug);

type StoredTemplate = {
  origin: string | null;
  source_hash: string | null;
  published: number;
  type: string;
  category: string;
  url: string;
  slug: string;
};

/** The previous state of these templates, if they exist. */
async function storedOf(db: Db, ids: string[]): Promise<Map<string, StoredTemplate>> {
  const rows = await db
    .selectFrom("templates")
    .select(["id", "origin", "source_hash", "published", "type", "category", "url", "slug"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, ...stored }) => [id, stored]));
}

/** Where a template is: one that an operator has moved stays there. */
function standingOf({ type, category, slug }: FoundTemplate, was: StoredTemplate | undefined) {
  return was?.origin === PLACED
    ? { type: was.type, category: was.category, url: was.url, slug: was.slug }
    : { type, category, url: `/${type}/${slug}`, slug };
}

/** The ids of the templates that have these addresses. */
async function holdersOf(db: Db, urls: string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom("templates").select(["id", "url"]).where("url", "in", urls).execute();
  return new Map(rows.map(({ id, url }) => [url, id]));
}

/** Templates that the library no longer has, and their number. `confirm` says which of these are really gone. */
export async function unpublishOthers(
  db: Database["db"],
  catalogue: Bump,
  present: ReadonlySet<string>,
  actor: Actor,
  origins: readonly string[] = KEPT_AS_FILES,
  confirm: (missing: string[]) => Promise<string[]> = async (missing) => missing,
): Promise<number> {
  let count = 0;
  for (let last = ""; ; ) {
    const rows = await db
      .selectFrom("templates")
      .select("id")
      .where("origin", "in", origins)
      .where("id", ">", last)
      .where("published", "=", 1)
      .orderBy("id")
      .limit(IDS_READ_AT_ONCE)
      .execute();
    const absent = rows.map(({ id }) => id).filter((id) => !present.has(id));
    for (let at = 0; at < absent.length; at += BATCH)
      count += await unpublish(await confirm(absent.slice(at, at + BATCH)));
    await nextTurn();
    last = rows.at(-1)?.id ?? "";
    if (rows.length < IDS_READ_AT_ONCE) return count;
  }

  async function unpublish(missing: string[]): Promise<number> {
    await nextTurn();
    if (missing.length > 0)
      await db.transaction().execute(async (db) => {
        await db
          .updateTable("templates")
          .set({ ...HIDDEN, source_hash: null })
          .where("id", "in", missing)
          .execute();
        await catalogue.bump(db, missing);
        await recordTemplates(db, actor, "template.unpublished", missing, new Date());
      });
    return missing.length;
  }
}

type TemplateAction = `template.${"created" | "changed" | "published" | "unpublished"}`;

/** One entry each for a few; for many only the number, so that a large folder doesn't fill the log. */
async function recordTemplates(
  db: Db,
  actor: Actor,
  action: TemplateAction,
  ids: string[],
  now: Date,
): Promise<void> {
  const few = { kind: "template" as const, ids };
  const many = { kind: "templates" as const, ids: [String(ids.length)] };
  await recordActions(db, actor, action, ids.length > IMPORT_LINES ? many : few, now);
}

type TypeImport = { db: Database["db"]; catalogue: Bump; actor: Actor; log: Log };

/** What an operator has changed stays, and what they deleted does not return. */
export async function storeTypes(
  { db, catalogue, actor, log }: TypeImport,
  types: TypeFile[],
  origin = LIBRARY,
): Promise<number> {
  return db.transaction().execute(async (db) => {
    const now = new Date();
    let changed = 0;
    const stored = new Map((await db.selectFrom("types").selectAll().execute()).map((row) => [row.id, row]));
    const dropped = await droppedOf(db, "type");
    for (const type of types) {
      if (dropped.has(type.slug)) {
        log.info({ type: type.slug }, "type of the library left out: an operator has dropped it");
        continue;
      }
      const categories = [...type.categories]
        .sort((a, b) => a.order - b.order)
        .map(({ order: _, ...category }) => category);
      const before = stored.get(type.slug);
      const isOrdered = before?.origin === ORDERED;
      const row = {
        id: type.slug,
        singular: type.singular,
        plural: type.plural,
        description: type.description,
        words: JSON.stringify(type.words ?? {}),
        icon: type.icon,
        sort: isOrdered ? before.sort : type.order,
        categories: JSON.stringify(categories),
        origin: isOrdered ? ORDERED : origin,
      };
      if (
        before &&
        Object.entries(row).every(([name, value]) => before[name as keyof typeof before] === value)
      )
        continue;
      if (before && before.origin !== origin && !isOrdered) {
        log.info({ type: type.slug }, "type of the library not changed: an operator maintains it");
        continue;
      }
      changed++;
      await db
        .insertInto("types")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
      const done = before ? "type.changed" : "type.created";
      await recordActions(db, actor, done, { kind: "type", ids: [type.slug] }, now);
    }
    if (changed > 0) await catalogue.bump(db);
    return changed;
  });
}

/** What decides how its pages look, as the database stores it. */
export function looksOf({ source, file }: Pick<FoundTemplate, "source" | "file">) {
  return {
    content: source,
    fields: JSON.stringify(file.fields),
    sample: JSON.stringify(file.sample),
    samples: JSON.stringify(file.samples ?? {}),
    page: JSON.stringify(file.page),
    theme: JSON.stringify(file.theme),
  };
}

type Stored = { refused: FolderFault[]; done: Map<TemplateAction, string[]> };

async function storeTemplates(
  db: Db,
  templates: FoundTemplate[],
  madeWith: MadeWith,
  now: Date,
  origin: string,
): Promise<Stored> {
  const refused: FolderFault[] = [];
  const done = new Map<TemplateAction, string[]>();
  const before = await storedOf(db, templates.map(idOf));
  const types = new Set((await db.selectFrom("types").select("id").execute()).map(({ id }) => id));
  const written = new Set<string>();
  const holders = await holdersOf(
    db,
    templates.map((template) => standingOf(template, before.get(idOf(template))).url),
  );
  for (const template of templates) {
    const { type, category, slug, file, hash, link = null } = template;
    const id = idOf(template);
    const was = before.get(id);
    const standing = standingOf(template, was);
    const { url } = standing;
    if (!types.has(standing.type)) {
      refused.push({
        folder: `${type}/${category}/${slug}`,
        reason: `the type ${type} is not there: an operator has dropped it`,
      });
      continue;
    }
    if (holders.has(url) && holders.get(url) !== id) {
      refused.push({
        folder: `${type}/${category}/${slug}`,
        reason: `${url} is taken by a template made through the API`,
      });
      continue;
    }
    const looks = looksOf(template);
    const row = {
      ...looks,
      ...standing,
      template_name: file.name,
      description: file.description,
      words: file.words ?? null,
      title: file.title,
      papers: joinedPapers(file.page),
      origin: was?.origin === PLACED ? PLACED : origin,
      source_hash: hash,
      link,
      version: versionOf(looks),
      date_updated: now.toISOString(),
    };
    // Hidden with its hash: hidden by an operator, and stays so. A template whose folder was missing has
    // none.
    const staysHidden = was?.published === 0 && was.source_hash !== null;
    await db
      .insertInto("templates")
      .values({ ...row, id, image: null, date_created: now.toISOString() })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet({ ...row, ...(staysHidden ? HIDDEN : PUBLISHED) }),
      )
      .execute();
    if (was) holders.delete(was.url);
    holders.set(url, id);
    written.add(id);
    const comesBack = was?.published === 0 && !staysHidden;
    const action = !was ? "template.created" : comesBack ? "template.published" : "template.changed";
    done.set(action, [...(done.get(action) ?? []), id]);
  }
  await storeVersions(db, [...written], { madeWith, now });
  return { refused, done };
}
