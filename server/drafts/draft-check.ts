import type { z } from "zod";
import type { DraftCheck, DraftDiagnostic, draftCheckRequest } from "../../contract/templates/drafts.ts";
import { RESERVED_SLUGS, slug as slugRule } from "../../contract/templates/template-file.ts";
import { type MadeWith, storeFindings } from "../catalogue/versions/kits.ts";
import { START } from "../checks/findings.ts";
import type { Content } from "../content/content.ts";
import type { Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { isId } from "../database/ids.ts";
import { forbiddenItem } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import type { CheckWaiter, DraftChecks } from "./checking/draft-checks.ts";
import { filesOf, placeOf } from "./draft-files.ts";
import { asNewDraft } from "./new-draft.ts";

type Wanted = z.output<typeof draftCheckRequest>;
type Parts = { checks: DraftChecks; content: Pick<Content, "database"> };

/** Everything that prevents a draft from being published, its place first, and warnings, which don't. */
export async function checkDraft(parts: Parts, wanted: Wanted, waiter: CheckWaiter): Promise<DraftCheck> {
  const { templates_id, compare, type, category, slug, description, words, ...draft } = wanted;
  const place = { type, category, slug, description, words };
  const { db } = parts.content.database;
  const [misplaced, checked] = await Promise.all([
    withDatabase(() => findPlaceFaults(db, { templates_id, ...place })),
    parts.checks.check({ draft, place, compare }, waiter),
  ]);
  const findings = [...misplaced, ...checked.findings];
  const isSound = findings.every(({ severity }) => severity !== "error");
  const passes = isSound && checked.conformance === "PDF/UA-1";
  return { passes, findings, conformance: checked.conformance };
}

/** Checks a template as a draft of it would be before it is published, and stores how much is to be fixed. */
export async function checkTemplate(
  parts: Parts & { madeWith: MadeWith },
  id: string,
  waiter: CheckWaiter,
): Promise<DraftCheck> {
  const { db } = parts.content.database;
  const found =
    isId(id) &&
    (await withDatabase(() =>
      db.selectFrom("templates").selectAll().where("id", "=", id).executeTakeFirst(),
    ));
  if (!found) throw forbiddenItem();
  const files = asNewDraft(found, { templates_id: id, base_number: found.version_number });
  const checked = await checkDraft(parts, { ...filesOf(files), ...placeOf(files), compare: "all" }, waiter);
  // Not being PDF/UA-1 counts as one fault if nothing else was found.
  const findings = checked.passes ? 0 : Math.max(1, checked.findings.length);
  const stored = { template: id, version: found.version_number, findings };
  await withDatabase(() => storeFindings(db, stored, parts.madeWith));
  return checked;
}

/** Where a template is to be, and which template it is a version of. */
type WantedPlace = { templates_id: string | null; type: string; category: string; slug: string };

/** Faults of a draft's place: an unknown type or category; an address that is taken, reserved or missing. */
export async function findPlaceFaults(db: Db, wanted: WantedPlace): Promise<DraftDiagnostic[]> {
  const { type, category, slug } = wanted;
  const found = await db.selectFrom("types").select("categories").where("id", "=", type).executeTakeFirst();
  if (!found) return [fault("type", type ? messageFor("unknown_type", { type }) : messageFor("choose_type"))];
  const categories: { slug: string }[] = JSON.parse(found.categories);
  const faults: DraftDiagnostic[] = [];
  if (!categories.some((each) => each.slug === category))
    faults.push(
      fault(
        "category",
        category ? messageFor("category_of_other_type", { type, category }) : messageFor("choose_category"),
      ),
    );
  if (!slugRule.safeParse(slug).success)
    faults.push(fault("slug", messageFor(slug ? "address_form" : "choose_address")));
  else if (!wanted.templates_id && RESERVED_SLUGS.includes(slug))
    faults.push(fault("slug", messageFor("reserved_address", { slug })));
  else if (await isTaken(db, wanted))
    faults.push(fault("slug", messageFor("taken_address", { address: `/${type}/${slug}` })));
  return faults;
}

async function isTaken(db: Db, { templates_id, type, slug }: WantedPlace): Promise<boolean> {
  const taken = await db
    .selectFrom("templates")
    .select("id")
    .where("url", "=", `/${type}/${slug}`)
    .executeTakeFirst();
  return taken !== undefined && taken.id !== templates_id;
}

function fault(field: string, message: Pick<DraftDiagnostic, "message" | "text">): DraftDiagnostic {
  return { severity: "error", file: "template", ...START, field, ...message };
}
