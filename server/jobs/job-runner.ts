import { type PackedRow, packRows } from "../../contract/rendering/row-pack.ts";
import { nameFile } from "../../engine/input/render-input.ts";
import { plainFileName } from "../../shared/text/file-name.ts";
import type { Database, Db } from "../database/connect.ts";
import { createQueueRunner, type Queue, type QueueRunner, setNextTry } from "../database/leased-queue.ts";
import { messageOf } from "../errors/errors.ts";
import { JOBS } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Rendering } from "../rendering/rendering.ts";
import type { RecordExport } from "../rendering/requests/exports.ts";
import { renderRows } from "../rendering/requests/rows.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";
import { deleteExpired, readSlice, sliceQueue, storeSlice, type TakenSlice } from "./job-store.ts";
import { problemsOf } from "./row-problems.ts";

export type JobRunner = QueueRunner;

type Parts = {
  database: Pick<Database, "db" | "dialect">;
  rendering: Pick<Rendering, "renderPdf">;
  templates: TemplateSource;
  recordExport: RecordExport;
  /** In the transaction that finishes a job. */
  onFinished(db: Db, job: string): Promise<void>;
  log: Log;
};

/** Makes slices of jobs, a few at a time and behind everything people wait for. Runs on every node. */
export function createJobRunner(parts: Parts): JobRunner {
  const { database, log } = parts;
  const queue = sliceQueue(database);
  let cleanedAt = 0;
  return createQueueRunner({
    queue,
    lanes: JOBS.slicesAtOnce,
    lookEveryMs: JOBS.lookEveryMs,
    log,
    work: (slice, signal) => makeSlice(parts, queue, slice, signal),
    cleanUp: async () => {
      if (Date.now() - cleanedAt < JOBS.cleanEveryMs) return;
      cleanedAt = Date.now();
      await deleteExpired(database);
    },
  });
}

async function makeSlice(
  parts: Parts,
  queue: Queue<"job_slices">,
  slice: TakenSlice,
  signal: AbortSignal,
): Promise<void> {
  const { database, rendering, templates, recordExport, log } = parts;
  const content = await readSlice(database, slice);
  const nextTryIn = (ms: number) => setNextTry(queue, slice, Date.now() + ms);
  if (!content) return void (await nextTryIn(JOBS.retryMs));
  const renewal = setInterval(() => {
    nextTryIn(JOBS.leaseMs).catch(() => {}); // another node takes over
  }, JOBS.leaseMs / 4);
  renewal.unref();
  try {
    const { rows, theme, bleed, user_id, templates_id, template_versions_id } = content;
    const template = await templates.find(templates_id, template_versions_id);
    const data = rows.map((row) => row.data);
    const bills = rows.flatMap(({ bill }) => bill ?? []); // of all rows, or of none
    const made: PackedRow[] = template
      ? await renderRows(
          { rendering },
          template,
          { rows: data, theme, bleed, ...(bills.length > 0 ? { bills } : {}) },
          { client: `job of ${user_id}`, signal },
        )
      : rows.map(() => ({ errors: [{ message: "The template is no longer available." }] }));
    const names = made.map((row, index) =>
      "bytes" in row && template
        ? rows[index]?.name
          ? plainFileName(rows[index].name)
          : nameFile(template, data[index], theme.language)
        : null,
    );
    const errors = made.flatMap((row, index) =>
      "bytes" in row
        ? []
        : problemsOf(row, slice.first_row + index + 1, rows[index] ?? { data: {} }, template),
    );
    const files = made.filter((row) => "bytes" in row);
    const isStored = await storeSlice(
      database,
      slice,
      { names, errors, pack: packRows(files) },
      parts.onFinished,
    );
    const viewer = {
      role: "key",
      keyId: "",
      scopes: [],
      userId: user_id,
      email: null,
      sessionId: null,
    } as const;
    if (isStored && files.length > 0) await recordExport(viewer, templates_id, log, files.length);
  } catch (error) {
    // The queue is full, the server stops or the database is busy: the rows are made later, here or elsewhere.
    if (!signal.aborted) log.warn({ job: slice.jobs_id, error: messageOf(error) }, "a slice of a job waits");
    await nextTryIn(signal.aborted ? 0 : JOBS.retryMs).catch(() => {});
  } finally {
    clearInterval(renewal);
  }
}
