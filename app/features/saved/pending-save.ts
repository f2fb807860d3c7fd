/** The heart a visitor pressed: kept until they have signed in, and saved then. */
const KEY = "save-after-sign-in";
const KEPT_MS = 60 * 60_000; // whoever signs in much later has forgotten it

type Pending = { id: string; name: string };

export function keepPendingSave(template: Pending, now = Date.now()): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...template, at: now }));
  } catch {
    // Then it has to be pressed again.
  }
}

export function takePendingSave(now = Date.now()): Pending | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as (Pending & { at: number }) | null;
    sessionStorage.removeItem(KEY);
    return kept && now - kept.at < KEPT_MS ? { id: kept.id, name: kept.name } : undefined;
  } catch {
    return undefined;
  }
}
