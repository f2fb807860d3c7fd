import { type SqlBool, sql } from "kysely";
import {
  type FigureDay,
  type Figures,
  type FigureTemplate,
  MAX_FIGURE_DAYS,
} from "../../contract/site/figures.ts";
import { dayOf } from "../catalogue/statistics/day-counts.ts";
import type { Db } from "../database/connect.ts";

/** Which days, both included, and templates of which type; null: of all. */
export type Period = { from: string; to: string; type: string | null };

const EMPTY = { used: 0, exported: 0, searched: 0, missed: 0 };

/** Every day of the stretch, also those on which nothing happened. Searches are of no type. */
export async function readDays(db: Db, period: Period): Promise<FigureDay[]> {
  const rows = await counted(db, period)
    .select(["day", "kind", sql<number>`sum(count)`.as("count")])
    .where((eb) =>
      period.type === null
        ? sql<SqlBool>`1 = 1`
        : eb.or([eb("kind", "in", ["searched", "missed"]), eb("subject", "in", ofType(db, period.type))]),
    )
    .groupBy(["day", "kind"])
    .execute();
  const days = new Map(daysOf(period).map((day) => [day, { day, ...EMPTY }]));
  for (const { day, kind, count } of rows) {
    const row = days.get(day);
    if (row) row[kind] = Number(count);
  }
  return [...days.values()];
}

/** The most used first. One that was deleted is still counted, without a name. */
export async function readTemplates(db: Db, period: Period, max: number): Promise<FigureTemplate[]> {
  const sums = counted(db, period)
    .select(["subject", sumOf("used").as("used"), sumOf("exported").as("exported")])
    .where("kind", "in", ["used", "exported"])
    .groupBy("subject")
    .as("sums");
  const rows = await db
    .selectFrom(sums)
    .leftJoin("templates", "templates.id", "sums.subject")
    .select([
      "sums.subject as id",
      "sums.used",
      "sums.exported",
      "templates.template_name as name",
      "templates.type",
      "templates.image",
      "templates.page",
      sql<string | null>`case when templates.published = 1 then templates.url end`.as("url"),
    ])
    .$if(period.type !== null, (query) => query.where("templates.type", "=", period.type ?? ""))
    .orderBy("sums.used", "desc")
    .orderBy("sums.exported", "desc")
    .orderBy("sums.subject")
    .limit(max)
    .execute();
  return rows.map(({ page, used, exported, ...row }) => ({
    ...row,
    page: page === null ? null : JSON.parse(page),
    used: Number(used),
    exported: Number(exported),
  }));
}

export async function readTypes(db: Db, period: Period): Promise<Figures["types"]> {
  const rows = await counted(db, period)
    .innerJoin("templates", "templates.id", "day_counts.subject")
    .innerJoin("types", "types.id", "templates.type")
    .select(["types.id", "types.plural", sumOf("used").as("used"), sumOf("exported").as("exported")])
    .where("kind", "in", ["used", "exported"])
    .groupBy(["types.id", "types.plural"])
    .orderBy("types.id")
    .execute();
  return rows.map((row) => ({ ...row, used: Number(row.used), exported: Number(row.exported) }));
}

/** Searches without results, the most frequent first. */
export async function readMissedSearches(db: Db, period: Period, max: number) {
  const rows = await counted(db, period)
    .select(["subject as words", sql<number>`sum(count)`.as("times")])
    .where("kind", "=", "missed")
    .where("subject", "<>", "")
    .groupBy("subject")
    .orderBy("times", "desc")
    .orderBy("subject")
    .limit(max)
    .execute();
  return rows.map(({ words, times }) => ({ words, times: Number(times) }));
}

export async function readAdded(db: Db, { from, to }: Period): Promise<Figures["added"]> {
  const day = sql<string>`substr(date_created, 1, 10)`;
  const rows = await db
    .selectFrom("templates")
    .select(({ fn }) => [
      day.as("day"),
      fn.countAll<number>().as("count"),
      fn.min("template_name").as("name"),
    ])
    .where("published", "=", 1)
    .where("date_created", ">=", from)
    .where("date_created", "<", dayAfter(to))
    .groupBy(day)
    .limit(MAX_FIGURE_DAYS)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

const counted = (db: Db, { from, to }: Period) =>
  db.selectFrom("day_counts").where("day", ">=", from).where("day", "<=", to);

const ofType = (db: Db, type: string) => db.selectFrom("templates").select("id").where("type", "=", type);

const sumOf = (kind: "used" | "exported") =>
  sql<number>`sum(case when day_counts.kind = ${sql.lit(kind)} then day_counts.count else 0 end)`;

function daysOf({ from, to }: Pick<Period, "from" | "to">): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < MAX_FIGURE_DAYS; day = dayAfter(day)) days.push(day);
  return days;
}

export function dayAfter(day: string, count = 1): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return dayOf(moment);
}
