import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import {
  isBlankSource,
  type TemplateFile,
  type TypeFile,
  templateFile,
  typesFile,
} from "../../contract/templates/template-file.ts";
import { findPatternFaults } from "../../shared/text/patterns.ts";
import { codeOf, messageOf } from "../errors/errors.ts";

/** Its folder is `type/category/slug`. */
export type TemplatePlace = { type: string; category: string; slug: string };

/** A template as its folder has it. */
export type FoundTemplate = TemplatePlace & {
  source: string;
  file: TemplateFile;
  /** A hash of both files and the place: if unchanged, there is nothing to import. */
  hash: string;
  /** If it is not derived from type and slug. */
  id?: string;
  /** Where it is opened, if it can't be filled in here; it has no source then. */
  link?: string | null;
  /** Of the place it came from. */
  rating?: number | null;
};

/** Templates that can't be imported, and why. The rest of the library is imported. */
export type FolderFault = { folder: string; reason: string };

export async function readTypes(library: string): Promise<TypeFile[]> {
  const read = typesFile.safeParse(JSON.parse(await readFile(path.join(library, "types.json"), "utf8")));
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new Error(`types.json: ${issue?.path.join(".")}: ${issue?.message}`);
}

/** The folders of all templates, in order. */
export async function findTemplates(library: string, types: TypeFile[]): Promise<TemplatePlace[]> {
  const categories = types.flatMap((type) =>
    type.categories.map((category) => ({ type: type.slug, category: category.slug })),
  );
  const found = await Promise.all(
    categories.map(async ({ type, category }) =>
      (await subfolders(path.join(library, type, category))).map((slug) => ({ type, category, slug })),
    ),
  );
  return found.flat();
}

/** Templates whose folder is in no category of types.json. */
export async function findMisplaced(
  library: string,
  types: TypeFile[],
): Promise<(TemplatePlace & FolderFault)[]> {
  const known = new Map(
    types.map(({ slug, categories }) => [slug, new Set(categories.map((each) => each.slug))]),
  );
  const found: (TemplatePlace & FolderFault)[] = [];
  for (const type of await subfolders(library))
    for (const category of await subfolders(path.join(library, type))) {
      const categories = known.get(type);
      if (categories?.has(category)) continue;
      const reason = categories
        ? `types.json has no category "${category}" of the type "${type}"`
        : `types.json has no type "${type}"`;
      for (const slug of await subfolders(path.join(library, type, category)))
        if (existsSync(path.join(library, type, category, slug, "template.json")))
          found.push({ type, category, slug, folder: path.join(type, category, slug), reason });
    }
  return found;
}

async function subfolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/**
 * Undefined if unchanged, so it was checked before. Read synchronously: two small files take less time than
 * passing them to another thread, and all are read before the server answers.
 */
export function readTemplate(
  library: string,
  place: TemplatePlace,
  knownHash?: string | null,
): FoundTemplate | FolderFault | undefined {
  const folder = path.join(place.type, place.category, place.slug);
  try {
    const description = readFileSync(path.join(library, folder, "template.json"), "utf8");
    const source = readFileSync(path.join(library, folder, "template.typ"), "utf8");
    const hash = createHash("sha256")
      .update(JSON.stringify([place, description, source]))
      .digest("hex");
    if (hash === knownHash) return undefined;
    const read = templateFile.safeParse(JSON.parse(description));
    if (!read.success) {
      const issue = read.error.issues[0];
      return { folder, reason: `template.json: ${issue?.path.join(".")}: ${issue?.message}` };
    }
    const [unusable] = findPatternFaults(read.data.fields, ["fields"]);
    if (unusable)
      return {
        folder,
        reason: `template.json: ${unusable.path.join(".")}: ${unusable.fault.message}`,
      };
    if (isBlankSource(source))
      return { folder, reason: "template.typ: the file is empty; it has to draw a page" };
    return { ...place, source, file: read.data, hash };
  } catch (error) {
    return { folder, reason: messageOf(error) };
  }
}
