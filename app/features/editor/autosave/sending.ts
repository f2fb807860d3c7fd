import { RefusedCall } from "../../../lib/http-client.ts";
import type { Draft } from "../../documents/draft.ts";
import {
  copyDocument,
  createDocument,
  type DocumentContent,
  type StoredDocument,
  saveDocument,
} from "../../documents/index.ts";
import { checkSession } from "../../session/index.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { fitData, fitTheme } from "./fitting.ts";
import { isSameDraft } from "./same-draft.ts";
import { ownTitle, titleOf } from "./titles.ts";

/** What became of an attempt to bring a draft to the server. */
export type Outcome =
  | { kind: "saved"; rev: number }
  /** The document has moved on elsewhere; `theirs` is what it says now. */
  | { kind: "moved"; theirs: Draft; rev: number }
  | { kind: "session ended" }
  | { kind: "gone" }
  | { kind: "unreachable" }
  | { kind: "refused"; words: string };

export function toContent(template: EditorTemplate, draft: Draft): DocumentContent {
  return { title: titleOf(template, draft), data: draft.data, theme: draft.theme };
}

export function fromStored(
  template: EditorTemplate,
  stored: Pick<StoredDocument, "title" | "data" | "theme">,
): Draft {
  const data = fitData(template.fields, stored.data);
  const title = ownTitle(template, stored.title, data);
  return { data, theme: fitTheme(stored.theme), ...(title ? { title } : {}) };
}

/** `sent` is what an earlier attempt sent without hearing back: if that is what is stored, it was ours that moved it on. */
export async function sendDraft(
  template: EditorTemplate,
  document: { id: string; rev: number },
  draft: Draft,
  sent: Draft | undefined,
): Promise<Outcome> {
  const content = toContent(template, draft);
  try {
    return { kind: "saved", rev: await saveDocument(document.id, document.rev, content) };
  } catch (error) {
    const current = currentOf(error);
    if (!current) return judge(error);
    const theirs = fromStored(template, current);
    const saysAlready = (one: Draft | undefined) =>
      one !== undefined && isSameDraft(fromStored(template, toContent(template, one)), theirs);
    if (saysAlready(draft)) return { kind: "saved", rev: current.rev };
    if (!saysAlready(sent)) return { kind: "moved", theirs, rev: current.rev };
    return sendDraft(template, { id: document.id, rev: current.rev }, draft, undefined);
  }
}

export async function makeDocument(
  template: EditorTemplate,
  createKey: string,
): Promise<{ kind: "made"; id: string; rev: number } | Outcome> {
  try {
    return { kind: "made", ...(await createDocument(template.id, createKey)) };
  } catch (error) {
    return judge(error);
  }
}

/** One's own words as a document beside the one that moved on. */
export async function keepCopy(template: EditorTemplate, draft: Draft): Promise<void> {
  const content = toContent(template, draft);
  await copyDocument(template.id, { ...content, title: `${content.title.slice(0, 190)} (my copy)` });
}

function currentOf(error: unknown): StoredDocument | undefined {
  if (!(error instanceof RefusedCall) || error.status !== 412) return undefined;
  return error.details.current as StoredDocument | undefined;
}

async function judge(error: unknown): Promise<Outcome> {
  if (!(error instanceof RefusedCall)) return { kind: "unreachable" };
  console.error("Document save failed", error);
  if (error.status === 401 || error.status === 403) {
    const { kind } = await checkSession();
    if (kind === "known") return { kind: "gone" };
    return { kind: kind === "unreachable" ? "unreachable" : "session ended" };
  }
  if (error.status === 413) return { kind: "refused", words: "Its pictures are too large to keep online" };
  if (error.status >= 500 || error.status === 429) return { kind: "unreachable" };
  return { kind: "refused", words: error.message };
}
