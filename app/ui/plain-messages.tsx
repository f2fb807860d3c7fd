import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { subscribeToToasts, type Toast, toastDuration } from "../lib/browser/toasts.ts";

/**
 * Messages as bare lines, in the place of those that toasts.tsx draws: loaded with every page, so they are there when that
 * can't be had. The newest is shown.
 */
export function PlainMessages({ onClosed }: { onClosed(): void }) {
  const [message, setMessage] = useState<Toast>();
  useEffect(
    () =>
      subscribeToToasts((next) => {
        setMessage(next);
      }),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another message begins its time anew
  useEffect(() => {
    if (!message || toastDuration(message) === 0) return;
    const timer = setTimeout(close, toastDuration(message));
    return () => clearTimeout(timer);
  }, [message]);
  const close = () => {
    setMessage(undefined);
    onClosed();
  };
  return (
    <div className="toasts" role="alert">
      {message && (
        <div className="toast">
          <span>{message.message}</span>
          <button
            type="button"
            className="link"
            onClick={() => {
              close();
              message.action?.run();
            }}
          >
            {message.action?.label ?? t`Close`}
          </button>
        </div>
      )}
    </div>
  );
}
