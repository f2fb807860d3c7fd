/**
 * The policies of the engine's workers in a browser. A worker that is loaded from an address has the policy of that response and not that
 * of its page.
 */
const POLICIES: [name: RegExp, policy: string][] = [
  // Runs templates with a person's data (app/lib/device/engine-worker.ts): no requests at all.
  [/^engine-worker-[\w-]+\.js$/, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"],
  // Gets no data (app/lib/device/engine-loader.ts). `*:*` is any host, of which the other policy leaves this one.
  [
    /^engine-loader-[\w-]+\.js$/,
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self', connect-src *:*/engine/",
  ],
];

/** Headers of a built script, by its name. */
export function scriptHeaders(name: string): Record<string, string> {
  const [, policy] = POLICIES.find(([pattern]) => pattern.test(name)) ?? [];
  return policy ? { "content-security-policy": policy } : {};
}
