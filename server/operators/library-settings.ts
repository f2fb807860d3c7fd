import { Hono } from "hono";
import { z } from "zod";
import { MAX_RULER_TEMPLATES } from "../../contract/limits.ts";
import type { SettingName } from "../../contract/people/actions.ts";
import type { LibrarySettings } from "../../contract/site/site.ts";
import { contactAddress, libraryName } from "../accounts/routes.ts";
import { actorOf, recordActions } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { PERSONAL, readBody } from "../content/request.ts";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { failedValidation, invalidPayload } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { readFaults } from "../library/stored-faults.ts";
import { describeRoute, inData } from "../request/api-description.ts";
import { type RequestEnv, requireShape } from "../request/request.ts";
import { requireOperator, type WhoIs } from "../request/viewer.ts";
import { type SiteSettings, storeSiteSettings } from "../site/site-settings.ts";

type Parts = {
  database: Database;
  whoIs: WhoIs;
  site: SiteSettings;
  catalogue: Pick<CatalogueVersion, "bump" | "refresh">;
};

/** Any part of it by itself. */
const changed = z
  .strictObject({
    libraryName,
    contactEmail: contactAddress,
    signUp: z.enum(["open", "closed"], "has to be open or closed"),
    ruler: z
      .array(z.uuid("has to be the id of a template"))
      .max(MAX_RULER_TEMPLATES, `may name at most ${MAX_RULER_TEMPLATES} templates`)
      .refine((ids) => new Set(ids).size === ids.length, "names a template twice")
      .nullable(),
  })
  .partial();
type Changed = z.output<typeof changed>;

const NAMES: Record<keyof Changed, SettingName> = {
  libraryName: "library-name",
  contactEmail: "contact-address",
  signUp: "sign-up",
  ruler: "home",
};

const setValue = z.object({ value: z.string(), setBy: z.string().nullable() });
const settings = inData(
  z.object({
    libraryName: setValue,
    contactEmail: setValue,
    signUp: z.enum(["open", "closed"]),
    ruler: z.array(z.uuid()).nullable(),
  }),
);
const API = {
  read: describeRoute({
    tag: "site",
    access: "operator",
    summary: "The library's name and the other settings of operators",
    response: settings,
  }),
  change: describeRoute({
    tag: "site",
    access: "operator",
    summary: "Change some of the settings",
    description: "A setting that the environment decides is refused.",
    body: changed,
    response: settings,
    errors: [429, 507],
  }),
  library: describeRoute({
    tag: "site",
    access: "operator",
    summary: "What of the library's folder could not be imported the last time",
    response: inData(
      z.object({
        faults: z.array(z.object({ folder: z.string(), reason: z.string() })),
        total: z.int().min(0),
      }),
    ),
  }),
};

/** Operators' settings of the whole library. For anyone else these routes don't exist. */
export function settingsRoutes({ database, whoIs, site, catalogue }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();

  app.get("/site/settings", API.read, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    await withDatabase(site.refresh);
    return c.json({ data: site.describe() }, 200, PERSONAL);
  });

  app.get("/site/library", API.library, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    return c.json({ data: await withDatabase(() => readFaults(database.db)) }, 200, PERSONAL);
  });

  app.patch("/site/settings", API.change, async (c) => {
    const viewer = await requireOperator(whoIs, c.req.raw);
    const { body } = await readBody(c);
    const given = requireShape(body, changed, misfit);
    refuseWhatIsSet(given, site.describe());
    const names = Object.keys(given).map((key) => NAMES[key as keyof Changed]);
    await withDatabase(() =>
      database.db.transaction().execute(async (db) => {
        await requireTemplates(db, given.ruler);
        await storeSiteSettings(db, { ...given, name: given.libraryName });
        const target = { kind: "setting" as const, ids: names };
        await recordActions(db, actorOf(viewer), "setting.changed", target, new Date());
        // Every page shows some of it: on all nodes they are made again.
        await catalogue.bump(db);
      }),
    );
    await catalogue.refresh();
    await withDatabase(site.refresh);
    return c.json({ data: site.describe() }, 200, PERSONAL);
  });

  return app;
}

function misfit(place: string, problem: string | undefined) {
  if (!place) return invalidPayload(problem ?? "the body has to be an object");
  return failedValidation(place, "setting", `Value ${problem}.`);
}

/** The environment overrides, so a stored value would have no effect. */
function refuseWhatIsSet(given: Changed, settings: LibrarySettings): void {
  for (const name of ["libraryName", "contactEmail"] as const) {
    const { setBy } = settings[name];
    if (given[name] !== undefined && setBy)
      throw failedValidation(name, "environment", messageFor("set_in_environment", { variable: setBy }));
  }
}

async function requireTemplates(
  db: Database["db"],
  ids: readonly string[] | null | undefined,
): Promise<void> {
  if (!ids || ids.length === 0) return;
  const found = await db
    .selectFrom("templates")
    .select("id")
    .where("id", "in", ids)
    .where("published", "=", 1)
    .execute();
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing)
    throw failedValidation("ruler", "template", messageFor("not_published", { template: missing }));
}
