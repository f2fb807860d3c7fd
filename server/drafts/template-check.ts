import type { DraftCheck } from "../../contract/drafts.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import { keepFindings } from "../catalogue/versions/template-findings.ts";
import type { Content } from "../content/content.ts";
import { withDatabase } from "../database/database-errors.ts";
import { isId } from "../database/ids.ts";
import { forbiddenItem } from "../errors/errors.ts";
import type { CheckWaiter, DraftChecks } from "./checking/draft-checks.ts";
import { checkDraft } from "./draft-check.ts";
import { asBeginning } from "./new-draft.ts";
import { filesOf, placeOf } from "./publishing.ts";

type Parts = { content: Content; checks: DraftChecks; madeWith: MadeWith };

/** Checks a template as it stands, as a draft of it would be before it is published, and keeps how much is to be mended. */
export async function checkTemplate(parts: Parts, id: string, waiter: CheckWaiter): Promise<DraftCheck> {
  const { db } = parts.content.database;
  const found =
    isId(id) &&
    (await withDatabase(() =>
      db.selectFrom("templates").selectAll().where("id", "=", id).executeTakeFirst(),
    ));
  if (!found) throw forbiddenItem();
  const files = asBeginning(found, { templates_id: id, base_number: found.version_number });
  const checked = await checkDraft(parts, { ...filesOf(files), ...placeOf(files), compare: "all" }, waiter);
  // Not PDF/UA-1 is one more thing to mend, where nothing else says so.
  const findings = checked.passes ? 0 : Math.max(1, checked.findings.length);
  const kept = { template: id, version: found.version_number, findings };
  await withDatabase(() => keepFindings(db, kept, parts.madeWith));
  return checked;
}
