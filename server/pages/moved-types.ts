import type { Db } from "../database/connect.ts";
import { readStoredValue } from "../database/stored-values.ts";

/**
 * Where a page is now whose type had the slug of a language or of a path of the API until a migration moved it (0028-language-slugs.ts,
 * 0037-users-slug.ts, 0044-mcp-slug.ts). Asked only if nothing else is at the address. Undefined: nothing was there before either.
 */
export async function findMovedPage(db: Db, path: string): Promise<string | undefined> {
  const [, slug, template, rest = ""] = /^\/([a-z]+)(?:\/([^/]+)(\/use)?)?$/.exec(path) ?? [];
  const type = slug && (await readStoredValue(db, `moved_type:${slug}`));
  if (!type || !template) return type && `/${type}`;
  const url = `/${type}/${template}`;
  const found = await db.selectFrom("templates").select("url").where("url", "=", url).executeTakeFirst();
  return found && found.url + rest;
}
