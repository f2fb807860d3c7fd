import { Hono } from "hono";
import { z } from "zod";
import {
  correctedRow,
  csvJob,
  fitsDelivery,
  jobDetails,
  jobRow,
  listedJob,
  MAX_JOB_ROWS,
  MAX_ONE_PDF_ROWS,
  newJob,
  tooLongForOnePdf,
} from "../../contract/rendering/jobs.ts";
import { nameFile } from "../../engine/input/render-input.ts";
import { plainFileName } from "../../shared/text/file-name.ts";
import { PERSONAL } from "../content/request.ts";
import type { Database } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { ApiError, failedValidation, forbiddenItem, requestsExceeded } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { JOB_RATE, JOB_ROW_RATE } from "../limits/limits.ts";
import { createStoredLimits, type Limit } from "../limits/stored-limits.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { requireRowBills } from "../rendering/requests/bills.ts";
import type { RecordExport } from "../rendering/requests/exports.ts";
import { refuseBadPlacement } from "../rendering/requests/placement.ts";
import { renderRow } from "../rendering/requests/rows.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";
import { describeRoute, inData } from "../request/api-description.ts";
import { contentDisposition } from "../request/content-disposition.ts";
import { csvHeaders } from "../request/csv.ts";
import { type RequestContext, type RequestEnv, readShape } from "../request/request.ts";
import { streamResponse } from "../request/streamed-response.ts";
import { requirePerson, type WhoIs } from "../request/viewer.ts";
import { zipStream } from "../request/zip-stream.ts";
import { readCsvRows } from "./csv-rows.ts";
import { errorsCsv, madePdfs, resultFiles } from "./job-result.ts";
import type { JobRunner } from "./job-runner.ts";
import {
  cancelJob,
  createJob,
  findJob,
  listJobs,
  noteDownload,
  readFailedRow,
  readJobDetails,
  readJobRow,
  storeCorrectedRow,
} from "./job-store.ts";
import { joinPdfs } from "./joined-pdf.ts";

const job = { tag: "render", access: "account" } as const;
const API = {
  list: describeRoute({ ...job, summary: "Your jobs", response: inData(z.array(listedJob)) }),
  create: describeRoute({
    ...job,
    summary: "Make a PDF of every row of a table, in the background",
    description:
      `Answers at once with the job. At most ${MAX_JOB_ROWS} rows. With the content type \`text/csv\`, the body is a table whose first line ` +
      "names fields (`client.name`), and `template`, `version`, `theme` (as JSON) and `bleed` are in the query. A row that can't be made is listed in errors.csv and doesn't stop the others. " +
      `With \`bills\`, each PDF of an invoice template is an e-invoice. With \`delivery: "pdf"\`, the pages of all rows are in one PDF, for at most ${MAX_ONE_PDF_ROWS} rows.`,
    query: { ...csvJob.shape, theme: z.string() },
    body: newJob,
    response: inData(listedJob),
    errors: [409, 429, 507],
  }),
  read: describeRoute({ ...job, summary: "The progress of a job", response: inData(jobDetails) }),
  row: describeRoute({
    ...job,
    summary: "A row of a job as it was sent or corrected, while the job has its result",
    response: inData(jobRow),
  }),
  correct: describeRoute({
    ...job,
    summary: "Make a row that failed with correct values",
    description:
      "Its PDF is then in the result, and the row no longer in errors.csv; no other row is made again. The job's version and look and the row's file name stay. Refused with 409 if the row is in the result already, or not made yet.",
    body: correctedRow,
    response: inData(listedJob),
    errors: [409, 422, 429, 507],
  }),
  result: describeRoute({
    ...job,
    summary: "The PDFs of a finished job in a ZIP, or as one PDF, for a day",
    description:
      "In a ZIP, each is named after its row and its title, and errors.csv names the rows that failed. One PDF has a bookmark for each row.",
    response: ["application/zip", "application/pdf"],
    errors: [409],
  }),
  errors: describeRoute({
    ...job,
    summary: "The rows of a job that failed so far, as CSV",
    response: "text/csv",
  }),
  cancel: describeRoute({ ...job, summary: "Cancel a job, or delete its result", errors: [507] }),
};

type Parts = {
  database: Database;
  whoIs: WhoIs;
  templates: TemplateSource;
  rendering: Pick<Rendering, "renderPdf">;
  recordExport: RecordExport;
  jobs: Pick<JobRunner, "wake">;
};

/** /render/jobs: tables that are made in the background. For people, and for keys with the scope `render`. */
export function jobRoutes({
  database,
  whoIs,
  templates,
  rendering,
  recordExport,
  jobs,
}: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const limits = createStoredLimits(database);
  const { db } = database;
  const ownerOf = (c: RequestContext) => requirePerson(whoIs, c.req.raw, "render");

  app.get("/render/jobs", API.list, async (c) => {
    const userId = await ownerOf(c);
    return c.json({ data: await withDatabase(() => listJobs(db, userId)) }, 200, PERSONAL);
  });
  app.post("/render/jobs", API.create, async (c) => {
    const userId = await ownerOf(c);
    const request = await readJob(c, templates);
    const template = await templates.find(request.template, request.version);
    if (!template) throw forbiddenItem();
    refuseBadPlacement(template, "pdf", { bleed: request.bleed });
    requireRowBills(template, request);
    const limit: Limit = { about: ["jobs", userId], ...JOB_RATE, afterSuccess: "keep" };
    const exceeded = await withDatabase(() => limits.take([limit]));
    if (exceeded) throw requestsExceeded(exceeded.retryAfter);
    // Pinned, so that no row is made with another version than the others.
    const version = request.version ?? (await newestVersion(database, template.id));
    const id = await withDatabase(() => createJob(database, userId, request, version));
    jobs.wake();
    return c.json({ data: await withDatabase(() => findJob(db, userId, id)) }, 200, PERSONAL);
  });
  app.get("/render/jobs/:id", API.read, async (c) => {
    const userId = await ownerOf(c);
    const data = await withDatabase(() => readJobDetails(db, userId, c.req.param("id")));
    return c.json({ data }, 200, PERSONAL);
  });
  app.get("/render/jobs/:id/rows/:row", API.row, async (c) => {
    const userId = await ownerOf(c);
    const row = readRowNumber(c.req.param("row"));
    const data = await withDatabase(() => readJobRow(db, userId, c.req.param("id"), row));
    return c.json({ data }, 200, PERSONAL);
  });
  app.put("/render/jobs/:id/rows/:row", API.correct, async (c) => {
    const userId = await ownerOf(c);
    const id = c.req.param("id");
    const row = readRowNumber(c.req.param("row"));
    const corrected = await readShape(c, correctedRow);
    const failed = await withDatabase(() => readFailedRow(db, userId, id, row));
    const template = await templates.find(failed.templates_id, failed.template_versions_id);
    if (!template) throw forbiddenItem();
    if (corrected.bill && !failed.bill)
      throw failedValidation("bill", "unknown", "The job has no e-invoices.");
    const limit: Limit = { about: ["job rows", userId], ...JOB_ROW_RATE, afterSuccess: "keep" };
    const exceeded = await withDatabase(() => limits.take([limit]));
    if (exceeded) throw requestsExceeded(exceeded.retryAfter);
    const { name, theme, bleed } = failed;
    const bill = corrected.bill ?? failed.bill;
    const options = { priority: "background", client: userId, signal: c.req.raw.signal } as const;
    const sent = { data: corrected.data, theme, bill, bleed };
    const bytes = await renderRow({ rendering }, template, sent, options);
    const fileName = name ? plainFileName(name) : nameFile(template, corrected.data, theme.language);
    const made = { id, row, corrected: { data: corrected.data, bill }, name: fileName, bytes };
    await withDatabase(() => storeCorrectedRow(database, userId, made));
    const viewer = { role: "key", keyId: "", scopes: [], userId, email: null, sessionId: null } as const;
    await recordExport(viewer, template.id, c.get("log"), 1);
    return c.json({ data: await withDatabase(() => findJob(db, userId, id)) }, 200, PERSONAL);
  });
  app.get("/render/jobs/:id/result", API.result, async (c) => {
    const userId = await ownerOf(c);
    const found = await withDatabase(() => findJob(db, userId, c.req.param("id")));
    if (found.state !== "done") throw new ApiError("CONFLICT", messageFor("job_not_done"));
    const { delivery, made } = found;
    if (delivery === "pdf" && made === 0) throw new ApiError("CONFLICT", messageFor("job_made_nothing"));
    await withDatabase(() => noteDownload(database, found.id));
    const title = found.title ?? found.name;
    const pieces =
      delivery === "pdf" ? joinPdfs(madePdfs(db, found.id), title) : zipStream(resultFiles(db, found));
    return streamResponse(c, pieces, {
      "content-type": `application/${delivery}`,
      "content-disposition": contentDisposition("attachment", plainFileName(title), delivery),
      ...PERSONAL,
    });
  });
  app.get("/render/jobs/:id/errors.csv", API.errors, async (c) => {
    const userId = await ownerOf(c);
    const found = await withDatabase(() => findJob(db, userId, c.req.param("id")));
    return streamResponse(c, errorsCsv(db, found.id), csvHeaders("errors"));
  });
  app.delete("/render/jobs/:id", API.cancel, async (c) => {
    const userId = await ownerOf(c);
    await withDatabase(() => cancelJob(database, userId, c.req.param("id")));
    jobs.wake();
    return c.body(null, 204, PERSONAL);
  });
  return app;
}

async function readJob(c: RequestContext, templates: TemplateSource): Promise<z.output<typeof newJob>> {
  if (!/^text\/csv\b/i.test(c.req.header("content-type") ?? "")) return readShape(c, newJob);
  const { template, version, theme, bleed, delivery, title } = c.req.query();
  const asked = { template, version, theme: parseTheme(theme), bleed: parseFlag(bleed), delivery, title };
  const about = csvJob.safeParse(asked);
  if (!about.success) {
    const [issue] = about.error.issues;
    throw failedValidation(String(issue?.path[0] ?? "template"), "invalid", issue?.message ?? "");
  }
  const found = await templates.find(about.data.template, about.data.version);
  if (!found) throw forbiddenItem();
  const rows = readCsvRows(await c.req.text(), found.fields);
  if (rows.length === 0 || rows.length > MAX_JOB_ROWS)
    throw failedValidation("rows", "length", `A job has 1 to ${MAX_JOB_ROWS} rows.`);
  if (!fitsDelivery({ ...about.data, rows }))
    throw failedValidation("delivery", "length", `It ${tooLongForOnePdf.message}.`);
  return { ...about.data, rows };
}

function readRowNumber(given: string): number {
  const row = Number(given);
  if (!Number.isInteger(row) || row < 1 || row > MAX_JOB_ROWS) throw forbiddenItem();
  return row;
}

function parseTheme(given: string | undefined): unknown {
  try {
    return given === undefined ? undefined : JSON.parse(given);
  } catch {
    throw failedValidation("theme", "json", "It has to be a JSON object.");
  }
}

/** Anything but `true` and `false` is for the schema to refuse. */
function parseFlag(given: string | undefined): unknown {
  return given === "true" || given === "false" ? given === "true" : given;
}

async function newestVersion({ db }: Pick<Database, "db">, template: string): Promise<string | null> {
  const newest = await db
    .selectFrom("template_versions")
    .select("id")
    .where("templates_id", "=", template)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}
