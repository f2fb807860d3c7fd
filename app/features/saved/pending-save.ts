import { tabStorage } from "../../lib/local-storage.ts";

/** The heart a visitor pressed: kept until they have signed in, and saved then. Apart because the button comes with every page and saving is loaded later. */
const KEY = "save-after-sign-in";
const KEPT_MS = 60 * 60_000; // whoever signs in much later has forgotten it

type Pending = { id: string; name: string };

export function keepPendingSave(template: Pending, now = Date.now()): void {
  tabStorage.writeJson(KEY, { ...template, at: now });
}

export function takePendingSave(now = Date.now()): Pending | undefined {
  const kept = tabStorage.readJson<Pending & { at: number }>(KEY);
  tabStorage.remove(KEY);
  return kept && now - kept.at < KEPT_MS ? { id: kept.id, name: kept.name } : undefined;
}
