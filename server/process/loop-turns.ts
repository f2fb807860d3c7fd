/**
 * Work of some tens of milliseconds that must not add up: requests that arrive together are begun in one turn of the event loop, and
 * eight pages made in it would hold everybody else up for a third of a second. Whoever waits here is alone in a turn; timers, sockets
 * and `/health` come in between.
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
  // One that is set while others run comes in the next turn of the loop.
  setImmediate(() => {
    isScheduled = false;
    waiting.shift()?.();
    schedule();
  });
}
