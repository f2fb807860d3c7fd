import type { Draft } from "../../documents/draft.ts";
import { insistOnTurn, type Turn, takeTurn } from "./turn.ts";

/** The tabs that have one draft open: one of them writes, the others show what it has written. */
export type Tabs = {
  isWriter(): boolean;
  /** What was written, for those that only show it. */
  show(draft: Draft): void;
  /** The draft has another key from now on, and this tab writes it there, too. */
  moveTo(key: string): Promise<void>;
  /** Has the one that writes finish and stop. This one has the turn then, and writes after `begin`. */
  insist(): Promise<void>;
  begin(): void;
  /** Another tab has taken the turn. */
  lose(): void;
  leave(): void;
};

type Parts = {
  key: string;
  /** Had by the tab that writes. */
  turn: Turn | undefined;
  onDraft(draft: Draft): void;
  /** Somebody else wants to write: what is being written is to be finished. */
  finish(): Promise<void>;
  onLost(): void;
};

type TabMessage = { kind: "draft"; draft: Draft } | { kind: "yield" };

export function joinTabs({ key, turn, onDraft, finish, onLost }: Parts): Tabs {
  let isWriter = turn !== undefined;
  let channel = openChannel();

  function openChannel(): BroadcastChannel {
    const opened = new BroadcastChannel(`typecase draft ${key}`);
    opened.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === "draft" && !isWriter) onDraft(data.draft);
      if (data.kind === "yield" && isWriter) void yieldTurn();
    };
    return opened;
  }

  function send(message: TabMessage): void {
    channel.postMessage(message);
  }

  async function yieldTurn(): Promise<void> {
    await finish();
    lose();
    turn?.release();
    turn = undefined;
  }

  function lose(): void {
    isWriter = false;
    onLost();
  }

  return {
    isWriter: () => isWriter,
    show: (draft) => send({ kind: "draft", draft }),
    async moveTo(next) {
      const before = turn;
      key = next;
      channel.close();
      channel = openChannel();
      turn = (await takeTurn(next, lose)) ?? before;
      if (turn !== before) before?.release();
    },
    async insist() {
      send({ kind: "yield" });
      turn = await insistOnTurn(key, lose);
    },
    begin: () => {
      isWriter = true;
    },
    lose,
    leave: () => {
      channel.close();
      turn?.release();
    },
  };
}
