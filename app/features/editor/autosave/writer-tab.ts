import type { ToldDraft } from "./reducer/state.ts";

/** The tabs that have one draft open: the one with the lock writes, the others show what it has written. */
export type Tabs = {
  /** Whether this tab got the lock when it joined. */
  isWriter: boolean;
  /** This tab shows the draft: the writer then tells what is stored nowhere. */
  tellOpened(): void;
  /** What was written, for those that only show it. */
  tell(told: ToldDraft): void;
  /** The draft has another key from now on, and this tab writes it there, too. */
  moveTo(key: string): Promise<void>;
  /** Has the tab that writes finish and let go of the lock, which is this tab's then. */
  takeOver(): Promise<void>;
  release(): void;
  leave(): void;
};

type Listener = {
  /** Another tab shows the draft from now on. */
  onOpened(): void;
  onWritten(told: ToldDraft): void;
  /** Another tab wants the lock. */
  onAsked(): void;
  /** Another tab has taken the lock without waiting. */
  onLost(): void;
};

type Lock = { release(): void };
type TabMessage = ({ kind: "draft" } & ToldDraft) | { kind: "opened" } | { kind: "yield" };

const WAIT_FOR_OTHER_MS = 1_500; // a tab that is asleep doesn't let go by itself

export async function joinTabs(key: string, listener: Listener): Promise<Tabs> {
  const { onOpened, onWritten, onAsked, onLost } = listener;
  let lock = await takeLock(key, onLost);
  let hasLeft = false;
  let channel = openChannel();

  function openChannel(): BroadcastChannel {
    const opened = new BroadcastChannel(sharedName(key));
    opened.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === "draft") onWritten(data);
      else if (data.kind === "opened") onOpened();
      else onAsked();
    };
    return opened;
  }

  function release(): void {
    lock?.release();
    lock = undefined;
  }

  return {
    isWriter: lock !== undefined,
    tellOpened: () => channel.postMessage({ kind: "opened" } satisfies TabMessage),
    tell: ({ draft, document, isWritten }) =>
      channel.postMessage({ kind: "draft", draft, document, isWritten } satisfies TabMessage),
    async moveTo(next) {
      key = next;
      channel.close();
      channel = openChannel();
      const taken = await takeLock(next, onLost);
      if (!taken) return;
      release();
      lock = taken;
    },
    async takeOver() {
      channel.postMessage({ kind: "yield" } satisfies TabMessage);
      lock = await insistOnLock(key, onLost);
      if (hasLeft) release();
    },
    release,
    leave() {
      hasLeft = true;
      channel.close();
      release();
    },
  };
}

/** Whether a tab has this draft open and writes it. */
export async function isLocked(key: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === sharedName(key));
}

/** The name of a draft's lock and of its channel. */
const sharedName = (key: string) => `typecase draft ${key}`;

/** Undefined: another tab has it. Without locks (a page not served securely) every tab writes. */
async function takeLock(key: string, onLost: () => void): Promise<Lock | undefined> {
  if (!navigator.locks) return { release() {} };
  return requestLock(key, { ifAvailable: true }, onLost);
}

/** Waits a moment for the other tab to let go, then takes it. */
async function insistOnLock(key: string, onLost: () => void): Promise<Lock | undefined> {
  if (!navigator.locks) return { release() {} };
  return requestLock(key, { signal: AbortSignal.timeout(WAIT_FOR_OTHER_MS) }, onLost).catch(() =>
    requestLock(key, { steal: true }, onLost),
  );
}

function requestLock(key: string, options: LockOptions, onLost: () => void): Promise<Lock | undefined> {
  return new Promise((resolve, reject) => {
    let isOurs = false;
    navigator.locks
      .request(sharedName(key), options, (lock) => {
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
