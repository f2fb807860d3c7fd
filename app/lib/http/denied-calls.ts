/** Apart from http-client.ts because every page listens, and most load no client. */
let onDenied: (() => void) | undefined;

/** Calls the listener when the server refused a request for lack of a session or a right. For one listener. */
export function watchDeniedCalls(listener: () => void): void {
  onDenied = listener;
}

export function reportDeniedCall(): void {
  onDenied?.();
}
