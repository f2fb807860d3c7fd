import { Hono } from "hono";
import { z } from "zod";
import { type AccountContents, MAX_SEARCH_LENGTH, PEOPLE_PER_PAGE } from "../../contract/limits.ts";
import { actorOf } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { PERSONAL } from "../content/request.ts";
import { containsText } from "../database/column-kinds.ts";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { eraseDeleted } from "../database/erasing.ts";
import { forbiddenItem } from "../errors/errors.ts";
import { LAST_PAGE_OF_PEOPLE } from "../limits/limits.ts";
import { documentUsage, pictureUsage } from "../limits/quotas.ts";
import { describeRoute, inData } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";
import { requireOperator, type WhoIs } from "../request/viewer.ts";
import { deletePerson } from "./changes.ts";
import { demote, disable, enable, promote } from "./operators.ts";
import { requireRecentPassword } from "./recent-password.ts";
import { makeResetToken, resetLink } from "./reset-links.ts";

const CHANGES = { promote, demote, disable, enable };

const tag = "people";
const access = "operator";
const errors = [409, 429, 507] as const;
const changed = inData(z.object({ id: z.string() }));
const count = z.int().min(0);
const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  disabled: z.boolean(),
  date_created: z.string(),
});
const API = {
  list: describeRoute({
    tag,
    access,
    summary: "A page of the accounts, the newest first",
    query: { page: z.int().min(1), search: z.string().describe("Part of a name or an address") },
    response: z.object({ data: z.array(person), meta: z.object({ filter_count: count }) }),
  }),
  resetLink: describeRoute({
    tag,
    access,
    summary: "Make a link with which a person sets a new password",
    response: inData(z.object({ link: z.string() })),
    errors,
  }),
  belongings: describeRoute({
    tag,
    access,
    summary: "What is deleted together with an account",
    response: inData(z.object({ documents: count, pictures: count, ratings: count })),
  }),
  delete: describeRoute({ tag, access, summary: "Delete an account", response: changed, errors }),
};
const describeChange = (change: string) =>
  describeRoute({ tag, access, summary: `Change an account: ${change}`, response: changed, errors });

type Parts = {
  database: Database;
  whoIs: WhoIs;
  publicUrl: string | undefined;
  catalogue: Pick<CatalogueVersion, "refresh">;
};

/** Operators' view of accounts and actions on them. For anyone else these routes don't exist. */
export function peopleRoutes({ database, whoIs, publicUrl, catalogue }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();

  app.get("/auth/people", API.list, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    const page = Math.min(Math.max(Math.trunc(Number(c.req.query("page"))) || 1, 1), LAST_PAGE_OF_PEOPLE);
    const search = (c.req.query("search") ?? "").trim().slice(0, MAX_SEARCH_LENGTH);
    return c.json(await withDatabase(() => listPeople(database, page, search)), 200, PERSONAL);
  });

  app.post("/auth/people/:id/reset-link", API.resetLink, async (c) => {
    const viewer = await requireOperator(whoIs, c.req.raw);
    await withDatabase(() => requireRecentPassword(database, viewer));
    const token = await withDatabase(() => makeResetToken(database, c.req.param("id"), actorOf(viewer)));
    if (!token) throw forbiddenItem();
    const site = publicUrl ?? new URL(c.req.url).origin; // shown only to a client that used this name
    return c.json({ data: { link: resetLink(site, token) } }, 200, PERSONAL);
  });

  /** What is deleted with an account, shown before it is deleted. */
  app.get("/auth/people/:id/belongings", API.belongings, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    const data = await withDatabase(() => countBelongings(database, c.req.param("id")));
    return c.json({ data }, 200, PERSONAL);
  });

  /** Permanent, so the password is required. People delete their own account elsewhere. */
  app.post("/auth/people/:id/delete", API.delete, async (c) => {
    const id = c.req.param("id");
    const viewer = await requireOperator(whoIs, c.req.raw);
    if (viewer.userId === id) throw forbiddenItem();
    await withDatabase(() => requireRecentPassword(database, viewer));
    if (!(await withDatabase(() => deletePerson(database, id, actorOf(viewer))))) throw forbiddenItem();
    await withDatabase(() => catalogue.refresh());
    await withDatabase(() => eraseDeleted(database));
    return c.json({ data: { id } }, 200, PERSONAL);
  });

  for (const [change, apply] of Object.entries(CHANGES))
    app.post(`/auth/people/:id/${change}`, describeChange(change), async (c) => {
      const id = c.req.param("id");
      const viewer = await requireOperator(whoIs, c.req.raw);
      // An operator who disables their own account could not undo it.
      if (viewer.userId === id) throw forbiddenItem();
      if (change === "promote") await withDatabase(() => requireRecentPassword(database, viewer));
      const email = await withDatabase(() => emailOf(database, id));
      if (!email || !(await withDatabase(() => apply(database, email, actorOf(viewer)))))
        throw forbiddenItem();
      return c.json({ data: { id } }, 200, PERSONAL);
    });

  return app;
}

/** One page of the accounts whose name or address contains the search, the newest first, and how many there are. */
async function listPeople({ db, dialect }: Database, page: number, search: string) {
  const found = db
    .selectFrom("auth_user")
    .$if(search !== "", (query) =>
      query.where((eb) =>
        eb.or([containsText("name", search, dialect), containsText("email", search, dialect)]),
      ),
    );
  const rows = await found
    .select(["id", "name", "email", "role", "disabledAt", "createdAt"])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(PEOPLE_PER_PAGE)
    .offset((page - 1) * PEOPLE_PER_PAGE)
    .execute();
  const { count } = await found.select((eb) => eb.fn.countAll().as("count")).executeTakeFirstOrThrow();
  const data = rows.map(({ disabledAt, createdAt, ...row }) => ({
    ...row,
    disabled: disabledAt !== null,
    // Text in SQLite, a Date in PostgreSQL.
    date_created: new Date(createdAt as string | Date).toISOString(),
  }));
  return { data, meta: { filter_count: Number(count) } };
}

async function countBelongings({ db }: Database, id: string): Promise<AccountContents> {
  const [documents, pictures] = [await documentUsage(db, id), await pictureUsage(db, id)];
  const { count: ratings } = await db
    .selectFrom("ratings")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  return { documents: Number(documents.count), pictures: Number(pictures.count), ratings: Number(ratings) };
}

async function emailOf({ db }: Database, id: string): Promise<string | undefined> {
  const found = await db.selectFrom("auth_user").select("email").where("id", "=", id).executeTakeFirst();
  return found?.email;
}
