/** "Keep in my documents", pressed by a visitor: remembered until they have signed in. */
const KEY = "keep-after-sign-in";
const KEPT_MS = 60 * 60_000; // whoever signs in much later has forgotten it

export function rememberKeep(templateId: string, now = Date.now()): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ templateId, at: now }));
  } catch {
    // Then it has to be pressed again.
  }
}

export function takePendingKeep(templateId: string, now = Date.now()): boolean {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as {
      templateId: string;
      at: number;
    } | null;
    if (kept?.templateId !== templateId) return false;
    sessionStorage.removeItem(KEY);
    return now - kept.at < KEPT_MS;
  } catch {
    return false;
  }
}
