import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

/** A third of the server's share of a processor that both want; all of one that is otherwise idle. */
export const NICENESS = 5;
/** For children with mostly background work: a third again. */
export const BACKGROUND_NICENESS = 10;
// Linux accepts one such change in a tenth of a second from users other than root.
const TRY_AGAIN_MS = [0, 150, 150, 300];

const running = new Set<ChildProcess>();

/** The children whose priority was lowered and that have not ended, in that order. */
export function runningChildren(): ChildProcess[] {
  return [...running].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
}

/**
 * Lowers a child's priority below the server's: a page, a sign-in or /health takes a processor for milliseconds, and must not wait while
 * all processors render for other clients. Resolves when it is done.
 */
export async function lowerPriority(
  child: ChildProcess,
  { hasOwnSession, niceness = NICENESS }: { hasOwnSession: boolean; niceness?: number },
): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  running.add(child);
  child.once("exit", () => running.delete(child));
  try {
    if (getPriority(pid) < niceness) setPriority(pid, niceness); // only root may raise it
  } catch {
    return; // it has ended
  }
  // Where Linux shares processors out by session, niceness counts only inside one, and each session has a niceness of its own.
  for (const pause of hasOwnSession ? TRY_AGAIN_MS : []) {
    await wait(pause, undefined, { ref: false });
    const isSet = await writeFile(`/proc/${pid}/autogroup`, String(niceness)).then(
      () => true,
      () => false,
    );
    if (isSet) return;
  }
}
