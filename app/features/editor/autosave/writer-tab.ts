import type { AutosaveEvent, BroadcastDraft, Place } from "../../../lib/autosave/state.ts";
import type { Draft } from "../draft.ts";

/** The tabs that have one draft open: the one with the lock writes, the others show what it wrote. */
export type Tabs = {
  /** Whether this tab got the lock when it joined. */
  isWriter: boolean;
  /** Asks the writer for a draft that is stored nowhere. */
  announce(): void;
  /** Sends the draft to the tabs that show it. */
  broadcast(draft: BroadcastDraft<Draft>): void;
  /** Moves this tab's lock and channel to another key, and the other tabs with it. */
  moveTo(place: Place): Promise<void>;
  /** Moves this tab's channel to where the writer has moved the draft. */
  follow(place: Place): void;
  /** Asks the writer for the lock, and takes it after a while. Resolves to where the draft is if it was moved. */
  takeOver(): Promise<Place | undefined>;
  release(): void;
  leave(): void;
};

type Lock = { release(): void };
type TabMessage =
  | ({ kind: "draft" } & BroadcastDraft<Draft>)
  | { kind: "moved"; place: Place }
  | { kind: "opened" }
  | { kind: "yield" };

const WAIT_FOR_OTHER_MS = 1_500; // a tab that is asleep doesn't release it

type Dispatch = (event: Extract<AutosaveEvent<Draft>, { kind: `otherTab${string}` | "lockLost" }>) => void;

export async function joinTabs(key: string, dispatch: Dispatch): Promise<Tabs> {
  const onLost = () => dispatch({ kind: "lockLost" });
  let lock = await takeLock(key, onLost);
  let hasLeft = false;
  let moved: Place | undefined;
  let channel = openChannel();

  function openChannel(): BroadcastChannel {
    const opened = new BroadcastChannel(sharedName(key));
    opened.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === "draft") dispatch({ ...data, kind: "otherTabWrote" });
      else if (data.kind === "moved") dispatch({ kind: "otherTabMoved", place: data.place });
      else dispatch({ kind: data.kind === "opened" ? "otherTabOpened" : "otherTabAsked" });
    };
    return opened;
  }

  const post = (message: TabMessage) => channel.postMessage(message);

  function release(): void {
    lock?.release();
    lock = undefined;
  }

  return {
    isWriter: lock !== undefined,
    announce: () => post({ kind: "opened" }),
    broadcast: ({ draft, document, isWritten }) => post({ kind: "draft", draft, document, isWritten }),
    async moveTo(place) {
      const before = channel;
      key = place.key;
      channel = openChannel();
      const taken = await takeLock(key, onLost);
      // They follow once the lock is taken: none of them finds it free.
      before.postMessage({ kind: "moved", place } satisfies TabMessage);
      before.close();
      if (!taken) return;
      release();
      lock = taken;
    },
    follow(place) {
      moved = place;
      key = place.key;
      channel.close();
      channel = openChannel();
    },
    async takeOver() {
      for (let wanted: string | undefined; wanted !== key; ) {
        release();
        wanted = key;
        post({ kind: "yield" });
        lock = await insistOnLock(wanted, onLost);
      }
      if (hasLeft) release();
      return moved;
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

/** Waits a moment for the other tab to release the lock, then takes it. */
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
