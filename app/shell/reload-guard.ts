import { RELOAD_GUARD_MS, RELOAD_KEY } from "./head-script.ts";

/** Whether the page may reload itself now; if so, that is remembered for as long as the guard lives. */
export function mayReload(
  now: number,
  memory: Pick<Storage, "getItem" | "setItem"> = sessionStorage,
): boolean {
  try {
    if (now - Number(memory.getItem(RELOAD_KEY)) < RELOAD_GUARD_MS) return false;
    memory.setItem(RELOAD_KEY, String(now));
    return true;
  } catch {
    return false; // without a memory there is no way to know that it would not go on for ever
  }
}
