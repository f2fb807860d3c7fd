import { t } from "@lingui/core/macro";
import { type DetailsSet, NO_VALUES } from "../../../../contract/people/details.ts";
import { LOOK_PARAMETERS, readTriedLook } from "../../../../contract/templates/looks.ts";
import type { Beginning, Place } from "../../../lib/autosave/state.ts";
import { tabStorage } from "../../../lib/browser/local-storage.ts";
import { readCopy } from "../../../lib/browser/offline-copies.ts";
import { takePassedDraft } from "../../../lib/browser/passed-draft.ts";
import { isPrivatePage, PRIVATE_PARAMETER } from "../../../lib/browser/private-page.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { prefersDeviceOnly } from "../../../lib/device/engine-choice.ts";
import { isEnginePossible } from "../../../lib/device/engine-errors.ts";
import { dayOf } from "../../../lib/format/moments.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { inPageLanguage } from "../../../lib/i18n/addresses.ts";
import { pageLanguage } from "../../../lib/i18n/i18n.tsx";
import { chosenOf, details, openDetails } from "../../details/index.ts";
import { isInBin, readDocument } from "../../documents/index.ts";
import type { Draft } from "../draft.ts";
import { createDraftStore, type DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { type DocumentVersion, readPinned, versionOfDocument } from "../version/pinned-template.ts";
import { type EditorAutosave, type StoredCopy, startAutosave } from "./autosave.ts";
import {
  type DeviceDraft,
  documentKey,
  makeCreateKey,
  newKey,
  PRIVATE_OWNER,
  privateKey,
  readDraft,
  unsentDrafts,
  visitorKey,
} from "./device-drafts.ts";
import { fitData, fitTheme } from "./fitting.ts";
import { endHandOver, handOver, readHandedOver } from "./handed-over.ts";
import { isDraftLink, readDraftParts, unpackDraft } from "./link.ts";
import { localDefaults } from "./local-defaults.ts";
import { readProfileValues } from "./profile-values.ts";
import { fromStored } from "./server-copy.ts";
import { isUnstored } from "./unstored-drafts.ts";
import { beginDraft, type Known } from "./untouched-draft.ts";
import { isLocked } from "./writer-tab.ts";

type Who = { email: string; isPerson: boolean };
export type Opened = {
  store: DraftStore;
  autosave: EditorAutosave;
  known: Known;
  /** As the document's version has it. */
  template: EditorTemplate;
  version: DocumentVersion | undefined;
};
type Found = {
  draft: Draft;
  place: Place;
  stored: Beginning<Draft>["stored"];
  template?: EditorTemplate;
  version?: DocumentVersion | undefined;
};

const CLOSING_MS = 3_000; // a server that doesn't answer must not keep anybody from opening a draft again
const DETAILS_MS = 3_000; // the same for details
const closing = new Set<Promise<unknown>>();

/** Opens what is to be edited: values of a link or another screen, a document, what this device has, or an untouched draft. */
export async function openDraft(template: EditorTemplate, who: Who): Promise<Opened> {
  await Promise.race([Promise.all(closing), new Promise((resolve) => setTimeout(resolve, CLOSING_MS))]);
  const { hash, search } = location;
  const id = isPrivatePage() ? null : new URLSearchParams(search).get("document");
  if (!id) await openForDeviceOnly(template);
  const known: Known = {
    values: who.isPerson ? await readProfileValues(who.email, template) : {},
    details: (await readSender(who))?.values ?? NO_VALUES,
    local: localDefaults(navigator.language, pageLanguage()),
    today: dayOf(new Date()),
  };
  const started = beginDraft(template, known);
  const passed = takePassedDraft(template.id);
  const handedOver = passed ? undefined : await readHandedOver(template.id);
  const handed = passed ?? handedOver?.draft;
  const linked = isDraftLink(hash)
    ? unpackDraft(hash, template.fields)
    : readDraftParts(handed, template.fields);
  if (isDraftLink(hash)) forgetInAddress({ fragment: true, document: true });
  if (isDraftLink(hash) && !linked)
    notify({ kind: "failure", message: t`We couldn’t read the data in this link. Ask for a new one.` });
  const found =
    (!linked && id && who.email && (await findDocument(template, who, id))) ||
    (await findOnDevice(template, who)) ||
    nothingYet(template, who, started);
  const chosen = linked && who.isPerson ? nothingYet(template, who, started) : found;
  const { draft, place, stored, template: used = template, version } = chosen;
  const store = createDraftStore(draft);
  const autosave = await startAutosave({
    template: used,
    store,
    place,
    stored,
    ...who,
    onDocument: nameInAddress,
  });
  // As one step, so that Undo restores an earlier draft.
  if (linked) store.change(linked);
  if (handedOver && autosave.view.get().isWriter) void autosave.flush().then(() => endHandOver(template.id));
  takeTriedLook(store, search);
  if (who.isPerson && !place.document && takePendingKeep(template.id))
    autosave.dispatch({ kind: "saveRequested" });
  return { store, autosave, known, template: used, version };
}

/** For those who have chosen it: this page is loaded again before anything is typed. */
async function openForDeviceOnly(template: EditorTemplate): Promise<void> {
  if (isPrivatePage() || !prefersDeviceOnly() || !isEnginePossible() || template.isPublished === false)
    return;
  const passed = readDraftParts(takePassedDraft(template.id), template.fields);
  if (passed) await handOver(template.id, passed, "device");
  const address = new URL(location.href);
  address.searchParams.set(PRIVATE_PARAMETER, "1");
  location.replace(address);
  await new Promise(() => {});
}

/** The sender that a new document starts with. The editor also works without one, or without an answer. */
async function readSender({ email, isPerson }: Who): Promise<DetailsSet | undefined> {
  if (email && !isPerson) return undefined;
  const late = new Promise((resolve) => setTimeout(resolve, DETAILS_MS));
  await Promise.race([openDetails(email), late]);
  return chosenOf(details.get().sets);
}

export function closeDraft({ autosave }: Opened): void {
  const closed = autosave.close();
  closing.add(closed);
  void closed.finally(() => closing.delete(closed));
}

function nothingYet(template: EditorTemplate, { email }: Who, draft: Draft): Found {
  const createKey = makeCreateKey();
  if (isPrivatePage())
    return {
      draft,
      place: { key: privateKey(template.id), owner: PRIVATE_OWNER, createKey },
      stored: "nowhere",
    };
  const key = email ? newKey(email, template.id, createKey) : visitorKey(template.id);
  return { draft, place: { key, owner: email, createKey }, stored: "nowhere" };
}

function fromDevice(template: EditorTemplate, key: string, copy: DeviceDraft): Found {
  const { owner, createKey, document, draft } = copy;
  const place: Place = { key, owner, createKey, ...(document ? { document } : {}) };
  // A new release may have changed the template's fields since.
  const fits: Draft = { ...draft, data: fitData(template.fields, draft.data), theme: fitTheme(draft.theme) };
  return { draft: fits, place, stored: isUnstored(key) ? "memory" : "device" };
}

async function findOnDevice(template: EditorTemplate, { email }: Who): Promise<Found | undefined> {
  if (email)
    for (const [key, copy] of await unsentDrafts(email, template.id))
      if (!(await isLocked(key))) return fromDevice(template, key, copy);
  const key = isPrivatePage() ? privateKey(template.id) : visitorKey(template.id);
  const copy = await readDraft(key);
  return copy && fromDevice(template, key, copy);
}

/** The server's document, overlaid with text that only this device has. */
async function findDocument(template: EditorTemplate, who: Who, id: string): Promise<Found | undefined> {
  const key = documentKey(id);
  const unsent = await readDraft(key);
  const mine = unsent?.owner === who.email && unsent.template === template.id ? unsent : undefined;
  try {
    const stored = who.isPerson ? await readDocument(id) : undefined;
    if (stored && stored.templates_id !== template.id)
      throw new RefusedCall(403, [{ message: "another template" }]);
    const pinned = stored && {
      template: await readPinned(template, stored),
      version: versionOfDocument(template, stored),
    };
    if (mine) return { ...fromDevice(pinned?.template ?? template, key, mine), ...pinned };
    if (!stored) throw new Error("the document can't be read before it is known who is here");
    const document = { id, rev: stored.rev };
    const place: Place = { key, owner: who.email, createKey: makeCreateKey(), document };
    return { draft: fromStored(pinned?.template ?? template, stored), place, stored: "server", ...pinned };
  } catch (error) {
    const copy = error instanceof RefusedCall ? undefined : await findCopy(template, who, id);
    if (mine)
      return {
        ...fromDevice(copy?.template ?? template, key, mine),
        ...(copy ? { template: copy.template } : {}),
      };
    if (copy) {
      const place: Place = { key, owner: who.email, createKey: makeCreateKey(), document: copy.document };
      return { draft: copy.draft, place, stored: "server", template: copy.template };
    }
    if (!(error instanceof RefusedCall) || error.status >= 500) throw error;
    forgetInAddress({ document: true });
    await notifyMissing(id);
    return undefined;
  }
}

/** The document as it was when this device last had a connection. Saving it finds out whether it was changed elsewhere since. */
async function findCopy(
  template: EditorTemplate,
  { email }: Who,
  id: string,
): Promise<StoredCopy | undefined> {
  const copy = await readCopy<StoredCopy>("document", id);
  return copy?.owner === email && copy.data.template.id === template.id ? copy.data : undefined;
}

async function notifyMissing(id: string): Promise<void> {
  if (await isInBin(id).catch(() => false))
    notify({
      kind: "failure",
      message: t`This document is in the bin. Restore it to edit it.`,
      action: {
        label: t`Open the bin`,
        run: () => location.assign(inPageLanguage("/dashboard/documents?bin")),
      },
    });
  else notify({ kind: "failure", message: t`This document no longer exists. You can start a new one.` });
}

const PENDING_KEEP = "keep-after-sign-in";
const PENDING_KEEP_MS = 60 * 60_000; // a much later sign-in starts fresh

/** "Save to my documents", pressed by a visitor: remembered until they have signed in. */
export function rememberKeep(templateId: string, now = Date.now()): void {
  tabStorage.writeJson(PENDING_KEEP, { templateId, at: now });
}

function takePendingKeep(templateId: string, now = Date.now()): boolean {
  const pending = tabStorage.readJson<{ templateId: string; at: number }>(PENDING_KEEP);
  if (pending?.templateId !== templateId) return false;
  tabStorage.remove(PENDING_KEEP);
  return now - pending.at < PENDING_KEEP_MS;
}

/** The router need not know: nothing on the page depends on it but the next reload. */
function nameInAddress(id: string): void {
  const address = new URL(location.href);
  address.searchParams.set("document", id);
  history.replaceState(history.state, "", address);
}

/** What was tried on the template's page, as a step of its own. A reload must not try it again over what was chosen since. */
function takeTriedLook(store: DraftStore, search: string): void {
  const look = readTriedLook(new URLSearchParams(search));
  if (Object.keys(look).length === 0) return;
  store.change({ theme: { ...store.read().theme, ...look } }, "theme");
  forgetInAddress({ look: true });
}

function forgetInAddress({ fragment = false, document = false, look = false }): void {
  const address = new URL(location.href);
  if (fragment) address.hash = "";
  if (document) address.searchParams.delete("document");
  if (look) for (const name of LOOK_PARAMETERS) address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}
