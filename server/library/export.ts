import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Selectable } from "kysely";
import {
  type FieldSchema,
  pageFile,
  slug,
  type TemplateFile,
  type TypeFile,
} from "../../contract/templates/template-file.ts";
import type { Database } from "../database/connect.ts";
import type { TemplateTable, TypeTable } from "../database/tables.ts";
import { writeTemplateFile, writeTypesFile } from "./library-text.ts";

type Exported = { types: number; templates: number };

/** Rows per batch: sources and samples of ten thousand templates need not be in memory at once. */
const BATCH = 200;

/**
 * Writes the published templates as a library folder. Imported templates are exported byte for byte;
 * templates made through the API become a folder that can be imported elsewhere.
 */
export async function exportLibrary({
  database: { db },
  folder,
}: {
  database: Database;
  folder: string;
}): Promise<Exported> {
  const types = await db.selectFrom("types").selectAll().orderBy("sort").orderBy("id").execute();
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "types.json"), writeTypesFile(types.map(readType)));
  let templates = 0;
  for (let after = ""; ; ) {
    const rows = await db
      .selectFrom("templates")
      .selectAll()
      .where("published", "=", 1)
      .where("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .execute();
    for (const row of rows) await writeTemplate(folder, row);
    templates += rows.length;
    const last = rows.at(-1);
    if (!last) return { types: types.length, templates };
    after = last.id;
  }
}

/** What of a template is in its files; as in its table. */
export type Row = Pick<
  TemplateTable,
  | "type"
  | "category"
  | "slug"
  | "content"
  | "template_name"
  | "description"
  | "words"
  | "title"
  | "page"
  | "theme"
  | "fields"
  | "sample"
> & { samples?: string };

async function writeTemplate(library: string, row: Row): Promise<void> {
  // Each is the name of one folder, never a path outside the library.
  const place = [row.type, row.category, row.slug].map((name) => slug.parse(name));
  const folder = path.join(library, ...place);
  await mkdir(folder, { recursive: true });
  for (const { name, text } of templateFiles(row)) await writeFile(path.join(folder, name), text);
}

/** The two files of a template. */
export function templateFiles(row: Row): { name: string; text: string }[] {
  return [
    { name: "template.json", text: writeTemplateFile(readRow(row)) },
    { name: "template.typ", text: row.content },
  ];
}

/** The API requires less than a folder does; missing values get the site's defaults. */
function readRow(row: Row): TemplateFile {
  const page = pageFile.safeParse({ orientation: "portrait", ...JSON.parse(row.page) });
  const fields = JSON.parse(row.fields);
  return {
    name: row.template_name,
    description: row.description || row.template_name,
    ...(row.words ? { words: row.words } : {}),
    page: page.data ?? JSON.parse(row.page),
    title: row.title || row.template_name,
    theme: { accent: "#1f4fd8", fonts: "original", ...JSON.parse(row.theme) },
    fields: closeGroups(fields) as TemplateFile["fields"],
    sample: JSON.parse(row.sample),
    ...(row.samples && row.samples !== "{}" ? { samples: JSON.parse(row.samples) } : {}),
  };
}

function closeGroups(field: FieldSchema): FieldSchema {
  if (field.type === "array") return { ...field, items: closeGroups(field.items) };
  if (field.type !== "object") return field;
  const properties = Object.entries(field.properties).map(([name, inner]) => [name, closeGroups(inner)]);
  return { ...field, additionalProperties: false, properties: Object.fromEntries(properties) };
}

function readType(row: Selectable<TypeTable>): TypeFile {
  const categories: Omit<TypeFile["categories"][number], "order">[] = JSON.parse(row.categories);
  return {
    slug: row.id,
    singular: row.singular,
    plural: row.plural,
    description: row.description || row.plural,
    ...(row.words === "{}" ? {} : { words: JSON.parse(row.words) }),
    icon: row.icon || "lucide:file",
    order: row.sort,
    categories: categories.map((category, index) => ({
      ...category,
      description: category.description || category.label,
      icon: category.icon || "lucide:file",
      order: index + 1,
    })),
  };
}
