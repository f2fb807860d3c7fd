import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { templateId } from "../library/import.ts";
import type { ThumbnailStore } from "./thumbnail-store.ts";

/**
 * Small pictures in a library folder (`library/sheets`), made with `library sheets`. A new installation shows its
 * whole gallery at once, and draws the pages afterwards.
 */

const FOLDER = "sheets";
const INDEX = "index.json";
const BATCH = 50;

/** A sheet that was drawn of another version of its template, or with another kit or compiler, is not used. */
export const sheetIndex = z.object({
  renderingVersion: z.string(),
  /** By `type/slug`. */
  templates: z.record(
    z.string(),
    z.object({ version: z.string(), width: z.int().positive(), height: z.int().positive() }),
  ),
});
export type SheetIndex = z.infer<typeof sheetIndex>;

export function sheetFiles(library: string) {
  const folder = path.join(library, FOLDER);
  return {
    folder,
    index: path.join(folder, INDEX),
    picture: (address: string) => path.join(folder, `${address.replace("/", "-")}.webp`),
  };
}

/** Stores the sheets of templates that have no picture of their present version. Returns how many. */
export async function storePackagedSheets(
  store: Pick<ThumbnailStore, "findWithout" | "store">,
  library: string,
  renderingVersion: string,
): Promise<number> {
  const files = sheetFiles(library);
  if (!existsSync(files.index)) return 0;
  const index = sheetIndex.parse(JSON.parse(readFileSync(files.index, "utf8")));
  if (index.renderingVersion !== renderingVersion) return 0;
  const sheets = Object.entries(index.templates).map(([address, sheet]) => {
    const [type = "", slug = ""] = address.split("/");
    return { ...sheet, id: templateId(type, slug), file: files.picture(address) };
  });
  let stored = 0;
  for (let at = 0; at < sheets.length; at += BATCH) {
    const some = sheets.slice(at, at + BATCH);
    const without = await store.findWithout(some.map(({ id }) => id));
    const wanted = new Set(without.map(({ id, version }) => `${id} ${version}`));
    const found = some.filter(({ id, version }) => wanted.has(`${id} ${version}`));
    if (found.length === 0) continue;
    await store.store(
      found.map(({ id, version, file, width, height }) => ({
        id,
        version,
        pictures: [{ page: 1, bytes: readFileSync(file), width, height }],
        isSmall: true,
      })),
    );
    stored += found.length;
  }
  return stored;
}
