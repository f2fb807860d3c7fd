import type { Settings } from "../kernel/settings.ts";

/**
 * Whether a page of another site made the browser send this. Browsers say where a write comes from; programs
 * that say nothing carry no cookies by accident.
 */
export function isCrossOrigin(
  request: Request,
  { publicUrl, corsOrigins }: Pick<Settings, "publicUrl" | "corsOrigins">,
): boolean {
  const origin = request.headers.get("origin");
  if (origin === null) {
    const site = request.headers.get("sec-fetch-site");
    return site !== null && site !== "same-origin" && site !== "none";
  }
  if (corsOrigins.includes(origin)) return false;
  if (publicUrl) return origin !== publicUrl;
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return URL.parse(origin)?.host !== host;
}
