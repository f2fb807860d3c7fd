import type {
  DraftCheck,
  DraftCheckRequest,
  DraftDiagnostic,
  DraftKit,
  DraftPages,
  DraftPlaces,
  DraftRenderRequest,
  DraftTokens,
  NewTemplateDraft,
  Published,
  PublishRequest,
  TemplateDraft,
} from "../../../../contract/templates/drafts.ts";
import { type Call, call, RefusedCall } from "../../../lib/http/http-client.ts";
import type { DraftContent } from "./draft-content.ts";

async function callDrafts<Answer>(path: string, what: Call = {}): Promise<Answer> {
  const answer = await call(path, what);
  return answer.json();
}

/** Unwraps `{ data }`. */
async function askData<Answer>(path: string, what: Call = {}): Promise<Answer> {
  const { data } = await callDrafts<{ data: Answer }>(path, what);
  return data;
}

/** Pages that aren't visible yet are rendered with background priority. */
export function renderDraft(
  request: DraftRenderRequest,
  { signal, isLater }: { signal: AbortSignal; isLater: boolean },
): Promise<DraftPages> {
  return callDrafts(`drafts/render${isLater ? "?priority=background" : ""}`, { json: request, signal });
}

/** The faults in a draft that a failed request reports; undefined for any other failure. */
export function faultsOf(error: unknown): DraftDiagnostic[] | undefined {
  if (!(error instanceof RefusedCall) || error.code !== "TEMPLATE_BROKEN") return undefined;

  return (error.details.diagnostics as DraftDiagnostic[] | undefined) ?? [];
}

export function fetchTokens(content: string, signal: AbortSignal): Promise<DraftTokens> {
  return callDrafts("drafts/tokens", { json: { content }, signal });
}

export function fetchPlaces(content: string): Promise<DraftPlaces> {
  return callDrafts("drafts/places", { json: { content } });
}

export function fetchKit(): Promise<DraftKit> {
  return callDrafts("drafts/kit");
}

export function checkDraft(request: DraftCheckRequest, signal: AbortSignal): Promise<DraftCheck> {
  return callDrafts("drafts/check", { json: request, signal });
}

/** Checks the published template and stores the number of findings. */
export function checkTemplate(id: string): Promise<DraftCheck> {
  return callDrafts(`drafts/check/${id}`, { method: "POST" });
}

export function createDraft(from: NewTemplateDraft): Promise<TemplateDraft> {
  return askData("drafts", { json: from });
}

export function readDraft(id: string): Promise<TemplateDraft> {
  return askData(`items/template_drafts/${id}`);
}

/** Refused with 412 and the stored draft when it was saved since `rev`. */
export function saveDraft(id: string, rev: number, content: Partial<DraftContent>): Promise<TemplateDraft> {
  return askData(`items/template_drafts/${id}`, { method: "PATCH", json: { ...content, rev } });
}

export function publishDraft(id: string, request: PublishRequest): Promise<Published> {
  return callDrafts(`drafts/${id}/publish`, { json: request });
}
