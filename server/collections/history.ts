import { sql } from "kysely";
import { rowRuleSql } from "../content/conditions.ts";
import { checkPayload } from "../content/payload.ts";
import { isObject } from "../content/query/parameters.ts";
import { newId } from "../database/ids.ts";
import { invalidForeignKey, invalidPayload } from "../kernel/errors.ts";
import type { Keeper, Writing } from "./keeper.ts";
import { requireOwner } from "./ownership.ts";

const MAX_TEMPLATES = 20;

export const history: Keeper = {
  async create(writing, payload, writable) {
    const values = checkPayload("history", payload, writable, "create");
    const owner = requireOwner(writing, payload, "history");
    const templates = readTemplates(payload.template_id ?? []);
    const { db, now } = writing;
    await requireTemplates(writing, templates);
    const document = (values.documents_id as string | null | undefined) ?? null;
    if (
      document &&
      !(await db
        .selectFrom("documents")
        .select("id")
        .where("id", "=", document)
        .where("user_id", "=", owner)
        .executeTakeFirst())
    )
      throw invalidForeignKey("history", "documents_id", document);

    const id = newId(now.getTime());
    await db
      .insertInto("history")
      .values({
        id,
        user_id: owner,
        date_created: now.toISOString(),
        action: (values.action as string | undefined) ?? "created",
        title: (values.title as string | null | undefined) ?? null,
        documents_id: document,
      })
      .execute();
    if (templates.length > 0)
      await db
        .insertInto("history_templates")
        .values(templates.map((templates_id) => ({ id: newId(), history_id: id, templates_id })))
        .execute();
    // Counted here and not through the catalogue: a use changes no page.
    for (const template of templates)
      if (template)
        await db
          .updateTable("templates")
          .set((eb) => ({ used: eb("used", "+", 1) }))
          .where("id", "=", template)
          .execute();
    return id;
  },

  async remove({ db }, id, rows) {
    const { numDeletedRows } = await db
      .deleteFrom("history")
      .where("id", "=", id)
      .where(rowRuleSql(rows, "history"))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
};

function readTemplates(value: unknown): (string | null)[] {
  if (!Array.isArray(value) || value.length > MAX_TEMPLATES)
    throw invalidPayload(
      `"template_id" has to be a list of at most ${MAX_TEMPLATES} entries such as { "templates_id": "…" }`,
    );
  return value.map((entry) => {
    const template = isObject(entry) ? entry.templates_id : undefined;
    if (template !== null && typeof template !== "string")
      throw invalidPayload('an entry of "template_id" has to name a template: { "templates_id": "…" }');
    return template;
  });
}

async function requireTemplates({ db }: Writing, templates: (string | null)[]): Promise<void> {
  for (const template of new Set(templates)) {
    if (template === null) continue;
    const { rows } = await sql`select 1 from templates where id = ${template}`.execute(db);
    if (rows.length === 0) throw invalidForeignKey("history_templates", "templates_id", template);
  }
}
