import type { TypeFile } from "../../contract/template-file.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { versionOf } from "../collections/templates.ts";
import type { Database, Db } from "../database/connect.ts";
import { derivedId } from "../database/ids.ts";
import type { Log } from "../kernel/logging.ts";
import { type FolderFault, type FoundTemplate, findTemplates, readTemplate, readTypes } from "./folder.ts";

export type Imported = { templates: number; changed: number; unpublished: number; faults: FolderFault[] };

const ORIGIN = "library";
/** So many in one transaction: other writes get their turn in between. */
const BATCH = 100;

/** The same id for the same type and slug: importing twice, or moving to another category, changes nothing else. */
export function templateId(type: string, slug: string): string {
  return derivedId("template", type, slug);
}

/**
 * Brings the templates of a folder into the database. Only templates that came from a library folder are changed;
 * one whose folder is gone is no longer published, and what people saved or made with it stays.
 */
export async function importLibrary({
  database,
  catalogue,
  folder,
  log,
}: {
  database: Database;
  catalogue: CatalogueVersion;
  folder: string;
  log: Log;
}): Promise<Imported> {
  const types = await readTypes(folder);
  const places = await findTemplates(folder, types);
  const known = new Map(
    (
      await database.db
        .selectFrom("templates")
        .select(["id", "source_hash", "published"])
        .where("origin", "=", ORIGIN)
        .execute()
    ).map((row) => [row.id, row]),
  );
  const faults: FolderFault[] = [];
  let changed = await importTypes(database, types);

  const batch: FoundTemplate[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    const templates = batch.splice(0);
    changed += templates.length;
    const refused = await database.db
      .transaction()
      .execute((db) => storeTemplates(db, templates, new Date()));
    changed -= refused.length;
    faults.push(...refused);
  };
  for (const place of places) {
    const id = templateId(place.type, place.slug);
    const found = await readTemplate(folder, place);
    const stored = known.get(id);
    known.delete(id);
    if ("reason" in found) {
      faults.push(found);
      continue;
    }
    if (stored?.source_hash === found.hash && stored.published === 1) continue;
    batch.push(found);
    if (batch.length === BATCH) await flush();
  }
  await flush();

  const gone = [...known.values()].filter((row) => row.published === 1).map((row) => row.id);
  for (let at = 0; at < gone.length; at += BATCH)
    await database.db
      .updateTable("templates")
      .set({ published: 0 })
      .where("id", "in", gone.slice(at, at + BATCH))
      .execute();

  if (changed + gone.length > 0) {
    await database.db.transaction().execute((db) => catalogue.bump(db));
    await catalogue.refresh();
  }
  for (const fault of faults) log.warn(fault, "template not imported");
  return { templates: places.length, changed, unpublished: gone.length, faults };
}

async function importTypes(database: Database, types: TypeFile[]): Promise<number> {
  return database.db.transaction().execute(async (db) => {
    let changed = 0;
    const stored = new Map((await db.selectFrom("types").selectAll().execute()).map((row) => [row.id, row]));
    for (const type of types) {
      const categories = [...type.categories]
        .sort((a, b) => a.order - b.order)
        .map(({ slug, label, description, icon }) => ({ slug, label, description, icon }));
      const row = {
        id: type.slug,
        singular: type.singular,
        plural: type.plural,
        description: type.description,
        icon: type.icon,
        sort: type.order,
        categories: JSON.stringify(categories),
        origin: ORIGIN,
      };
      const before = stored.get(type.slug);
      if (
        before &&
        Object.entries(row).every(([name, value]) => before[name as keyof typeof before] === value)
      )
        continue;
      if (before && before.origin !== ORIGIN) continue;
      changed++;
      await db
        .insertInto("types")
        .values(row)
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
    }
    return changed;
  });
}

async function storeTemplates(db: Db, templates: FoundTemplate[], now: Date): Promise<FolderFault[]> {
  const faults: FolderFault[] = [];
  for (const { type, category, slug, source, file, hash } of templates) {
    const id = templateId(type, slug);
    const url = `/${type}/${slug}`;
    const holder = await db
      .selectFrom("templates")
      .select(["id", "origin"])
      .where("url", "=", url)
      .where("id", "<>", id)
      .executeTakeFirst();
    if (holder) {
      faults.push({
        folder: `${type}/${category}/${slug}`,
        reason: `${url} is taken by a template made through the API`,
      });
      continue;
    }
    const looks = {
      content: source,
      fields: JSON.stringify(file.fields),
      sample: JSON.stringify(file.sample),
      page: JSON.stringify(file.page),
      theme: JSON.stringify(file.theme),
    };
    const row = {
      ...looks,
      type,
      category,
      slug,
      url,
      template_name: file.name,
      description: file.description,
      rating: file.rating,
      title: file.title,
      published: 1,
      origin: ORIGIN,
      source_hash: hash,
      version: versionOf(looks),
      date_updated: now.toISOString(),
    };
    await db
      .insertInto("templates")
      .values({ ...row, id, image: null, date_created: now.toISOString() })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }
  return faults;
}
