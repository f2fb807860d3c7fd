import { z } from "zod";
import { BILLS_MISMATCH, rowBill } from "../bill.ts";
import { renderTheme } from "./render.ts";
import { rowsBleed } from "./rows.ts";

/** A job makes a PDF of every row of a table on the server, in the background. */

export const MAX_JOB_ROWS = 100_000;
/** The rows of a job, as JSON or CSV. */
export const MAX_JOB_BODY_BYTES = 16 * 1024 * 1024;
export const MAX_ROW_NAME = 200;
export const MAX_JOB_TITLE = 200;
/** Rows of a job that is delivered as one PDF: a reader opens such a file, and its table of objects fits in memory. */
export const MAX_ONE_PDF_ROWS = 10_000;
/** Values of that JSON: ten for each row. */
export const MAX_JOB_BODY_VALUES = 10 * MAX_JOB_ROWS + 1_000;
/** Jobs of one person that run at the same time. */
export const MAX_RUNNING_JOBS = 3;
/** Rows from which the editor hands a table over to the server. */
export const JOB_FROM_ROWS = 200;

/** One file for each row, or the pages of all rows in one file. */
export const JOB_DELIVERIES = ["zip", "pdf"] as const;
export type JobDelivery = (typeof JOB_DELIVERIES)[number];

const jobFields = {
  template: z.uuid(),
  /** Of the template; its newest unless given. */
  version: z.uuid().optional(),
  rows: z.array(z.record(z.string(), z.unknown())).min(1, "must have at least one row").max(MAX_JOB_ROWS),
  /** The file name of each row, without its ending; by default the document's title. */
  names: z.array(z.string().max(MAX_ROW_NAME)).max(MAX_JOB_ROWS).optional(),
  /** Of invoices: makes each PDF an e-invoice. */
  bills: z.array(rowBill).max(MAX_JOB_ROWS).optional(),
  theme: renderTheme.default({}),
  bleed: rowsBleed,
  delivery: z.enum(JOB_DELIVERIES).default("zip"),
  /** What the job is called in lists, such as the name of the table. */
  title: z.string().trim().min(1).max(MAX_JOB_TITLE).optional(),
};
export const tooLongForOnePdf = {
  path: ["delivery"],
  message: `must be "zip" for more than ${MAX_ONE_PDF_ROWS} rows: one PDF has ${MAX_ONE_PDF_ROWS} at most`,
};
export const fitsDelivery = ({ delivery, rows }: { delivery: JobDelivery; rows: readonly unknown[] }) =>
  delivery === "zip" || rows.length <= MAX_ONE_PDF_ROWS;
export const newJob = z
  .strictObject(jobFields)
  .refine(({ rows, names = rows }) => names.length === rows.length, {
    path: ["names"],
    message: "must have as many entries as there are rows",
  })
  .refine(({ rows, bills = rows }) => bills.length === rows.length, BILLS_MISMATCH)
  .refine(({ bills, delivery }) => !bills || delivery === "zip", {
    path: ["delivery"],
    message: 'must be "zip" for e-invoices: each is a file of its own',
  })
  .refine(fitsDelivery, tooLongForOnePdf);
/** In the query of a CSV table. */
export const csvJob = z.strictObject({
  template: jobFields.template,
  version: jobFields.version,
  theme: jobFields.theme,
  bleed: jobFields.bleed,
  delivery: jobFields.delivery,
  title: jobFields.title,
});
export type NewJob = z.input<typeof newJob>;

export const JOB_STATES = ["running", "done", "cancelled"] as const;

export const listedJob = z.object({
  id: z.string(),
  state: z.enum(JOB_STATES),
  template: z.string(),
  name: z.string(),
  /** The number of the template's version; null if the template has none. */
  version: z.int().nullable(),
  delivery: z.enum(JOB_DELIVERIES),
  title: z.string().nullable(),
  rows: z.int(),
  /** Rows of which there is a PDF. */
  made: z.int(),
  failed: z.int(),
  date_created: z.string(),
  date_finished: z.string().nullable(),
  /** When the result is deleted. */
  date_expires: z.string().nullable(),
  /** When its result was first downloaded. */
  date_downloaded: z.string().nullable(),
});
export type ListedJob = z.infer<typeof listedJob>;

/** What is wrong with a row. The first row is 1. */
export const rowProblem = z.object({
  row: z.int(),
  /** The row's file name, if one was given. */
  name: z.string().optional(),
  /** Its path, empty if the problem is about the whole row; and its title. */
  field: z.string(),
  label: z.string().optional(),
  /** The refused value, shortened. */
  value: z.string().optional(),
  message: z.string(),
  /** The message for translation. */
  text: z.looseObject({ key: z.string() }).optional(),
});
export type RowProblem = z.infer<typeof rowProblem>;
/** Problems in the answer about a job; errors.csv has all of them. */
export const MAX_LISTED_PROBLEMS = 100;

export const ROW_STATES = ["made", "failed", "making", "waiting"] as const;
/** A job with some of its rows: those made last, in making and next. */
export const jobDetails = listedJob.extend({
  /** The version that its rows are made with. */
  template_version: z.string().nullable(),
  problems: z.array(rowProblem),
  current: z.array(z.object({ row: z.int(), name: z.string().nullable(), state: z.enum(ROW_STATES) })),
});
export type JobDetails = z.infer<typeof jobDetails>;

/** A row as it was sent, to be corrected or shown. */
export const jobRow = z.object({
  row: z.int(),
  state: z.enum(["waiting", "made", "failed"]),
  name: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  theme: renderTheme,
});
export type SentRow = z.infer<typeof jobRow>;

/** A failed row with correct values. Its file name and look stay. */
export const correctedRow = z.strictObject({
  data: z.record(z.string(), z.unknown()),
  /** Of an e-invoice: replaces what the row was sent with. */
  bill: rowBill.optional(),
});
export type CorrectedRow = z.infer<typeof correctedRow>;
