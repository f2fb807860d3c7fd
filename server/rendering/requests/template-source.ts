import type { ExpressionBuilder } from "kysely";
import { samplesByLanguage } from "../../../contract/templates/samples.ts";
import {
  type GroupField,
  groupField,
  type PageFile,
  pageFile,
} from "../../../contract/templates/template-file.ts";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import type { KitFile } from "../../../engine/job.ts";
import { createBoundedCache } from "../../cache/bounded-cache.ts";
import { findKit } from "../../catalogue/versions/kits.ts";
import type { Database } from "../../database/connect.ts";
import { isId } from "../../database/ids.ts";
import type { Tables } from "../../database/tables.ts";

export type TemplateSource = {
  /** A template that is published, or that documents still use, in its current or the given version. */
  find(id: string, version?: string | null): Promise<RenderTemplate | undefined>;
  /** A version of any template, for viewers who may see them all. */
  findVersion(version: string): Promise<RenderTemplate | undefined>;
  /** Only published ones. */
  findBySlug(type: string, slug: string): Promise<RenderTemplate | undefined>;
};

const ANY_FIELDS: GroupField = { type: "object", properties: {}, additionalProperties: false };
/** The page of a template whose own is invalid. */
export const ANY_PAGE: PageFile = { papers: ["a4", "us-letter"], orientation: "portrait" };
const ANY_THEME = { accent: "#1f4fd8" };

const MAX_READ = 200;
const MAX_KITS = 5; // some hundred kilobytes each

/** `kit` is the hash of the current kit, which is used for templates that were not published with another. */
export function createTemplateSource({ db }: Pick<Database, "db">, kit: string): TemplateSource {
  const read = createReader();
  const kits = createBoundedCache<KitFile[]>({ maxEntries: MAX_KITS });
  const all = () =>
    db
      .selectFrom("templates")
      .leftJoin("types", "types.id", "templates.type")
      .selectAll("templates")
      .select("types.singular")
      // One that is opened elsewhere has no source.
      .where("templates.link", "is", null);

  const versions = () =>
    db
      .selectFrom("template_versions as version")
      .innerJoin("templates", "templates.id", "version.templates_id")
      .leftJoin("types", "types.id", "templates.type")
      .select(["templates.id", "templates.type", "templates.slug", "types.singular", "version.kit"])
      .select(["version.id as version_id", "version.version", "version.template_name", "version.title"])
      .select(["version.content", "version.fields", "version.sample", "version.page", "version.theme"])
      .select("version.samples");
  type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>["executeTakeFirst"]>>;

  /** Versions with the same source and kit have the same version key. */
  async function readVersion(row: VersionRow): Promise<RenderTemplate | undefined> {
    if (!row) return undefined;
    if (row.kit === null || row.kit === kit) return read(row, row.version_id);
    const files = kits.get(row.kit) ?? (await findKit(db, row.kit));
    if (!files) throw new Error(`the kit ${row.kit} is not stored`);
    kits.set(row.kit, files);
    const template = read({ ...row, version: `${row.version} ${row.kit}` }, row.version_id);
    return template && { ...template, kit: files };
  }

  return {
    find: async (id, version) => {
      if (!isId(id)) return undefined;
      const isUsable = ({ or, eb, exists, selectFrom }: ExpressionBuilder<Tables, "templates">) =>
        or([
          eb("templates.published", "=", 1),
          exists(selectFrom("documents").select("documents.id").where("documents.templates_id", "=", id)),
        ]);
      if (!version)
        return read(await all().where("templates.id", "=", id).where(isUsable).executeTakeFirst(), id);
      if (!isId(version)) return undefined;
      const one = versions().where("version.id", "=", version).where("templates.id", "=", id).where(isUsable);
      return readVersion(await one.executeTakeFirst());
    },
    findVersion: async (version) =>
      isId(version)
        ? readVersion(await versions().where("version.id", "=", version).executeTakeFirst())
        : undefined,
    findBySlug: async (type, slug) => {
      const row = await all()
        .where("templates.url", "=", `/${type}/${slug}`)
        .where("templates.published", "=", 1)
        .executeTakeFirst();
      return read(row, row?.id ?? "");
    },
  };
}

type Row = {
  id: string;
  type: string;
  slug: string;
  template_name: string;
  singular: string | null;
  version: string;
  content: string;
  fields: string;
  sample: string;
  samples: string;
  title: string | null;
  page: string;
  theme: string;
};

/** Every keystroke reads a row, nearly always the same one, so its JSON is parsed once. */
function createReader(): (row: Row | undefined, key: string) => RenderTemplate | undefined {
  const known = createBoundedCache<{ row: Row; template: RenderTemplate }>({ maxEntries: MAX_READ });
  return (row, key) => {
    if (!row) return undefined;
    const found = known.get(key);
    if (found && COLUMNS.every((column) => found.row[column] === row[column])) return found.template;
    const template = read(row);
    known.set(key, { row, template });
    return template;
  };
}

const COLUMNS = [
  "id",
  "type",
  "slug",
  "template_name",
  "singular",
  "version",
  "content",
  "fields",
  "sample",
  "samples",
  "title",
  "page",
  "theme",
] as const satisfies readonly (keyof Row)[];

/** Templates created through the API may lack what a library folder must have. Theme and sample are not validated here. */
function read(row: Row): RenderTemplate {
  const theme = parse(row.theme) as Partial<RenderTemplate["theme"]> | null;
  return {
    id: row.id,
    type: row.type,
    slug: row.slug,
    name: row.template_name,
    singular: row.singular ?? "",
    version: row.version,
    content: row.content,
    fields: groupField.safeParse(parse(row.fields)).data ?? ANY_FIELDS,
    sample: (parse(row.sample) ?? {}) as Record<string, unknown>,
    samples: samplesByLanguage.safeParse(parse(row.samples)).data ?? {},
    title: row.title,
    page: pageFile.safeParse(parse(row.page)).data ?? ANY_PAGE,
    theme: { ...ANY_THEME, ...theme },
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
