// Loaded when a person is known or a heart is pressed.
import { t } from "@lingui/core/macro";
import { QueryObserver, queryOptions } from "@tanstack/react-query";
import type { Answer } from "../../../contract/collections/records.ts";
import { tabStorage } from "../../lib/browser/local-storage.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { notifyUnreachable } from "../../lib/http/connection.ts";
import { createItem, listItems, updateItem } from "../../lib/http/content-client.ts";
import { RefusedCall, reasonOf } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { profileOf, shownProfile } from "../profile/index.ts";
import { type SessionState, settledSession } from "../session/index.ts";
import { isSaved, setBusy, setSaved } from "./saved-marks.ts";

type Template = { id: string; name: string };

const FIELDS = ["template_id.*", "id"] as const;
type SavedRecord = Answer<"saved_templates", (typeof FIELDS)[number]>;
type SavedEntry = Partial<SavedRecord["template_id"][number]>;
/** One record a person: its list, and the revision the list is at. */
export type SavedList = { id: string | undefined; entries: readonly SavedEntry[]; revision: string | null };

export function savedOf(userId: string) {
  return queryOptions({
    queryKey: ["saved-templates", userId],
    queryFn: async () => {
      const filter = { user_id: { _eq: userId } };
      const { data, etag } = await listItems("saved_templates", { filter, fields: FIELDS });
      return toList(data[0], etag);
    },
  });
}

function toList(record: SavedRecord | undefined, revision: string | null): SavedList {
  return { id: record?.id, entries: record?.template_id ?? [], revision };
}

export function reportSavedFailure(error: unknown): void {
  console.error("Saved templates load failed", error);
  notify({
    kind: "failure",
    message: t`We couldn’t load your saved templates. Try again in a moment.`,
  });
}

/** Handles a pressed heart. Without a profile nothing changes; visitors are offered to sign in. */
export async function pressHeart(
  template: Template,
  here: string,
  go: (path: string) => void,
): Promise<void> {
  // A heart can be pressed before the page knows who is here.
  setBusy(template.id, true);
  const session = await settledSession();
  const profile = shownProfile() ?? (await profileIn(session));
  if (profile) {
    await toggleSaved(profile.id, template);
    return;
  }
  setBusy(template.id, false);
  const { kind } = session;
  const { name } = template;
  if (kind === "unreachable") notifyUnreachable(t`We couldn’t change your saved templates. Try again.`);
  if (kind !== "visitor" && kind !== "ended") return;
  storePendingSave(template);
  const [page, label] = kind === "ended" ? ["login", t`Sign in`] : ["signup", t`Create account`];
  notify({
    kind: "sign-in",
    message: kind === "ended" ? t`Sign in to save ${name}` : t`Create an account to save ${name}`,
    action: { label, run: () => go(`/${page}?next=${encodeURIComponent(here)}`) },
  });
}

/** Undefined for visitors, and where the profile couldn't be loaded, which the page reports. */
async function profileIn(session: SessionState): Promise<{ id: string } | undefined> {
  if (session.kind !== "known") return undefined;
  return queryClient.ensureQueryData(profileOf(session.email)).catch(() => undefined);
}

/** Loads a person's saved templates and shows them on every heart, as long as this person is here; then saves what they pressed before. */
export function openSaved(userId: string): () => void {
  const saved = new QueryObserver(queryClient, savedOf(userId));
  const leave = saved.subscribe(({ data, error, isFetching }) => {
    if (error && !isFetching && !data) reportSavedFailure(error);
    if (data) showSaved(data);
  });
  const stopListening = listenToOtherTabs(userId);
  const known = saved.getCurrentResult().data;
  if (known) showSaved(known);
  const pending = takePendingSave();
  if (pending) void toggleSaved(userId, pending, true);
  return () => {
    leave();
    stopListening();
    showSaved(undefined);
  };
}

/** The full list with or without the template. */
function toggled(entries: readonly SavedEntry[], templateId: string, wanted: boolean): SavedEntry[] {
  const others = entries.filter(({ templates_id }) => templates_id !== templateId);
  if (!wanted) return others;
  return others.length < entries.length ? [...entries] : [...others, { templates_id: templateId }];
}

async function send(
  userId: string,
  list: SavedList,
  templateId: string,
  wanted: boolean,
): Promise<SavedList> {
  const entries = toggled(list.entries, templateId, wanted);
  const { data, etag } = list.id
    ? await updateItem(
        "saved_templates",
        list.id,
        { template_id: entries },
        { fields: FIELDS, ifMatch: list.revision },
      )
    : await createItem("saved_templates", { user_id: userId, template_id: entries }, { fields: FIELDS });
  return toList(data, etag);
}

/** The server's current list, if it no longer knows our base revision. */
function currentList(error: unknown): SavedList | undefined {
  if (!(error instanceof RefusedCall) || error.status !== 412) return undefined;
  const current = error.details.current as (SavedRecord & { rev: number }) | undefined; // a 412 carries it
  return current && toList(current, `"rev-${current.rev}"`);
}

// One at a time: each starts from the list in the previous response.
let queue: Promise<unknown> = Promise.resolve();

/** Saves or unsaves. The hearts change only after the server's response; a failure is logged and shown. */
export function toggleSaved(
  userId: string,
  template: Template,
  wanted = !isSaved(template.id),
): Promise<boolean> {
  setBusy(template.id, true);
  const done = queue.then(() => toggleNow(userId, template, wanted));
  queue = done;
  return done;
}

async function toggleNow(userId: string, template: Template, wanted: boolean): Promise<boolean> {
  try {
    const list = await queryClient.fetchQuery(savedOf(userId));
    const answered = await send(userId, list, template.id, wanted).catch((error) => {
      const current = currentList(error);
      if (current) return send(userId, current, template.id, wanted);
      throw error;
    });
    cacheList(userId, answered);
    notifyOtherTabs(userId);
    if (wanted) void storeOffline(template);
    else offerUndo(userId, template);
    return true;
  } catch (error) {
    console.error("Saved template toggle failed", error);
    const { name } = template;
    const outcome = wanted
      ? t`We couldn’t save ${name}.`
      : t`We couldn’t remove ${name} from your saved templates.`;
    if (error instanceof RefusedCall) notify({ kind: "failure", message: `${outcome} ${reasonOf(error)}` });
    else notifyUnreachable(t`${outcome} Try again.`);
    return false;
  } finally {
    setBusy(template.id, false);
  }
}

async function storeOffline({ id }: Template): Promise<void> {
  const offline = await import("./offline-template.ts").catch(() => undefined);
  await offline?.storeForOffline(id);
}

function offerUndo(userId: string, template: Template): void {
  const { name } = template;
  notify({
    kind: "fact",
    message: t`${name} removed from saved templates`,
    action: { label: t`Undo`, run: () => void toggleSaved(userId, template, true) },
  });
}

function cacheList(userId: string, list: SavedList): void {
  queryClient.setQueryData(savedOf(userId).queryKey, list);
}

function showSaved(list: SavedList | undefined): void {
  setSaved(new Set(list?.entries.flatMap(({ templates_id }) => templates_id ?? [])));
}

const CHANNEL = "saved-templates";
let channel: BroadcastChannel | undefined;

function notifyOtherTabs(userId: string): void {
  channel?.postMessage(userId);
}

/** Shows what another tab has saved. */
function listenToOtherTabs(userId: string): () => void {
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === userId) void queryClient.invalidateQueries({ queryKey: savedOf(userId).queryKey });
  };
  return () => {
    channel?.close();
    channel = undefined;
  };
}

const PENDING_KEY = "save-after-sign-in";
const PENDING_MS = 60 * 60_000; // after that the person has forgotten it

/** A heart pressed by a visitor is stored and saved after they sign in. */
function storePendingSave(template: Template, now = Date.now()): void {
  tabStorage.writeJson(PENDING_KEY, { ...template, at: now });
}

function takePendingSave(now = Date.now()): Template | undefined {
  const stored = tabStorage.readJson<Template & { at: number }>(PENDING_KEY);
  tabStorage.remove(PENDING_KEY);
  return stored && now - stored.at < PENDING_MS ? { id: stored.id, name: stored.name } : undefined;
}
