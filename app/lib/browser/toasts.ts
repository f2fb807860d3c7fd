/** Short messages at the edge of the window. The component that shows them is loaded with the first one. */
export type Toast = {
  kind: "fact" | "failure" | "release" | "sign-in";
  message: string;
  action?: { label: string; run(): void };
  /** Shown even when a toast with the same message is already visible. */
  isUnique?: boolean;
};

/** Milliseconds a toast is shown; 0 means until it is used. */
export const toastDuration = ({ kind }: Toast): number => (kind === "release" ? 0 : 7_000);

type Listener = (toast: Toast) => void;
const waiting: Toast[] = [];
let listener: Listener | undefined;
let onFirst: (() => void) | undefined;

export function notify(toast: Toast): void {
  if (listener) {
    listener(toast);
    return;
  }
  waiting.push(toast);
  onFirst?.();
}

/** Calls back when the first toast arrives before the component that shows them is loaded. */
export function onFirstToast(call: () => void): () => void {
  onFirst = call;
  if (waiting.length > 0) call();
  return () => {
    onFirst = undefined;
  };
}

export function subscribeToToasts(onToasts: Listener): () => void {
  listener = onToasts;
  for (const toast of waiting.splice(0)) onToasts(toast);
  return () => {
    listener = undefined;
  };
}
