/** Whose turn it is to write a draft that is open in several tabs. Without locks (a page not served securely) everybody's. */
export type Turn = { release(): void };

const WAIT_FOR_OTHER_MS = 1_500; // a tab that is asleep doesn't let go by itself

const lockName = (key: string) => `typecase draft ${key}`;

function hold(key: string, options: LockOptions, onLost: () => void): Promise<Turn | undefined> {
  return new Promise((resolve, reject) => {
    let isOurs = false;
    navigator.locks
      .request(lockName(key), options, (lock) => {
        if (!lock) return resolve(undefined);
        isOurs = true;
        return new Promise<void>((release) => resolve({ release }));
      })
      .catch((error: unknown) => {
        // Stolen by another tab; otherwise it never was ours, and the waiting ended.
        if (isOurs) onLost();
        else reject(error);
      });
  });
}

/** Undefined: another tab has it. */
export async function takeTurn(key: string, onLost: () => void): Promise<Turn | undefined> {
  if (!navigator.locks) return { release() {} };
  return hold(key, { ifAvailable: true }, onLost);
}

/** Waits a moment for the other tab to let go, then takes it. */
export async function insistOnTurn(key: string, onLost: () => void): Promise<Turn | undefined> {
  if (!navigator.locks) return { release() {} };
  return hold(key, { signal: AbortSignal.timeout(WAIT_FOR_OTHER_MS) }, onLost).catch(() =>
    hold(key, { steal: true }, onLost),
  );
}

export async function isTaken(key: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === lockName(key));
}
