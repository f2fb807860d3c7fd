import { statSync } from "node:fs";
import { sql } from "kysely";
import type { Settings } from "../config/settings.ts";
import type { Database } from "../database/connect.ts";
import type { Log } from "../log/logging.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import type { Registry } from "../metrics/registry.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { Rendering } from "../rendering/rendering.ts";

/** Nothing is measured if metrics are off. */
export function openMetrics(
  settings: Pick<Settings, "metricsToken" | "metricsAddresses">,
): Metrics | undefined {
  return settings.metricsToken || settings.metricsAddresses.length > 0 ? createMetrics() : undefined;
}

type Parts = { database: Database; rendering: Rendering; pictures: Pictures; log: Log };

/** What the parts of the server know of themselves, asked for each time the numbers are read. */
export function watchServer(registry: Registry, { database, rendering, pictures, log }: Parts): void {
  registry.gauge("typecase_render_queue_length", "Renders that wait for a process.", [], () => [
    [rendering.state().waiting],
  ]);
  registry.gauge("typecase_render_processes", "Render processes by what they are at.", ["state"], () => {
    const { idle, busy, starting } = rendering.state();
    return [
      [idle, "idle"],
      [busy, "busy"],
      [starting, "starting"],
    ];
  });
  registry.counted(
    "typecase_render_processes_started_total",
    "Render processes that were started; more than there are is one that ended.",
    [],
    () => [[rendering.state().started]],
  );
  registry.gauge("typecase_picture_queue_length", "Pictures that wait to be made.", [], () => [
    [pictures.state().waiting],
  ]);
  registry.gauge(
    "typecase_database_bytes",
    "Size of the database, without its write-ahead log.",
    [],
    async () => [[await databaseBytes(database)]],
  );
  registry.gauge("typecase_database_wal_bytes", "Size of SQLite's write-ahead log.", [], () =>
    database.file ? [[sizeOf(`${database.file}-wal`)]] : [],
  );
  registry.gauge("typecase_mail_outbox_length", "Mails that wait to be sent.", [], async () => [
    [(await outboxOf(database)).length],
  ]);
  registry.gauge("typecase_mail_outbox_age_seconds", "Age of the oldest mail that waits.", [], async () => [
    [ageOf((await outboxOf(database)).oldest, Date.now())],
  ]);
  registry.counted("typecase_log_lines_dropped_total", "Log lines that could not be written.", [], () => [
    [log.dropped?.() ?? 0],
  ]);
}

async function databaseBytes({ db, file }: Database): Promise<number> {
  if (file) return sizeOf(file);
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  );
  return Number(rows[0]?.bytes ?? 0);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function outboxOf({ db }: Database): Promise<{ length: number; oldest: string | null }> {
  const row = await db
    .selectFrom("mail_outbox")
    .select((eb) => [eb.fn.countAll().as("length"), eb.fn.min("id").as("oldest")])
    .executeTakeFirstOrThrow();
  return { length: Number(row.length), oldest: row.oldest };
}

/** An id begins with the moment it was made. */
function ageOf(id: string | null, now: number): number {
  if (!id) return 0;
  return Math.max(0, (now - Number.parseInt(id.replace("-", "").slice(0, 12), 16)) / 1000);
}
