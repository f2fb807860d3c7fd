import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import type { Draft } from "../draft.ts";
import {
  type DeviceDraft,
  privateKey,
  readDraft,
  removeDraft,
  visitorKey,
  writeDraft,
} from "./device-drafts.ts";

/** A draft on its way to the same template's page with or without "This device only". It stays until that page has stored it. */
type Goal = "device" | "server";

const keyOf = (template: string, to: Goal) => `handed-over/${to}/${template}`;
const goalHere = (): Goal => (isPrivatePage() ? "device" : "server");

export async function handOver(template: string, draft: Draft, to: Goal): Promise<void> {
  await writeDraft(keyOf(template, to), { owner: "", createKey: "", template, draft, at: Date.now() });
}

export async function readHandedOver(template: string): Promise<DeviceDraft | undefined> {
  return readDraft(keyOf(template, goalHere()));
}

/** It is the only one then: what it was before is moved and not copied. */
export async function endHandOver(template: string): Promise<void> {
  const to = goalHere();
  await removeDraft(keyOf(template, to));
  await removeDraft(to === "device" ? visitorKey(template) : privateKey(template));
}
