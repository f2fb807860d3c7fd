/**
 * Separates work that takes tens of milliseconds. Requests that arrive together start in one turn of the event loop, and eight pages made
 * in it would block all others for a third of a second. After `nextTurn`, work is alone in its turn; timers, sockets and `/health` run in
 * between.
 */
const waiting: (() => void)[] = [];
let isScheduled = false;

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return;
  isScheduled = true;
  // An immediate that is set while others run is run in the next turn of the loop.
  setImmediate(() => {
    isScheduled = false;
    waiting.shift()?.();
    schedule();
  });
}
