import type { VersionHistory } from "../../contract/templates/template-versions.ts";
import type { Db } from "../database/connect.ts";
import { VERSIONS_LISTED } from "../limits/limits.ts";

/** All that was published of a template, with who did it, for operators. */
export async function readHistory(db: Db, template: string): Promise<VersionHistory | undefined> {
  const found = await db
    .selectFrom("templates")
    .select(["id", "template_name as name", "url", "state", "origin"])
    .where("id", "=", template)
    .executeTakeFirst();
  if (!found) return undefined;
  const { origin, ...rest } = found;
  const versions = await db
    .selectFrom("template_versions as version")
    .leftJoin("user", "user.id", "version.user_id")
    .select(["version.id", "version.number", "version.note", "version.date_created", "version.kit"])
    .select(["user.name as by"])
    .select(({ selectFrom, fn }) =>
      selectFrom("documents")
        .select(fn.countAll<number>().as("documents"))
        .whereRef("documents.template_versions_id", "=", "version.id")
        .as("documents"),
    )
    .where("version.templates_id", "=", template)
    .orderBy("version.number", "desc")
    .limit(VERSIONS_LISTED)
    .execute();
  return {
    template: { ...rest, isFromFiles: origin !== null },
    versions: versions.map((version) => ({ ...version, documents: Number(version.documents ?? 0) })),
  };
}
