import { t } from "@lingui/core/macro";
import { useRef, useState } from "react";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { unreachableMessage } from "../../../lib/http/connection.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { describeEngineFailure } from "../device/engine-failure.ts";

const SHOWN_AFTER_MS = 500; // faster exports need no progress

type Busy = { message: string; cancel(): void } | undefined;

/** Runs one export at a time, shows progress for slow ones and lets them be cancelled. */
export function useExport(onRefused: (refusal: RefusedCall) => void) {
  const [busy, setBusy] = useState<Busy>();
  const running = useRef<AbortController>(undefined);

  async function run(message: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (running.current) return;
    const control = new AbortController();
    running.current = control;
    const timer = setTimeout(() => setBusy({ message, cancel: () => control.abort() }), SHOWN_AFTER_MS);
    try {
      await work(control.signal);
    } catch (error) {
      if (control.signal.aborted) notify({ kind: "fact", message: t`Cancelled. Nothing was downloaded.` });
      else if (error instanceof RefusedCall && error.faults.length > 0) onRefused(error);
      else reportFailure(error);
    } finally {
      clearTimeout(timer);
      running.current = undefined;
      setBusy(undefined);
    }
  }

  return { busy, run };
}

function reportFailure(error: unknown): void {
  console.error("Export failed", error);
  const message =
    error instanceof RefusedCall && error.status < 500
      ? error.message
      : isPrivatePage()
        ? describeEngineFailure(error)
        : `${unreachableMessage()} ${t`Your draft is still here. Try again in a moment.`}`;
  notify({ kind: "failure", message });
}
