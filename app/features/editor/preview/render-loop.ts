/**
 * Requests the newest draft's pages, one request at a time; drafts in between are skipped. The preview is at
 * most one response behind, at any typing speed and without a fixed delay.
 */
type RenderLoop<Draft> = {
  want(draft: Draft): void;
  /** Retries now, for example when the browser is back online. */
  tryNow(): void;
  stop(): void;
};

/** `retryAfterMs` is undefined if a retry would give the same answer. */
export type RenderFailure = { error: unknown; retryAfterMs: number | undefined };

type LoopParts<Draft, Answer, Shown> = {
  ask(draft: Draft, signal: AbortSignal): Promise<Answer>;
  /** Prepares an answer for display while the next draft is requested. */
  prepare(answer: Answer): Promise<Shown>;
  /** Called in the order of the requests; answers that were overtaken are dropped. */
  show(shown: Shown, state: { isNewest: boolean }): void;
  onFailure(failure: RenderFailure): void;
  /** Decides when to retry; `tries` counts consecutive failures. */
  planRetry(error: unknown, tries: number): RenderFailure;
  now?: () => number;
};

const TIMEOUT_MS = 2_000; // an older request is aborted when a newer draft waits; the server removes it from its queue

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
