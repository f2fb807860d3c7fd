import { Hono } from "hono";
import { z } from "zod";
import type { Catalogue } from "../../contract/page-services.ts";
import { type Figures, MAX_FIGURE_DAYS, type MissedSearch } from "../../contract/site/figures.ts";
import { type DayCounts, dayOf } from "../catalogue/statistics/day-counts.ts";
import { PERSONAL } from "../content/request.ts";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { invalidQuery } from "../errors/errors.ts";
import { FIGURES } from "../limits/limits.ts";
import { nextTurn } from "../process/loop-turns.ts";
import { anyObject, describeRoute, inData } from "../request/api-description.ts";
import { csvHead, csvHeaders, csvLines } from "../request/csv.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import { requireOperator, type WhoIs } from "../request/viewer.ts";
import {
  dayAfter,
  type Period,
  readAdded,
  readDays,
  readMissedSearches,
  readTemplates,
  readTypes,
} from "./figures.ts";

type Parts = {
  database: Database;
  whoIs: WhoIs;
  counts: Pick<DayCounts, "flush">;
  /** Runs the searches again. */
  catalogue: Pick<Catalogue, "searchTemplates" | "nearestTypes">;
};

/** Ends with today, unless something else is asked for. */
const USUAL_DAYS = 30;

const operatorsOnly = { tag: "figures", access: "operator" } as const;
const query = {
  from: z.iso.date().describe("The first day; 30 days before the last unless given"),
  to: z.iso.date().describe(`The last day; today unless given. At most ${MAX_FIGURE_DAYS} days`),
  type: z.string().describe("Only uses and exports of this type's templates"),
};
const count = z.int().min(0);
const describeTable = (summary: string) =>
  describeRoute({ ...operatorsOnly, summary, query, response: "text/csv" });
const API = {
  figures: describeRoute({
    ...operatorsOnly,
    summary: "Uses, exports and searches by day, without who made them",
    query,
    response: inData(
      z.object({
        from: z.string(),
        to: z.string(),
        type: z.string().nullable(),
        days: z.array(
          z.object({ day: z.string(), used: count, exported: count, searched: count, missed: count }),
        ),
        templates: z.array(anyObject),
        types: z.array(z.object({ id: z.string(), plural: z.string(), used: count, exported: count })),
        missed: z.array(anyObject),
        added: z.array(z.object({ day: z.string(), count, name: z.string() })),
      }),
    ),
  }),
  days: describeTable("The days as a table"),
  templates: describeTable("The templates as a table"),
  searches: describeTable("Searches without a result as a table"),
};

/** What was used, exported and looked for, for operators. There is nothing in it about who. */
export function figureRoutes({ database, whoIs, counts, catalogue }: Parts): Hono<RequestEnv> {
  const { db } = database;
  const app = new Hono<RequestEnv>();

  const begin = async (c: RequestContext): Promise<Period> => {
    await requireOperator(whoIs, c.req.raw);
    const period = readPeriod(c, new Date());
    await counts.flush();
    return period;
  };
  const sendTable = (c: RequestContext, name: string, { from, to }: Period, table: string) =>
    c.body(table, 200, csvHeaders(`${name}-${from}-${to}`));

  app.get("/site/figures", API.figures, async (c) => {
    const period = await begin(c);
    const data: Figures = await withDatabase(async () => ({
      ...period,
      days: await readDays(db, period),
      templates: await readTemplates(db, period, FIGURES.templates),
      types: await readTypes(db, period),
      missed: await repeatSearches(catalogue, await readMissedSearches(db, period, FIGURES.searches)),
      added: await readAdded(db, period),
    }));
    return c.json({ data }, 200, PERSONAL);
  });

  app.get("/site/figures/days.csv", API.days, async (c) => {
    const period = await begin(c);
    const days = await withDatabase(() => readDays(db, period));
    const rows = days.map(({ day, used, exported, searched, missed }) => [
      day,
      used,
      exported,
      searched,
      missed,
    ]);
    const head = csvHead(["day", "used", "exported", "searches", "searches without a result"]);
    return sendTable(c, "days", period, head + csvLines(rows));
  });

  app.get("/site/figures/templates.csv", API.templates, async (c) => {
    const period = await begin(c);
    const templates = await withDatabase(() => readTemplates(db, period, FIGURES.templatesOfTable));
    const rows = templates.map(({ id, name, type, used, exported }) => [id, name, type, used, exported]);
    const head = csvHead(["id", "template", "type", "used", "exported"]);
    return sendTable(c, "templates", period, head + csvLines(rows));
  });

  app.get("/site/figures/searches.csv", API.searches, async (c) => {
    const period = await begin(c);
    const missed = await withDatabase(() => readMissedSearches(db, period, FIGURES.searchesInTable));
    const head = csvHead(["searches without results", "times"]);
    return sendTable(c, "searches", period, head + csvLines(missed.map((each) => [each.words, each.times])));
  });

  return app;
}

/** Adds to each search without results what it finds today, or the nearest type. */
async function repeatSearches(
  catalogue: Parts["catalogue"],
  missed: readonly { words: string; times: number }[],
): Promise<MissedSearch[]> {
  const followed: MissedSearch[] = [];
  for (const each of missed) {
    await nextTurn();
    const finds = (await catalogue.searchTemplates(each.words, SHOWN_FINDS)).length;
    const [nearest] = finds > 0 ? [] : await catalogue.nearestTypes(each.words);
    const near = nearest?.word === undefined ? null : { id: nearest.type.slug, plural: nearest.type.plural };
    followed.push({ ...each, finds, near });
  }
  return followed;
}

const SHOWN_FINDS = 99;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function readPeriod(c: RequestContext, now: Date): Period {
  const to = readDay("to", c.req.query("to")) ?? dayOf(now);
  const from = readDay("from", c.req.query("from")) ?? dayAfter(to, 1 - USUAL_DAYS);
  if (from > to) throw invalidQuery(`"from" (${from}) comes after "to" (${to})`);
  if (dayAfter(from, MAX_FIGURE_DAYS) <= to)
    throw invalidQuery(`at most ${MAX_FIGURE_DAYS} days can be asked for at once`);
  return { from, to, type: c.req.query("type")?.replaceAll("\0", "").slice(0, 60) || null };
}

function readDay(name: string, given: string | undefined): string | undefined {
  if (!given) return undefined;
  const moment = new Date(`${given}T00:00:00Z`);
  if (!DAY.test(given) || Number.isNaN(moment.getTime()) || dayOf(moment) !== given)
    throw invalidQuery(`"${name}" has to be a day such as 2026-11-16`);
  return given;
}
