import { type Kysely, sql } from "kysely";
import { newId } from "../ids.ts";

/**
 * Moves a type whose slug is now the path for programs that speak MCP: `mcp` becomes `mcp-templates`. As with `users`
 * (0037-users-slug.ts), its old address is stored for redirects, the action log records it, and the type is no longer part of the
 * library, which rejects such a slug.
 */
export async function moveMcpSlug(db: Kysely<unknown>): Promise<void> {
  const slug = "mcp";
  if (!(await isType(db, slug))) return;
  const moved = await freeSlug(db, slug);
  await sql`insert into types (id, singular, plural, description, words, icon, sort, categories, origin)
    select ${moved}, singular, plural, description, words, icon, sort, categories, null from types
    where id = ${slug}`.execute(db);
  await sql`update templates set type = ${moved}, url = '/' || ${moved} || '/' || slug, origin = null
    where type = ${slug}`.execute(db);
  await sql`update template_drafts set type = ${moved} where type = ${slug}`.execute(db);
  await sql`delete from types where id = ${slug}`.execute(db);
  await sql`insert into kept_values (name, value) values (${`moved_type:${slug}`}, ${moved})`.execute(db);
  await sql`insert into actions (id, at, actor_kind, actor_id, action, target_kind, target_id)
    values (${newId()}, ${new Date().toISOString()}, 'server', null, 'type.moved', 'type', ${moved})`.execute(
    db,
  );
}

async function freeSlug(db: Kysely<unknown>, slug: string): Promise<string> {
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? `${slug}-templates` : `${slug}-templates-${number}`;
    if (!(await isType(db, wanted))) return wanted;
  }
}

async function isType(db: Kysely<unknown>, slug: string): Promise<boolean> {
  const { rows } = await sql`select 1 from types where id = ${slug}`.execute(db);
  return rows.length > 0;
}
