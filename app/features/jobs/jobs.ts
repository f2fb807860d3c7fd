import { plural, t } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type {
  CorrectedRow,
  JobDetails,
  ListedJob,
  NewJob,
  SentRow,
} from "../../../contract/rendering/jobs.ts";
import { formatDayInText, formatTime } from "../../lib/format/moments.ts";
import { call, RefusedCall } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { formatNumber, isolate } from "../../lib/i18n/intl.ts";
import { noteStartedJob } from "./job-watch.ts";

export const POLL_MS = 1_500;

export const jobList = queryOptions({
  queryKey: ["jobs", "list"],
  queryFn: async (): Promise<ListedJob[]> => (await (await call("render/jobs")).json()).data,
});

/** Asked again while it runs, also after a failure: the job continues on the server. */
export const jobOf = (id: string) =>
  queryOptions({
    queryKey: ["jobs", id],
    queryFn: async (): Promise<JobDetails> => (await (await call(`render/jobs/${id}`)).json()).data,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === "running" ? POLL_MS : false,
  });

/** Hands a table over to the server. */
export async function startJob(json: NewJob): Promise<ListedJob> {
  const { data }: { data: ListedJob } = await (await call("render/jobs", { json })).json();
  noteStartedJob(data.id);
  await queryClient.invalidateQueries({ queryKey: jobList.queryKey });
  return data;
}

/** Cancels a job, or deletes its result. */
export async function removeJob(id: string): Promise<void> {
  await call(`render/jobs/${id}`, { method: "DELETE" });
  await queryClient.invalidateQueries({ queryKey: ["jobs"] });
}

/** A row as it was sent. */
export async function readJobRow(job: string, row: number, signal?: AbortSignal): Promise<SentRow> {
  return (await (await call(`render/jobs/${job}/rows/${row}`, { signal })).json()).data;
}

/** The row that a document corrects, in the editor's address. */
export type JobRowPlace = { job: string; row: number };

export function jobRowIn(search: string): JobRowPlace | undefined {
  const parameters = new URLSearchParams(search);
  const [job, row] = [parameters.get("job"), Number(parameters.get("row"))];
  return job && Number.isInteger(row) && row > 0 ? { job, row } : undefined;
}

/** Whether it is in the result already, and what the job is called. */
export const jobRowOf = ({ job, row }: JobRowPlace) =>
  queryOptions({
    queryKey: ["jobs", job, "row", row],
    queryFn: async ({ signal }) => {
      const { data }: { data: JobDetails } = await (await call(`render/jobs/${job}`, { signal })).json();
      const { state } = await readJobRow(job, row, signal);
      return { state, title: titleOf(data) };
    },
  });

/** Makes a failed row again, with these values; its PDF is then in the result. */
export async function correctJobRow({ job, row }: JobRowPlace, data: CorrectedRow["data"]): Promise<void> {
  const json: CorrectedRow = { data };
  await call(`render/jobs/${job}/rows/${row}`, { method: "PUT", json });
  await queryClient.invalidateQueries({ queryKey: ["jobs"] });
}

const GONE = [400, 403, 404];
/** Of a job, or a row: deleted, expired or someone else's. */
export const isGone = (error: unknown) => error instanceof RefusedCall && GONE.includes(error.status);

/** What happened, for people: a job without a single PDF has failed. */
export type JobPhase = "running" | "ready" | "failed" | "cancelled";

export function phaseOf({ state, made }: ListedJob): JobPhase {
  if (state !== "done") return state;
  return made > 0 ? "ready" : "failed";
}

/** Finished, and not downloaded yet. */
export function readyJobs(jobs: readonly ListedJob[]): ListedJob[] {
  return jobs.filter((job) => phaseOf(job) === "ready" && job.date_downloaded === null);
}

export const titleOf = ({ title, name }: Pick<ListedJob, "title" | "name">) => title ?? name;

export const resultAddress = ({ id }: Pick<ListedJob, "id">) => `/render/jobs/${id}/result`;

/** "409 of 412 PDFs created. 3 failed." */
export function formatOutcome(job: ListedJob): string {
  const { rows, made, failed } = job;
  const [created, missing] = [formatNumber(made), formatNumber(failed)];
  const phase = phaseOf(job);
  if (phase === "cancelled") return t`Cancelled`;
  if (phase === "failed") return t`Failed: no PDF could be created`;
  if (phase === "running")
    return t`${{ done: formatNumber(made + failed) }} of ${{ all: formatNumber(rows) }}`;
  return failed > 0
    ? plural(rows, {
        one: `${created} of # PDF created. ${missing} failed.`,
        other: `${created} of # PDFs created. ${missing} failed.`,
      })
    : plural(rows, { one: `${created} of # PDF created`, other: `${created} of # PDFs created` });
}

/** "412 rows · Guilloche, version 4 · one ZIP of PDFs" */
export function describeJob({ rows, name, version, delivery }: ListedJob): string[] {
  return [
    plural(rows, { one: "# row", other: "# rows" }),
    version === null ? isolate(name) : t`${{ template: isolate(name) }}, version ${version}`,
    delivery === "zip" ? t`one ZIP of PDFs` : t`one PDF`,
  ];
}

/** "today, 14:31", "yesterday, 14:31". */
export function formatMomentOf(moment: string): string {
  const date = new Date(moment);
  return t`${{ day: formatDayInText(date) }}, ${{ time: formatTime(date) }}`;
}
