import { deviceStorage } from "../../lib/browser/local-storage.ts";
import { isPrivatePage } from "../../lib/browser/private-page.ts";
import { createItem } from "../../lib/http/content-client.ts";
import { call, RefusedCall } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { shownProfile } from "../profile/index.ts";
import { currentSession } from "../session/index.ts";
import { type HistoryRecord, historyOf } from "./history.ts";

/** A use of a template, as history records it. A failure is only logged: nothing that a person does waits for it. */
type Use = {
  action: HistoryRecord["action"];
  templateId: string;
  title: string;
  documentId?: string | undefined;
};

/** A person's use is a history record; a visitor's only counts. False: the server didn't answer, so it may be tried again. */
export async function recordUse(use: Use): Promise<boolean> {
  if (isPrivatePage()) return true; // nobody is told
  try {
    if (currentSession().kind === "known") await writeHistory(use);
    else await call(`render/${use.templateId}/used`, { json: {} });
    return true;
  } catch (error) {
    console.error("History record failed", error);
    return error instanceof RefusedCall && error.status < 500;
  }
}

async function writeHistory({ action, templateId, title, documentId }: Use): Promise<void> {
  const record = {
    action,
    title,
    template_id: [{ templates_id: templateId }],
    ...(documentId ? { documents_id: documentId } : {}),
  };
  const idempotencyKey = documentId && `${action} ${documentId} ${dayKey(new Date())}`;
  await createItem("history", record, { fields: ["id"], idempotencyKey });
  void queryClient.invalidateQueries({ queryKey: ["history"] });
}

/** An export is recorded once a document (or, without one, a template) and day. */
export async function recordExport(use: Omit<Use, "action">, now = new Date()): Promise<void> {
  if (isPrivatePage()) return;
  const about = use.documentId ?? use.templateId;
  if (isRemembered(about, now) || isInHistory(use, now)) return;
  remember(about, now);
  await recordUse({ ...use, action: "exported" });
}

const KEY = "exported-today";

function remembered(now: Date): string[] {
  const stored = deviceStorage.readJson<{ day: string; about: string[] }>(KEY);
  return stored?.day === dayKey(now) ? stored.about : [];
}

const isRemembered = (about: string, now: Date) => remembered(now).includes(about);

function remember(about: string, now: Date): void {
  deviceStorage.writeJson(KEY, { day: dayKey(now), about: [...remembered(now), about] });
}

function isInHistory({ documentId }: Omit<Use, "action">, now: Date): boolean {
  const profile = shownProfile();
  if (!profile || !documentId) return false;
  const records = queryClient.getQueryData(historyOf(profile.id).queryKey) ?? [];
  return records.some(
    ({ action, documents_id, date_created }) =>
      action === "exported" && documents_id === documentId && dayKey(new Date(date_created)) === dayKey(now),
  );
}

// Not the one of moments.ts: it is part of keys that browsers and servers already hold.
function dayKey(moment: Date): string {
  return `${moment.getFullYear()}-${moment.getMonth() + 1}-${moment.getDate()}`;
}
