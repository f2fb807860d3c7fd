/**
 * The policy of the engine's worker (app/features/editor/device/engine-worker.ts), which runs templates with a person's data in a browser:
 * no requests at all. A worker that is loaded from an address has the policy of that response and not that of its page.
 */
const ENGINE_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/** Headers of a built script, by its name. */
export function scriptHeaders(name: string): Record<string, string> {
  return /^engine-worker-[\w-]+\.js$/.test(name) ? { "content-security-policy": ENGINE_WORKER_POLICY } : {};
}
