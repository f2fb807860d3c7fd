import { createHash } from "node:crypto";

const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self'",
  // Positions and sizes that are only known at run time are set as style attributes; they can't run anything.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  // A PDF made for printing is shown to the browser's own viewer, out of sight.
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** The policy of everything but pages: no loading, no framing. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

// In development Vite writes inline scripts of its own and talks over a web socket.
export const DEVELOPMENT_POLICY = [
  ...PAGE_POLICY.filter((rule) => !rule.startsWith("style-src")),
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self' ws:",
].join("; ");

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/**
 * Allows exactly the page's own inline scripts, by hash. They have a random mark as their nonce, so a script that got into the page
 * through data is not allowed. The mark is then removed, so that the page has the same bytes every time and can be cached.
 */
export function allowOwnScripts(html: string, mark: string): { html: string; policy: string } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(attribute) && !/\ssrc=/.test(attributes)) hashes.add(hashOf(script));
  const policy = [...PAGE_POLICY, ["script-src 'self'", ...hashes].join(" ")].join("; ");
  return { html: html.replaceAll(attribute, ""), policy };
}
