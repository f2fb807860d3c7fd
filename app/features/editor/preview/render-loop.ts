/**
 * Asks for the newest draft's pages, one request at a time: what is typed meanwhile goes next and anything in between is
 * never asked for. So the page is at most one answer behind, at any speed of typing or of the machine, without a fixed pause.
 */
export type RenderLoop<Draft> = {
  want(draft: Draft): void;
  /** What kept the last try from being answered may be over. */
  tryNow(): void;
  stop(): void;
};

/** `retryAfterMs` undefined: asking again for the same draft would give the same answer. */
export type Setback = { error: unknown; retryAfterMs: number | undefined };

export type LoopParts<Draft, Answer, Shown> = {
  ask(draft: Draft, signal: AbortSignal): Promise<Answer>;
  /** Makes an answer ready to be seen; the next draft is asked for meanwhile. */
  prepare(answer: Answer): Promise<Shown>;
  /** In the order in which the drafts were asked for; an answer that was overtaken is never shown. */
  show(shown: Shown, state: { isNewest: boolean }): void;
  onSetback(setback: Setback): void;
  /** What a failed try means, and after how long the next one makes sense; `tries` counts failures in a row. */
  judge(error: unknown, tries: number): Setback;
  now?: () => number;
};

const PATIENCE_MS = 2_000; // a request this old is given up when a newer draft waits: the pool takes it out of its queue

export function createRenderLoop<Draft, Answer, Shown>({
  ask,
  prepare,
  show,
  onSetback,
  judge,
  now = Date.now,
}: LoopParts<Draft, Answer, Shown>): RenderLoop<Draft> {
  let next: { draft: Draft } | undefined;
  let flying: { abort: AbortController; since: number } | undefined;
  let hurry: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let sent = 0;
  let seen = 0;
  let tries = 0;
  let stopped = false;

  function want(draft: Draft) {
    next = { draft };
    if (flying) return giveUpWhenOld(flying);
    if (!pause) send();
  }

  function giveUpWhenOld({ abort, since }: NonNullable<typeof flying>) {
    hurry ??= setTimeout(() => abort.abort(), Math.max(0, since + PATIENCE_MS - now()));
  }

  function send() {
    if (!next || flying || stopped) return;
    const { draft } = next;
    next = undefined;
    const turn = ++sent;
    const abort = new AbortController();
    flying = { abort, since: now() };
    ask(draft, abort.signal).then(
      (answer) => {
        land();
        tries = 0;
        void present(turn, answer);
        send();
      },
      (error: unknown) => {
        land();
        if (stopped) return;
        if (abort.signal.aborted) return send();
        fail(draft, error);
      },
    );
  }

  function land() {
    flying = undefined;
    clearTimeout(hurry);
    hurry = undefined;
  }

  async function present(turn: number, answer: Answer) {
    try {
      const shown = await prepare(answer);
      if (stopped || turn < seen) return;
      seen = turn;
      show(shown, { isNewest: turn === sent && !next });
    } catch (error) {
      if (!stopped) onSetback({ error, retryAfterMs: undefined });
    }
  }

  function fail(draft: Draft, error: unknown) {
    tries += 1;
    const setback = judge(error, tries);
    onSetback(setback);
    if (setback.retryAfterMs === undefined) return send();
    next ??= { draft };
    pause = setTimeout(tryNow, setback.retryAfterMs);
  }

  function tryNow() {
    clearTimeout(pause);
    pause = undefined;
    send();
  }

  return {
    want,
    tryNow,
    stop() {
      stopped = true;
      clearTimeout(pause);
      clearTimeout(hurry);
      flying?.abort.abort();
    },
  };
}
