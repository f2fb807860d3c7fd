import type { RowProblem } from "../../contract/rendering/jobs.ts";
import { unpackRows } from "../../contract/rendering/row-pack.ts";
import type { Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { csvHead, csvLines } from "../request/csv.ts";
import type { ZipEntry } from "../request/zip-stream.ts";

const ERRORS_FILE = "errors.csv";
const COLUMNS = ["row", "field", "problem"];

/** The PDFs of a job, each named after its row and its title, and its problems. */
export async function* resultFiles(
  db: Db,
  job: { id: string; rows: number; failed: number },
): AsyncGenerator<ZipEntry> {
  const digits = String(job.rows).length;
  if (job.failed > 0) yield { name: ERRORS_FILE, content: errorsCsv(db, job.id) };
  for await (const { row, name, bytes } of madePdfs(db, job.id))
    yield { name: `${String(row).padStart(digits, "0")} ${name}.pdf`, content: once(bytes) };
}

/** In the order of the rows. One slice is in memory at a time. */
export async function* madePdfs(db: Db, id: string) {
  for await (const { number, first_row } of slicesOf(db, id)) {
    // Names and files in one statement: a row that is corrected meanwhile is in both or in neither.
    const stored = await withDatabase(() =>
      db
        .selectFrom("job_contents as content")
        .innerJoin("job_slices as slice", (join) =>
          join.onRef("slice.jobs_id", "=", "content.jobs_id").onRef("slice.number", "=", "content.number"),
        )
        .select(["content.result", "slice.names"])
        .where("content.jobs_id", "=", id)
        .where("content.number", "=", number)
        .executeTakeFirst(),
    );
    if (!stored?.result) throw new Error("the result of the job has been deleted");
    const files = unpackRows(stored.result);
    for (const [index, name] of (JSON.parse(stored.names ?? "[]") as (string | null)[]).entries()) {
      if (name === null) continue;
      const file = files.shift();
      if (!file || !("bytes" in file)) throw new Error("a PDF of the job is missing");
      yield { row: first_row + index + 1, name, bytes: file.bytes };
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The problems of all rows that could not be made. */
export async function* errorsCsv(db: Db, id: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvHead(COLUMNS));
  for await (const { errors } of slicesOf(db, id)) {
    const problems: RowProblem[] = JSON.parse(errors ?? "[]");
    if (problems.length > 0)
      yield Buffer.from(csvLines(problems.map(({ row, field, message }) => [row, field, message])));
  }
}

const SLICES_AT_ONCE = 50;

async function* slicesOf(db: Db, id: string) {
  for (let after = -1; ; ) {
    const slices = await withDatabase(() =>
      db
        .selectFrom("job_slices")
        .select(["number", "first_row", "errors"])
        .where("jobs_id", "=", id)
        .where("number", ">", after)
        .orderBy("number")
        .limit(SLICES_AT_ONCE)
        .execute(),
    );
    yield* slices;
    const last = slices.at(-1);
    if (!last) return;
    after = last.number;
  }
}
