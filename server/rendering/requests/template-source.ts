import type { FontPairing } from "../../../contract/looks.ts";
import { type GroupField, groupField, type PageFile, pageFile } from "../../../contract/template-file.ts";

import type { Database } from "../../database/connect.ts";
import { isId } from "../../database/ids.ts";
import { createBoundedCache } from "../../kernel/bounded-cache.ts";

/** What rendering needs to know of a template. */
export type RenderTemplate = {
  id: string;
  type: string;
  slug: string;
  name: string;
  /** The type's label for one of it: "Invoice". */
  singular: string;
  /** Changes with everything that decides how the pages look. */
  version: string;
  content: string;
  fields: GroupField;
  sample: Record<string, unknown>;
  title: string | null;
  page: PageFile;
  theme: { accent: string; fonts?: FontPairing };
};

export type TemplateSource = {
  /** Published, or no longer but with documents that people go on with. */
  find(id: string): Promise<RenderTemplate | undefined>;
  /** Only published ones. */
  findBySlug(type: string, slug: string): Promise<RenderTemplate | undefined>;
};

const ANY_FIELDS: GroupField = { type: "object", properties: {}, additionalProperties: false };
/** Of a template whose page makes no sense. */
export const ANY_PAGE: PageFile = { papers: ["a4", "us-letter"], orientation: "portrait" };
const ANY_THEME = { accent: "#1f4fd8" };

const MOST_READ = 200;

export function createTemplateSource({ db }: Pick<Database, "db">): TemplateSource {
  const read = createReader();
  const all = () =>
    db
      .selectFrom("templates")
      .leftJoin("types", "types.id", "templates.type")
      .selectAll("templates")
      .select("types.singular");

  return {
    find: async (id) => {
      if (!isId(id)) return undefined;
      const found = all()
        .where("templates.id", "=", id)
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb("templates.published", "=", 1),
            exists(selectFrom("documents").select("documents.id").where("documents.templates_id", "=", id)),
          ]),
        );
      return read(await found.executeTakeFirst());
    },
    findBySlug: async (type, slug) =>
      read(
        await all()
          .where("templates.url", "=", `/${type}/${slug}`)
          .where("templates.published", "=", 1)
          .executeTakeFirst(),
      ),
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
  title: string | null;
  page: string;
  theme: string;
};

/** Every keystroke of a person asks for a row, nearly always the same one: its JSON is parsed once. */
function createReader(): (row: Row | undefined) => RenderTemplate | undefined {
  const known = createBoundedCache<{ row: Row; template: RenderTemplate }>({ mostEntries: MOST_READ });
  return (row) => {
    if (!row) return undefined;
    const found = known.get(row.id);
    if (found && COLUMNS.every((column) => found.row[column] === row[column])) return found.template;
    const template = read(row);
    known.set(row.id, { row, template });
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
  "title",
  "page",
  "theme",
] as const satisfies readonly (keyof Row)[];

/** Templates made through the API may lack what a library folder must have; a theme or sample is not looked into here. */
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
