import { sql } from "kysely";
import type { z } from "zod";
import type { RowBill } from "../../contract/bill.ts";
import {
  type JobDetails,
  type ListedJob,
  MAX_LISTED_PROBLEMS,
  MAX_RUNNING_JOBS,
  type newJob,
  type RowProblem,
  type SentRow,
} from "../../contract/rendering/jobs.ts";
import type { RenderTheme } from "../../contract/rendering/render.ts";
import { packRows, unpackRows } from "../../contract/rendering/row-pack.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import type { Queue, TakenRow } from "../database/leased-queue.ts";
import { ApiError, forbiddenItem, quotaExceeded } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { JOBS } from "../limits/limits.ts";
import { lockUsage } from "../limits/quotas.ts";
import { nextTurn } from "../process/loop-turns.ts";

/** What is stored of jobs, and how nodes share their slices. */

/** A slice that this node makes now; another node may take it when the lease has ended. */
export type TakenSlice = Pick<TakenRow<"job_slices">, "jobs_id" | "number" | "first_row" | "attempts">;
export type SliceContent = {
  user_id: string;
  templates_id: string;
  template_versions_id: string | null;
  theme: RenderTheme;
  bleed: boolean;
  rows: JobRow[];
};
/** `name` is the wanted name of its file. */
export type JobRow = {
  data: Record<string, unknown>;
  name?: string | undefined;
  bill?: RowBill | undefined;
};
type MadeSlice = { names: (string | null)[]; errors: RowProblem[]; pack: Uint8Array };

/** Stores a job slice by slice, so that no other request waits for a long table, and starts it when it is complete. */
export async function createJob(
  database: Pick<Database, "db" | "dialect">,
  userId: string,
  { template, rows, names, bills, theme, bleed, delivery, title }: z.output<typeof newJob>,
  version: string | null,
  now = new Date(),
): Promise<string> {
  const { db, dialect } = database;
  const id = newId(now.getTime());
  await db.transaction().execute(async (db) => {
    await lockUsage(db, dialect, userId);
    const open = await db
      .selectFrom("jobs")
      .select("id")
      .where("user_id", "=", userId)
      .where("state", "in", ["preparing", "running"])
      .execute();
    if (open.length >= MAX_RUNNING_JOBS)
      throw quotaExceeded(messageFor("too_many_jobs", { max: MAX_RUNNING_JOBS }), {
        allowed: MAX_RUNNING_JOBS,
      });
    await db
      .insertInto("jobs")
      .values({
        id,
        user_id: userId,
        templates_id: template,
        template_versions_id: version,
        theme: JSON.stringify(theme),
        bleed: bleed ? 1 : 0,
        delivery,
        title: title ?? null,
        rows: rows.length,
        state: "preparing",
        date_created: now.toISOString(),
        date_finished: null,
        // Of one that is never completed, because the server was killed while it was stored.
        date_expires: new Date(now.getTime() + JOBS.prepareMs).toISOString(),
      })
      .execute();
  });
  let number = 0;
  for (let first = 0; first < rows.length; number++) {
    await nextTurn();
    const text = sliceText({ rows, names, bills }, first);
    await db.transaction().execute(async (db) => {
      const slice = { jobs_id: id, number };
      await db
        .insertInto("job_slices")
        .values({ ...slice, first_row: first, attempts: 0, next_try: now.getTime(), made: 0, failed: 0 })
        .execute();
      await db
        .insertInto("job_contents")
        .values({ ...slice, rows: text.json })
        .execute();
    });
    first += text.rows;
  }
  await db
    .updateTable("jobs")
    .set({ state: "running", date_expires: null })
    .where("id", "=", id)
    .where("state", "=", "preparing")
    .execute();
  return id;
}

/** Some rows as JSON: fewer if they are large. */
function sliceText(
  { rows, names, bills }: Pick<z.output<typeof newJob>, "rows" | "names" | "bills">,
  first: number,
): { json: string; rows: number } {
  const texts: string[] = [];
  let size = 0;
  for (const [index, data] of rows.slice(first, first + JOBS.sliceRows).entries()) {
    const [name, bill] = [names?.[first + index], bills?.[first + index]];
    const json = JSON.stringify({ data, name, bill } satisfies JobRow);
    size += json.length;
    if (texts.length > 0 && size > JOBS.sliceCharacters) break;
    texts.push(json);
  }
  return { json: `[${texts.join(",")}]`, rows: texts.length };
}

/** Slices that no node is making. Those with a low number go first, so that a short job doesn't wait for a long one. */
export function sliceQueue(database: Pick<Database, "db" | "dialect">): Queue<"job_slices"> {
  return {
    database,
    table: "job_slices",
    key: ["jobs_id", "number"],
    order: "number",
    leaseMs: JOBS.leaseMs,
    longestWaitMs: JOBS.longestWaitMs,
    condition: sql`exists (select 1 from jobs where jobs.id = job_slices.jobs_id and jobs.state = 'running')`,
  };
}

export async function readSlice(
  { db }: Pick<Database, "db">,
  { jobs_id, number }: TakenSlice,
): Promise<SliceContent | undefined> {
  const found = await db
    .selectFrom("jobs")
    .innerJoin("job_contents as content", "content.jobs_id", "jobs.id")
    .select(["user_id", "templates_id", "template_versions_id", "theme", "bleed", "content.rows"])
    .where("jobs.id", "=", jobs_id)
    .where("content.number", "=", number)
    .executeTakeFirst();
  if (!found?.rows) return undefined;
  const { rows, theme, bleed, ...job } = found;
  return { ...job, theme: JSON.parse(theme), bleed: bleed === 1, rows: JSON.parse(rows) };
}

/**
 * Stores what was made, once: false if another node has taken the slice since, or the job was cancelled. `onFinished` is part of the
 * transaction that stores the last slice.
 */
export async function storeSlice(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  slice: TakenSlice,
  { names, errors, pack }: MadeSlice,
  onFinished: (db: Db, job: string) => Promise<void> = async () => {},
  now = new Date(),
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    // Of two nodes that store the last two slices, the second one sees what the first one stored.
    const job = db.selectFrom("jobs").select("state").where("id", "=", slice.jobs_id);
    const found = await (dialect === "postgres" ? job.forUpdate() : job).executeTakeFirst();
    if (found?.state !== "running") return false;
    const made = names.filter((name) => name !== null).length;
    const set = {
      next_try: null,
      made,
      failed: names.length - made,
      names: JSON.stringify(names),
      errors: errors.length > 0 ? JSON.stringify(errors) : null,
    };
    const stored = await db
      .updateTable("job_slices")
      .set(set)
      .where("jobs_id", "=", slice.jobs_id)
      .where("number", "=", slice.number)
      .where("attempts", "=", slice.attempts)
      .where("next_try", "is not", null)
      .executeTakeFirst();
    if (stored.numUpdatedRows !== 1n) return false;
    // The rows stay as long as the result, so that one that failed can be corrected.
    await db
      .updateTable("job_contents")
      .set({ result: pack })
      .where("jobs_id", "=", slice.jobs_id)
      .where("number", "=", slice.number)
      .execute();
    const open = await db
      .selectFrom("job_slices")
      .select("number")
      .where("jobs_id", "=", slice.jobs_id)
      .where("next_try", "is not", null)
      .limit(1)
      .executeTakeFirst();
    if (open) return true;
    await db
      .updateTable("jobs")
      .set({ state: "done", date_finished: now.toISOString(), date_expires: expiry(now) })
      .where("id", "=", slice.jobs_id)
      .execute();
    await onFinished(db, slice.jobs_id);
    return true;
  });
}

const expiry = (now: Date) => new Date(now.getTime() + JOBS.storedMs).toISOString();

/** The newest first. */
export async function listJobs(db: Db, userId: string, id?: string): Promise<ListedJob[]> {
  const rows = await db
    .selectFrom("jobs")
    .innerJoin("templates", "templates.id", "jobs.templates_id")
    .leftJoin("template_versions as version", "version.id", "jobs.template_versions_id")
    .leftJoin("job_slices as slice", "slice.jobs_id", "jobs.id")
    .select(["jobs.id", "jobs.state", "jobs.templates_id", "templates.template_name", "jobs.rows"])
    .select(["jobs.date_created", "jobs.date_finished", "jobs.date_expires", "jobs.date_downloaded"])
    .select(["jobs.delivery", "jobs.title", "version.number as version"])
    .select(({ fn }) => [
      fn.sum<number>("slice.made").as("made"),
      fn.sum<number>("slice.failed").as("failed"),
    ])
    .where("jobs.user_id", "=", userId)
    // One that was deleted after it was done.
    .where((eb) => eb.or([eb("jobs.state", "!=", "cancelled"), eb("jobs.date_finished", "is", null)]))
    .$if(id !== undefined, (query) => query.where("jobs.id", "=", id ?? ""))
    .groupBy(["jobs.id", "templates.template_name", "version.number"])
    .orderBy("jobs.id", "desc")
    .execute();
  return rows.map(({ templates_id, template_name, state, made, failed, ...row }) => ({
    ...row,
    state: state === "done" || state === "cancelled" ? state : "running",
    template: templates_id,
    name: template_name,
    made: Number(made ?? 0),
    failed: Number(failed ?? 0),
    date_expires: state === "done" ? row.date_expires : null,
  }));
}

export async function findJob(db: Db, userId: string, id: string): Promise<ListedJob> {
  const [job] = await listJobs(db, userId, id);
  if (!job) throw forbiddenItem();
  return job;
}

const SHOWN_MADE = 4;
const SHOWN_MAKING = 2;
const SHOWN_WAITING = 2;

/** A job with its first problems and, while it runs, the rows around the one in making. */
export async function readJobDetails(db: Db, userId: string, id: string): Promise<JobDetails> {
  const job = await findJob(db, userId, id);
  const { template_versions_id: template_version } = await db
    .selectFrom("jobs")
    .select("template_versions_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow(forbiddenItem);
  const withProblems = await db
    .selectFrom("job_slices")
    .select("errors")
    .where("jobs_id", "=", id)
    .where("errors", "is not", null)
    .orderBy("number")
    .limit(MAX_LISTED_PROBLEMS)
    .execute();
  const problems = withProblems
    .flatMap(({ errors }): RowProblem[] => JSON.parse(errors ?? "[]"))
    .slice(0, MAX_LISTED_PROBLEMS);
  return { ...job, template_version, problems, current: await currentRows(db, job) };
}

/** The first row is 1. Rows of jobs that earlier versions finished are gone. */
export async function readJobRow(db: Db, userId: string, id: string, row: number): Promise<SentRow> {
  const { index, slice, sent } = await findRow(db, userId, id, row);
  const { name = null, data } = sent;
  return { row, state: stateOf(slice.names, index), name, data, theme: JSON.parse(slice.theme) };
}

function stateOf(names: string | null, index: number): SentRow["state"] {
  if (names === null) return "waiting";
  return JSON.parse(names)[index] === null ? "failed" : "made";
}

async function findRow(db: Db, userId: string, id: string, row: number) {
  const slice = await db
    .selectFrom("jobs")
    .innerJoin("job_slices as slice", "slice.jobs_id", "jobs.id")
    .innerJoin("job_contents as content", (join) =>
      join.onRef("content.jobs_id", "=", "slice.jobs_id").onRef("content.number", "=", "slice.number"),
    )
    .select(["jobs.theme", "jobs.bleed", "jobs.templates_id", "jobs.template_versions_id"])
    .select(["slice.number", "slice.first_row", "slice.names", "slice.errors", "content.rows"])
    .where("jobs.id", "=", id)
    .where("jobs.user_id", "=", userId)
    .where("jobs.state", "in", ["running", "done"])
    .where((eb) => eb.or([eb("date_expires", "is", null), eb("date_expires", ">", new Date().toISOString())]))
    .where("slice.first_row", "<", row)
    .orderBy("slice.first_row", "desc")
    .limit(1)
    .executeTakeFirst();
  const rows: JobRow[] = JSON.parse(slice?.rows ?? "[]");
  const index = row - 1 - (slice?.first_row ?? 0);
  const sent = rows[index];
  if (!slice || !sent) throw forbiddenItem();
  return { index, slice, rows, sent };
}

/** A row that failed, to be made again. */
export async function readFailedRow(db: Db, userId: string, id: string, row: number) {
  const { index, slice, sent } = await findRow(db, userId, id, row);
  requireFailed(stateOf(slice.names, index));
  const { templates_id, template_versions_id, theme, bleed } = slice;
  const look = { theme: JSON.parse(theme) as RenderTheme, bleed: bleed === 1 };
  return { ...sent, ...look, templates_id, template_versions_id };
}

function requireFailed(state: SentRow["state"]): void {
  if (state === "waiting") throw new ApiError("CONFLICT", messageFor("job_row_waiting"));
  if (state === "made") throw new ApiError("CONFLICT", messageFor("job_row_made"));
}

/** Puts the PDF of a corrected row into the result, once: of two tabs, the second one is refused. */
export async function storeCorrectedRow(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  userId: string,
  {
    id,
    row,
    corrected,
    name,
    bytes,
  }: {
    id: string;
    row: number;
    corrected: Pick<JobRow, "data" | "bill">;
    name: string;
    bytes: Uint8Array;
  },
): Promise<void> {
  await db.transaction().execute(async (db) => {
    // As a slice is stored: two rows of one slice wait for each other.
    const job = db.selectFrom("jobs").select("id").where("id", "=", id);
    await (dialect === "postgres" ? job.forUpdate() : job).execute();
    const { index, slice, rows, sent } = await findRow(db, userId, id, row);
    requireFailed(stateOf(slice.names, index));
    const place = { jobs_id: id, number: slice.number };
    const content = db
      .selectFrom("job_contents")
      .select("result")
      .where("jobs_id", "=", id)
      .where("number", "=", slice.number);
    const { result } = await content.executeTakeFirstOrThrow(forbiddenItem);
    const names: (string | null)[] = JSON.parse(slice.names ?? "[]");
    const files = result ? unpackRows(result) : [];
    const before = names.slice(0, index).filter((each) => each !== null).length;
    const errors = (JSON.parse(slice.errors ?? "[]") as RowProblem[]).filter((each) => each.row !== row);
    names[index] = name;
    rows[index] = { ...sent, ...corrected };
    await db
      .updateTable("job_slices")
      .set(({ eb }) => ({
        made: eb("made", "+", 1),
        failed: eb("failed", "-", 1),
        names: JSON.stringify(names),
        errors: errors.length > 0 ? JSON.stringify(errors) : null,
      }))
      .where("jobs_id", "=", place.jobs_id)
      .where("number", "=", place.number)
      .execute();
    await db
      .updateTable("job_contents")
      .set({ rows: JSON.stringify(rows), result: packRows(files.toSpliced(before, 0, { bytes })) })
      .where("jobs_id", "=", place.jobs_id)
      .where("number", "=", place.number)
      .execute();
    // What was downloaded lacks this row.
    await db.updateTable("jobs").set({ date_downloaded: null }).where("id", "=", id).execute();
  });
}

async function currentRows(db: Db, { id, state }: ListedJob): Promise<JobDetails["current"]> {
  const slices = db.selectFrom("job_slices").where("job_slices.jobs_id", "=", id).limit(1);
  const made = await slices
    .select(["first_row", "names"])
    .where("names", "is not", null)
    .orderBy("number", "desc")
    .executeTakeFirst();
  const names: (string | null)[] = JSON.parse(made?.names ?? "[]");
  const past = names.map((name, index) => ({
    row: (made?.first_row ?? 0) + index + 1,
    name,
    state: name === null ? ("failed" as const) : ("made" as const),
  }));
  const next = await slices
    .innerJoin("job_contents as content", (join) =>
      join
        .onRef("content.jobs_id", "=", "job_slices.jobs_id")
        .onRef("content.number", "=", "job_slices.number"),
    )
    .select(["first_row", "content.rows"])
    .where("next_try", "is not", null)
    .orderBy("job_slices.number")
    .executeTakeFirst();
  const rows: JobRow[] = state === "running" ? JSON.parse(next?.rows ?? "[]") : [];
  const coming = rows.slice(0, SHOWN_MAKING + SHOWN_WAITING).map(({ name }, index) => ({
    row: (next?.first_row ?? 0) + index + 1,
    name: name ?? null,
    state: index < SHOWN_MAKING ? ("making" as const) : ("waiting" as const),
  }));
  return [...past.slice(-SHOWN_MADE), ...coming];
}

export async function noteDownload(
  { db }: Pick<Database, "db">,
  id: string,
  now = new Date(),
): Promise<void> {
  await db
    .updateTable("jobs")
    .set({ date_downloaded: now.toISOString() })
    .where("id", "=", id)
    .where("date_downloaded", "is", null)
    .execute();
}

/** Ends a job at once, or deletes the result of one that is done. Its contents are deleted by `deleteExpired`. */
export async function cancelJob({ db }: Pick<Database, "db">, userId: string, id: string, now = new Date()) {
  await db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("jobs")
      .set({ state: "cancelled", date_expires: now.toISOString() })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw forbiddenItem();
    await db.updateTable("job_slices").set({ next_try: null }).where("jobs_id", "=", id).execute();
  });
}

/** A few slices at a time: a result may have gigabytes. The job itself follows when nothing is left of it. */
export async function deleteExpired({ db }: Pick<Database, "db">, now = new Date()): Promise<void> {
  for (;;) {
    await nextTurn();
    const job = await db
      .selectFrom("jobs")
      .select(["id", "state"])
      .where("date_expires", "<=", now.toISOString())
      .orderBy("date_expires")
      .limit(1)
      .executeTakeFirst();
    if (!job) return;
    const some = await db
      .selectFrom("job_contents")
      .select("number")
      .where("jobs_id", "=", job.id)
      .orderBy("number")
      .limit(JOBS.deletedAtOnce)
      .execute();
    const last = some.at(-1);
    if (last)
      await db
        .deleteFrom("job_contents")
        .where("jobs_id", "=", job.id)
        .where("number", "<=", last.number)
        .execute();
    else await db.deleteFrom("jobs").where("id", "=", job.id).execute();
  }
}
