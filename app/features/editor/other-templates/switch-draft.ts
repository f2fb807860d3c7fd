import { t } from "@lingui/core/macro";
import type { NavigateFunction } from "react-router";
import type { LeftoverValues } from "../../../../shared/switching/leftover-values.ts";
import { passDraft } from "../../../lib/browser/passed-draft.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { reasonOf } from "../../../lib/http/http-client.ts";
import { saveDocument, takeTemplate } from "../../documents/index.ts";
import type { DraftStatus } from "../autosave/status.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { rememberSwitch } from "./last-switch.ts";
import { type Offer, withPlaces } from "./template-offers.ts";

type Open = {
  template: EditorTemplate;
  draft: Draft;
  status: DraftStatus;
  navigate: NavigateFunction;
};

/**
 * Moves the open draft to another template: a document on the server, otherwise on this device. A template
 * of another type starts a new document.
 */
export async function chooseTemplate(open: Open, offer: Offer): Promise<void> {
  try {
    if (offer.isRelated) await startRelated(open, offer);
    else if (open.status.documentId) await switchDocument(open, open.status.documentId, offer);
    else await switchDraft(open, offer);
  } catch (error) {
    notifySwitchFailed(error);
  }
}

async function switchDocument({ template, status, navigate }: Open, id: string, offer: Offer): Promise<void> {
  // The last changes have to be on the server before its template changes.
  if (!(await status.whenSaved())) throw new Error(t`The document isn’t saved yet.`);
  const place = (url: string) => `${url}/use?document=${id}`;
  const taken = await takeTemplate(id, { templates_id: offer.id });
  // Fills new fields from the details; optional, so a failure is only logged.
  if (offer.added.length > 0)
    await saveDocument(id, taken.rev, { data: withPlaces(taken.data, offer.added) }).catch((error: unknown) =>
      console.error("Details not filled in", error),
    );
  await navigate(place(offer.url), { replace: true });
  const goBack = async () => {
    rememberSwitch(undefined);
    const own = { templates_id: template.id, template_versions_id: template.versionId };
    const { rev, kept: leftovers } = await takeTemplate(id, own);
    const rest = withoutAdded(leftovers, offer.added);
    if (rest !== leftovers) await saveDocument(id, rev, { kept: rest });
    await navigate(place(template.url), { replace: true });
  };
  notifySwitched(template, offer, 0, () => void goBack().catch(notifySwitchFailed));
}

/** Drops values that were filled in only for the other template. */
function withoutAdded(leftovers: LeftoverValues, added: Offer["added"]): LeftoverValues {
  const isAdded = (path: string, value: unknown) =>
    added.some((each) => each.path === path && JSON.stringify(each.value) === JSON.stringify(value));
  const fields = leftovers.fields.filter(({ path, value }) => !isAdded(path, value));
  const lists = leftovers.lists.filter(({ path }) => !added.some((each) => each.path === path));
  const isSame = fields.length === leftovers.fields.length && lists.length === leftovers.lists.length;
  return isSame ? leftovers : { ...leftovers, fields, lists };
}

async function switchDraft({ template, draft, navigate }: Open, offer: Offer): Promise<void> {
  const { data, kept: leftovers } = offer;
  const { theme, title, invoice } = draft;
  passDraft(offer.id, { data, theme, kept: leftovers, invoice, ...(title ? { title } : {}) });
  await navigate(`${offer.url}/use`);
  // The first template's draft is still stored.
  const goBack = () => {
    rememberSwitch(undefined);
    void navigate(`${template.url}/use`);
  };
  notifySwitched(template, offer, 1, goBack); // the transferred draft is the first step there
}

function notifySwitched(template: EditorTemplate, offer: Offer, steps: number, undo: () => void): void {
  rememberSwitch({ path: `${offer.url}/use`, steps, undo });
  const message = t`Switched from ${{ template: template.name }} to ${{ other: offer.name }}. Nothing was lost.`;
  notify({ kind: "fact", message, action: { label: t`Undo`, run: undo } });
}

/** Starts a new document with name and contact details; the open one is unchanged. */
async function startRelated({ template, status, navigate }: Open, offer: Offer): Promise<void> {
  const { documentId } = status;
  passDraft(offer.id, { data: offer.data, theme: {} });
  await navigate(`${offer.url}/use`);
  const back = `${template.url}/use${documentId ? `?document=${documentId}` : ""}`;
  notify({
    kind: "fact",
    message: t`Started a new document in ${{ template: offer.name }} with your contact details. Your other document hasn’t changed.`,
    action: { label: t`Go back`, run: () => void navigate(back) },
  });
}

function notifySwitchFailed(error: unknown): void {
  console.error("Template change failed", error);
  notify({ kind: "failure", message: t`We couldn’t switch templates. ${{ reason: reasonOf(error) }}` });
}
