import { createHash } from "node:crypto";
import type { PrivateKind } from "../../contract/site/private-pages.ts";

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

/**
 * What a page for "This device only" may load, in addition to the policy of pages: a browser applies both. `*:*` is any host, of which
 * the other policy leaves this one, so that the page stays the same under every address of the server. The pictures of an editor are
 * those of the template's sample; those of the gallery are too many for a header.
 */
function privatePolicy(kind: PrivateKind, html: string, scripts: readonly string[]): string {
  const build = "*:*/builds/";
  const pictures =
    kind === "gallery"
      ? ["/assets/", "/avatar-placeholder.svg"]
      : new Set(html.match(/\/assets\/[0-9a-f-]{36}/g));
  return [
    `connect-src *:*/engine/ ${build}`,
    [
      "img-src data: blob: *:*/favicon.svg *:*/apple-touch-icon.png",
      build,
      ...[...pictures].map((path) => `*:*${path}`),
    ].join(" "),
    ["script-src", build, ...scripts].join(" "),
    `style-src ${build}`,
    "style-src-attr 'unsafe-inline'",
    `font-src ${build}`,
    `worker-src ${build} *:*/service-worker.js`,
    "frame-src blob:",
    "media-src 'none'",
    "form-action 'none'",
  ].join("; ");
}

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
export function allowOwnScripts(
  html: string,
  mark: string,
  kind?: PrivateKind,
): { html: string; policy: string } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(attribute) && !/\ssrc=/.test(attributes)) hashes.add(hashOf(script));
  const page = [...PAGE_POLICY, ["script-src 'self'", ...hashes].join(" ")].join("; ");
  const policy = kind ? `${page}, ${privatePolicy(kind, html, [...hashes])}` : page;
  return { html: html.replaceAll(attribute, ""), policy };
}
