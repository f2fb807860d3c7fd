import { Hono } from "hono";
import { sql } from "kysely";
import { z } from "zod";
import { ACTIONS_PER_PAGE, ACTIONS_SHOWN, MAX_SEARCH_LENGTH } from "../../contract/limits.ts";
import { ACTIONS, type Action, isAction, type ListedAction } from "../../contract/people/actions.ts";
import { pagePath } from "../../contract/site/site.ts";
import type { LoggedAction } from "../actions/action-log.ts";
import { PERSONAL } from "../content/request.ts";
import { containsText } from "../database/column-kinds.ts";
import type { Database, Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { ACTION_FILTER_PEOPLE, ACTIONS_AT_ONCE } from "../limits/limits.ts";
import { nextTurn } from "../process/loop-turns.ts";
import { anyObject, describeRoute } from "../request/api-description.ts";
import { csvHead, csvHeaders, csvLines } from "../request/csv.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import { requireOperator, type WhoIs } from "../request/viewer.ts";

const LAST_PAGE = Math.ceil(ACTIONS_SHOWN / ACTIONS_PER_PAGE);

const choice = {
  action: z.enum(ACTIONS),
  who: z.string().describe("Part of a name or an address, the name of a token, or an id"),
};
const API = {
  list: describeRoute({
    tag: "people",
    access: "operator",
    summary: "A page of the log of actions, the newest first",
    query: { ...choice, page: z.int().min(1) },
    response: z.object({ data: z.array(anyObject), meta: z.object({ filter_count: z.int().min(0) }) }),
  }),
  table: describeRoute({
    tag: "people",
    access: "operator",
    summary: "The log of actions as a table",
    query: choice,
    response: "text/csv",
  }),
};

/** The log of actions, for operators. It is read here and changed nowhere. */
export function actionRoutes({ database, whoIs }: { database: Database; whoIs: WhoIs }): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.get("/auth/actions", API.list, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    const page = Math.min(Math.max(Math.trunc(Number(c.req.query("page"))) || 1, 1), LAST_PAGE);
    const listed = await withDatabase(() => listActions(database, readChoice(c), page));
    return c.json(listed, 200, PERSONAL);
  });

  /** The same lines as a table, all of them at once. */
  app.get("/auth/actions.csv", API.table, async (c) => {
    await requireOperator(whoIs, c.req.raw);
    const table = await withDatabase(() => writeActions(database, readChoice(c)));
    return c.body(table, 200, csvHeaders("log"));
  });
  return app;
}

function readChoice(c: RequestContext): ActionChoice {
  const action = c.req.query("action");
  // PostgreSQL refuses that character with an error; no name or id holds one.
  const who = (c.req.query("who") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH_LENGTH);
  return { who, action: isAction(action) ? action : undefined };
}

type ActionChoice = {
  action?: Action | undefined;
  /** Part of a person's name or address, the name of a token, or an id: the actor or the target. */
  who: string;
};

/** One page of the log for operators, the newest first, and how many lines there are in all, of the newest so many. */
async function listActions(database: Database, choice: ActionChoice, page: number) {
  const chosen = await chosenLines(database, choice);
  const lines = await chosen
    .selectAll()
    .orderBy("id", "desc")
    .limit(ACTIONS_PER_PAGE)
    .offset((page - 1) * ACTIONS_PER_PAGE)
    .execute();
  const { count } = await chosen.select((eb) => eb.fn.countAll().as("count")).executeTakeFirstOrThrow();
  return { data: await named(database.db, lines), meta: { filter_count: Number(count) } };
}

const COLUMNS = ["at", "action", "by", "by id", "by name", "by email", "on", "on id", "on name", "on email"];

/** All chosen lines, in parts: others are answered between two of them. */
async function writeActions(database: Database, choice: ActionChoice): Promise<string> {
  const chosen = await chosenLines(database, choice);
  let table = csvHead(COLUMNS);
  for (let before: string | undefined; ; ) {
    const lines = await chosen
      .selectAll()
      .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
      .orderBy("id", "desc")
      .limit(ACTIONS_AT_ONCE)
      .execute();
    const rows = await named(database.db, lines);
    table += csvLines(
      rows.map(({ at, action, actor, target }) => [
        at,
        action,
        ...[actor.kind, actor.id, actor.name, actor.email],
        ...[target.kind, target.id, target.name, target.email],
      ]),
    );
    if (lines.length < ACTIONS_AT_ONCE) return table;
    before = lines.at(-1)?.id;
    await nextTurn();
  }
}

async function chosenLines(database: Database, choice: ActionChoice) {
  const { db } = database;
  const ids = choice.who === "" ? undefined : await idsOf(database, choice.who);
  return (
    db
      .selectFrom("actions")
      // Bounded, so that neither counting nor a filter reads a log of many years on the thread that answers.
      .where("id", ">=", ({ fn, selectFrom, val }) =>
        fn.coalesce(
          selectFrom("actions")
            .select("id")
            .orderBy("id", "desc")
            .limit(1)
            .offset(ACTIONS_SHOWN - 1),
          val(""),
        ),
      )
      .$if(choice.action !== undefined, (query) => query.where("action", "=", choice.action ?? ""))
      .$if(ids !== undefined, (query) =>
        query.where((eb) => eb.or([eb("actor_id", "in", ids ?? []), eb("target_id", "in", ids ?? [])])),
      )
  );
}

async function idsOf({ db, dialect }: Database, who: string): Promise<string[]> {
  const people = await db
    .selectFrom("auth_user")
    .select("id")
    .where((eb) => eb.or([containsText("name", who, dialect), containsText("email", who, dialect)]))
    .orderBy("id")
    .limit(ACTION_FILTER_PEOPLE)
    .execute();
  const tokens = await db
    .selectFrom("access_tokens")
    .select("id")
    .where("name", "=", who)
    .where("user_id", "is", null)
    .execute();
  return [who, ...[...people, ...tokens].map(({ id }) => id)];
}

/** The entries with current names. Operators may read all of it: see people.ts and the access rows. */
async function named(db: Db, lines: LoggedAction[]): Promise<ListedAction[]> {
  const people = await lookUp(lines, "person", (ids) =>
    db.selectFrom("auth_user").select(["id", "name", "email"]).where("id", "in", ids).execute(),
  );
  const tokens = await lookUp(lines, "token", (ids) =>
    // The names of people's API keys are theirs.
    db
      .selectFrom("access_tokens")
      .select(["id", "name"])
      .where("id", "in", ids)
      .where("user_id", "is", null)
      .execute(),
  );
  const templates = await lookUp(lines, "template", (ids) =>
    db
      .selectFrom("templates")
      .select([
        "id",
        "template_name as name",
        // One that is not published has no page.
        sql<string | null>`case when published = 1 then url end`.as("url"),
      ])
      .where("id", "in", ids)
      .execute(),
  );
  const drafts = await lookUp(lines, "draft", (ids) =>
    db
      .selectFrom("template_drafts")
      .select(["id", "template_name as name", sql<string>`'/studio/handed-in/' || id`.as("url")])
      .where("id", "in", ids)
      .execute(),
  );
  // By its subject: the owner's name is not shown.
  const ratings = await lookUp(lines, "rating", (ids) =>
    db
      .selectFrom("ratings")
      .innerJoin("templates", "templates.id", "ratings.templates_id")
      .select(["ratings.id", "templates.template_name as name"])
      .where("ratings.id", "in", ids)
      .execute(),
  );
  const types = await lookUp(lines, "type", (ids) =>
    db.selectFrom("types").select(["id", "plural as name"]).where("id", "in", ids).execute(),
  );
  const pages = await lookUp(lines, "page", (ids) =>
    db.selectFrom("pages").select(["id", "title as name"]).where("id", "in", ids).execute(),
  );
  const translations = await lookUp(lines, "translation", (ids) =>
    db.selectFrom("translations").select(["id", "message as name"]).where("id", "in", ids).execute(),
  );

  function detailsOf(kind: string, id: string | null) {
    const nothing = { name: null, email: null, url: null };
    if (id === null) return nothing;
    if (kind === "person") return { ...nothing, ...people.get(id) };
    if (kind === "template") return { ...nothing, ...templates.get(id) };
    if (kind === "draft") return { ...nothing, ...drafts.get(id) };
    if (kind === "rating") return { ...nothing, ...ratings.get(id) };
    if (kind === "translation") return { ...nothing, ...translations.get(id) };
    if (kind === "type") return { ...nothing, ...types.get(id), url: types.has(id) ? `/${id}` : null };
    if (kind === "page") return { ...nothing, ...pages.get(id), url: pages.has(id) ? pagePath(id) : null };
    // Tokens are never deleted, only revoked; OPERATOR_TOKEN has no row, and its id is its name.
    if (kind === "token") return { ...nothing, name: tokens.get(id)?.name ?? id };
    return nothing;
  }

  return lines.map(({ id, at, action, actor_kind, actor_id, target_kind, target_id }) => {
    const { url: _, ...actor } = detailsOf(actor_kind, actor_id);
    return {
      id,
      at,
      action,
      actor: { ...actor, kind: actor_kind, id: actor_id },
      target: { ...detailsOf(target_kind, target_id), kind: target_kind, id: target_id },
    };
  });
}

/** What the lines name of one kind, as far as it is still there. */
async function lookUp<Row extends { id: string }>(
  lines: LoggedAction[],
  kind: string,
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Map<string, Row>> {
  const ids = new Set<string>();
  for (const { actor_kind, actor_id, target_kind, target_id } of lines) {
    if (actor_kind === kind && actor_id !== null) ids.add(actor_id);
    if (target_kind === kind && target_id !== null) ids.add(target_id);
  }
  const rows = ids.size > 0 ? await read([...ids]) : [];
  return new Map(rows.map((row) => [row.id, row]));
}
