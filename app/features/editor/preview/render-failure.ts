import { t } from "@lingui/core/macro";
import type { InvalidValue } from "../../../../contract/rendering/render.ts";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { canTryAgain, describeEngineFailure } from "../device/engine-failure.ts";
import type { RenderFailure } from "./render-loop.ts";

/** Why the preview isn't current, as a message; the form keeps working. */
export type FailureNotice = {
  kind: "away" | "busy" | "failed" | "refused";
  message: string;
  problems: InvalidValue[];
  /** Nothing is tried until the person asks for it. */
  canTryAgain?: boolean;
};

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** Waits longer after each failure, and at least as long as the server asks for. */
export function planRetry(error: unknown, tries: number): RenderFailure {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
  if (!(error instanceof RefusedCall)) return { error, retryAfterMs: isPrivatePage() ? undefined : wait };
  const isPassing = error.status >= 500 || error.status === 429 || error.status === 408;
  return { error, retryAfterMs: isPassing ? Math.max((error.retryAfter ?? 0) * 1_000, wait) : undefined };
}

export function describeFailure({ error, retryAfterMs }: RenderFailure, isOnline: boolean): FailureNotice {
  if (isPrivatePage() && !(error instanceof RefusedCall)) {
    const message = describeEngineFailure(error);
    return { kind: "failed", message, problems: [], canTryAgain: canTryAgain(error) };
  }
  if (!(error instanceof RefusedCall)) {
    const message = isOnline
      ? t`We can’t reach the server. The preview will update when the connection is back. You can keep typing.`
      : t`You’re offline. The preview will update when you’re back online. You can keep typing.`;
    return { kind: "away", message, problems: [] };
  }
  const { status, message, faults } = error;
  const problems = faults.map(({ path, type, message }) => ({ field: path, type, message }));
  if (status === 429 || status === 503) {
    return { kind: "busy", message: t`The server is busy. The preview will update in a moment.`, problems };
  }
  if (retryAfterMs !== undefined) {
    return { kind: "failed", message: t`We couldn’t update the preview. Trying again…`, problems };
  }
  return { kind: "refused", message: message || t`We can’t show this page.`, problems };
}
