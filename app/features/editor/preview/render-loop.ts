/**
 * Asks for the newest draft's pages, one request at a time: what is typed meanwhile goes next and anything in between is
 * never asked for. So the page is at most one answer behind, at any speed of typing or of the machine, without a fixed pause.
 */
type RenderLoop<Draft> = {
  want(draft: Draft): void;
  /** What kept the last try from being answered may be over. */
  tryNow(): void;
  stop(): void;
};

/** `retryAfterMs` undefined: asking again for the same draft would give the same answer. */
export type RenderFailure = { error: unknown; retryAfterMs: number | undefined };

type LoopParts<Draft, Answer, Shown> = {
  ask(draft: Draft, signal: AbortSignal): Promise<Answer>;
  /** Makes an answer ready to be seen; the next draft is asked for meanwhile. */
  prepare(answer: Answer): Promise<Shown>;
  /** In the order in which the drafts were asked for; an answer that was overtaken is never shown. */
  show(shown: Shown, state: { isNewest: boolean }): void;
  onFailure(failure: RenderFailure): void;
  /** After how long the next try makes sense; `tries` counts failures in a row. */
  planRetry(error: unknown, tries: number): RenderFailure;
  now?: () => number;
};

const TIMEOUT_MS = 2_000; // a request this old is given up when a newer draft waits: the pool takes it out of its queue

export function createRenderLoop<Draft, Answer, Shown>({
  ask,
  prepare,
  show,
  onFailure,
  planRetry,
  now = Date.now,
}: LoopParts<Draft, Answer, Shown>): RenderLoop<Draft> {
  let next: { draft: Draft } | undefined;
  let pending: { abort: AbortController; since: number } | undefined;
  let giveUp: ReturnType<typeof setTimeout> | undefined;
  let backoff: ReturnType<typeof setTimeout> | undefined;
  let sent = 0;
  let seen = 0;
  let tries = 0;
  let stopped = false;

  function want(draft: Draft) {
    next = { draft };
    if (pending) return giveUpWhenOld(pending);
    if (!backoff) send();
  }

  function giveUpWhenOld({ abort, since }: NonNullable<typeof pending>) {
    giveUp ??= setTimeout(() => abort.abort(), Math.max(0, since + TIMEOUT_MS - now()));
  }

  function send() {
    if (!next || pending || stopped) return;
    const { draft } = next;
    next = undefined;
    const turn = ++sent;
    const abort = new AbortController();
    pending = { abort, since: now() };
    ask(draft, abort.signal).then(
      (answer) => {
        settle();
        tries = 0;
        void present(turn, answer);
        send();
      },
      (error: unknown) => {
        settle();
        if (stopped) return;
        if (abort.signal.aborted) return send();
        fail(draft, error);
      },
    );
  }

  function settle() {
    pending = undefined;
    clearTimeout(giveUp);
    giveUp = undefined;
  }

  async function present(turn: number, answer: Answer) {
    try {
      const shown = await prepare(answer);
      if (stopped || turn < seen) return;
      seen = turn;
      show(shown, { isNewest: turn === sent && !next });
    } catch (error) {
      if (!stopped) onFailure({ error, retryAfterMs: undefined });
    }
  }

  function fail(draft: Draft, error: unknown) {
    tries += 1;
    const failure = planRetry(error, tries);
    onFailure(failure);
    if (failure.retryAfterMs === undefined) return send();
    next ??= { draft };
    backoff = setTimeout(tryNow, failure.retryAfterMs);
  }

  function tryNow() {
    clearTimeout(backoff);
    backoff = undefined;
    send();
  }

  return {
    want,
    tryNow,
    stop() {
      stopped = true;
      clearTimeout(backoff);
      clearTimeout(giveUp);
      pending?.abort.abort();
    },
  };
}
