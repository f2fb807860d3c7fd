import { readLeftovers } from "../../../../shared/switching/leftover-values.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import {
  copyDocument,
  createDocument,
  type DocumentContent,
  type StoredDocument,
  saveDocument,
} from "../../documents/index.ts";
import { checkSession } from "../../session/index.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { makeCreateKey } from "./device-drafts.ts";
import { fitData, fitTheme } from "./fitting.ts";
import type { AutosaveEvent, DocumentRevision } from "./reducer/state.ts";
import { ownTitle, titleOf } from "./titles.ts";

type Answer<Kind extends AutosaveEvent["kind"]> = Extract<AutosaveEvent, { kind: Kind }>;
type Failure = Answer<"documentGone" | "sendFailed">;

function toContent(template: EditorTemplate, draft: Draft): DocumentContent {
  const { data, theme, kept } = draft;
  return { title: titleOf(template, draft), data, theme, ...(kept ? { kept } : {}) };
}

export function fromStored(
  template: EditorTemplate,
  stored: Pick<StoredDocument, "title" | "data" | "theme"> & { kept?: unknown },
): Draft {
  const data = fitData(template.fields, stored.data);
  const theme = fitTheme(stored.theme);
  const title = ownTitle(template, stored.title, { data, theme });
  const kept = readLeftovers(stored.kept);
  return { data, theme, ...(title ? { title } : {}), ...(kept ? { kept } : {}) };
}

export async function createDocumentOnce(
  template: EditorTemplate,
  createKey: string,
): Promise<Answer<"documentCreated"> | Failure> {
  try {
    return { kind: "documentCreated", document: await createDocument(template.id, createKey) };
  } catch (error) {
    return judge(error);
  }
}

/** `unconfirmed` was sent before without hearing back: if that is what is stored, it was ours that moved it on. */
export async function saveDraft(
  template: EditorTemplate,
  document: DocumentRevision,
  draft: Draft,
  unconfirmed: Draft | undefined,
): Promise<Answer<"documentSaved" | "conflictFound"> | Failure> {
  const content = toContent(template, draft);
  try {
    return { kind: "documentSaved", rev: await saveDocument(document.id, document.rev, content) };
  } catch (error) {
    const current = currentOf(error);
    if (!current) return judge(error);
    const theirs = fromStored(template, current);
    const isStored = (one: Draft | undefined) =>
      one !== undefined && isSameDraft(fromStored(template, toContent(template, one)), theirs);
    if (isStored(draft)) return { kind: "documentSaved", rev: current.rev };
    if (!isStored(unconfirmed)) return { kind: "conflictFound", theirs, rev: current.rev };
    return saveDraft(template, { id: document.id, rev: current.rev }, draft, undefined);
  }
}

/** One's own words as a document beside the one that moved on. False when that failed. */
export async function copyDraft(template: EditorTemplate, draft: Draft): Promise<boolean> {
  const content = toContent(template, draft);
  try {
    await copyDocument(template.id, { ...content, title: `${content.title.slice(0, 190)} (my copy)` });
    return true;
  } catch (error) {
    console.error("Document copy failed", error);
    return false;
  }
}

/** Whether two drafts say the same, whatever order their keys came in. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return one === other || canonical(one) === canonical(other);
}

function canonical({ data, theme, title }: Draft): string {
  return JSON.stringify([data, theme, title ?? ""], (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function currentOf(error: unknown): StoredDocument | undefined {
  if (!(error instanceof RefusedCall) || error.status !== 412) return undefined;
  // This refusal carries the document as it is stored.
  return error.details.current as StoredDocument | undefined;
}

async function judge(error: unknown): Promise<Failure> {
  if (!(error instanceof RefusedCall)) return UNREACHABLE;
  console.error("Document save failed", error);
  if (error.status === 401 || error.status === 403) {
    const { kind } = await checkSession();
    if (kind === "known") return { kind: "documentGone", createKey: makeCreateKey() };
    return kind === "unreachable" ? UNREACHABLE : { kind: "sendFailed", trouble: { kind: "sessionEnded" } };
  }
  if (error.code === "QUOTA_EXCEEDED")
    return {
      kind: "sendFailed",
      trouble: { kind: "refused", words: "Your documents are full", isFull: true },
    };
  if (error.status === 413) return refused("Its pictures are too large to keep online");
  if (error.status >= 500 || error.status === 429) return SERVER_FAILED;
  return refused(error.message);
}

const UNREACHABLE: Failure = { kind: "sendFailed", trouble: { kind: "unreachable" } };

const SERVER_FAILED: Failure = {
  kind: "sendFailed",
  trouble: { kind: "unreachable", hasAnswered: true },
};

const refused = (words: string): Failure => ({ kind: "sendFailed", trouble: { kind: "refused", words } });
