import { t } from "@lingui/core/macro";
import { removeCopy } from "../../../lib/browser/offline-copies.ts";
import { PRIVATE_PARAMETER } from "../../../lib/browser/private-page.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { type EngineChoice, rememberEngineChoice } from "../../../lib/device/engine-choice.ts";
import { removeItems } from "../../../lib/http/content-client.ts";
import { reasonOf } from "../../../lib/http/http-client.ts";
import { handOver } from "../autosave/handed-over.ts";
import type { DraftStatus } from "../autosave/status.ts";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";

/** Changing to "This device only" and back: a full page load, because a policy can't change in a loaded page. */

type Open = { template: EditorTemplate; draft: Draft; status: DraftStatus };

/** `server`: what happens to the copy in the account, if there is one. */
export async function openDeviceOnly(open: Open, server: "keep" | "delete"): Promise<void> {
  if (!(await passOn(open, "device"))) return;
  if (server === "delete" && !(await deleteOnServer(open))) return;
  rememberEngineChoice("device");
  const address = new URL(location.href);
  address.search = `?${PRIVATE_PARAMETER}=1`;
  address.hash = "";
  location.assign(address);
}

/** From now on the draft is sent to the server, as those of others are. */
export async function leaveDeviceOnly(open: Open, choice: Exclude<EngineChoice, "device">): Promise<void> {
  if (!(await passOn(open, "server"))) return;
  rememberEngineChoice(choice);
  location.assign(location.pathname);
}

async function passOn({ template, draft }: Open, to: "device" | "server"): Promise<boolean> {
  try {
    await handOver(template.id, draft, to);
    return true;
  } catch (error) {
    console.error("Draft write failed", error);
    const message = t`This browser can’t store your draft, so nothing was changed.`;
    notify({ kind: "failure", message });
    return false;
  }
}

/** For good, and not into the bin. */
async function deleteOnServer({ status }: Open): Promise<boolean> {
  const { documentId: id, whenSaved } = status;
  if (!id) return true;
  try {
    // A change that is still on its way would make the document again.
    if (!(await whenSaved())) throw new Error("the last changes are not saved");
    await removeItems("documents", [id]);
    await removeCopy("document", id);
    return true;
  } catch (error) {
    console.error("Document removal failed", error);
    const message = t`We couldn’t delete the copy on the server, so nothing was changed. ${{ reason: reasonOf(error) }}`;
    notify({ kind: "failure", message });
    return false;
  }
}
