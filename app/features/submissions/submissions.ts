import { queryOptions } from "@tanstack/react-query";
import type { SubmissionSettings } from "../../../contract/templates/drafts.ts";
import type {
  DraftComment,
  LeavingChoice,
  OwnPublished,
  SubmissionList,
} from "../../../contract/templates/submissions.ts";
import { countItems } from "../../lib/http/content-client.ts";
import { type Call, call } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";

/** Requests about submissions, for their authors and for operators. */

async function askData<Answer>(path: string, what: Call = {}): Promise<Answer> {
  const answer = await call(path, what);
  const { data }: { data: Answer } = await answer.json();
  return data;
}

/** Whether people may submit templates, and the licence they agree to. */
export const submissionSettings = queryOptions({
  queryKey: ["handing-in"],
  queryFn: () => askData<SubmissionSettings>("drafts/handing-in", { isPublic: true }),
  meta: { failure: "Submission setting failed" },
});

export async function changeSubmissionSettings(setting: SubmissionSettings): Promise<void> {
  const stored = await askData<SubmissionSettings>("drafts/handing-in", { method: "PUT", json: setting });
  queryClient.setQueryData(submissionSettings.queryKey, stored);
}

/** All submissions, for operators. */
export const submissionList = queryOptions({
  queryKey: ["handed-in"],
  queryFn: () => askData<SubmissionList>("drafts/handed-in"),
  meta: { failure: "Submissions failed" },
});

export const waitingSubmissionCount = queryOptions({
  queryKey: ["handed-in", "count"],
  queryFn: () => countItems("template_drafts", { state: { _eq: "handed_in" } }),
});

/** The oldest first. */
export const commentsOf = (draft: string) =>
  queryOptions({
    queryKey: ["draft-comments", draft],
    queryFn: () => askData<DraftComment[]>(`drafts/${draft}/comments`),
    meta: { failure: "Comments failed" },
  });

export async function sendComment(draft: string, words: string, field: string | null): Promise<void> {
  const comments = await askData<DraftComment[]>(`drafts/${draft}/comments`, { json: { words, field } });
  queryClient.setQueryData(commentsOf(draft).queryKey, comments);
}

export async function submitDraft(draft: string): Promise<void> {
  await call(`drafts/${draft}/hand-in`, { json: { consent: true } });
  await queryClient.invalidateQueries({ queryKey: ["draft-comments", draft] });
}

export async function withdrawSubmission(draft: string): Promise<void> {
  await call(`drafts/${draft}/withdraw`, { method: "POST" });
}

type Answered = { rev: number; kind: "asked" | "refused"; reason: string };

/** Returns a submission to its author with a reason. */
export async function answerSubmission(draft: string, answer: Answered): Promise<void> {
  await call(`drafts/${draft}/refuse`, { json: answer });
  await queryClient.invalidateQueries({ queryKey: ["draft-comments", draft] });
}

/** The person's own published templates. */
export const ownPublished = queryOptions({
  queryKey: ["own-published"],
  queryFn: () => askData<OwnPublished>("drafts/published"),
  meta: { failure: "Own templates failed" },
});

export function setLeaving(leaving: LeavingChoice): Promise<LeavingChoice> {
  return askData("drafts/leaving", { method: "PUT", json: leaving });
}

export type NumberedComment = DraftComment & {
  /** From 1, for a comment on a field. */
  number: number | undefined;
};

/** All comments on the same field have the same number. */
export function numberedComments(comments: readonly DraftComment[]): NumberedComment[] {
  const numbers = new Map<string, number>();
  return comments.map((comment) => {
    const { field } = comment;
    if (field !== null && !numbers.has(field)) numbers.set(field, numbers.size + 1);
    return { ...comment, number: field === null ? undefined : numbers.get(field) };
  });
}
