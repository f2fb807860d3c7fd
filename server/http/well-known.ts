import { Hono } from "hono";
import type { RequestEnv } from "../request/request.ts";
import type { SiteSettings } from "../site/site-settings.ts";

const YEAR_MS = 365 * 24 * 60 * 60_000;

type Parts = { site: Pick<SiteSettings, "contactEmail">; publicUrl: string | undefined; now?: () => number };

/** /.well-known: whom to tell of a weakness (RFC 9116), and where a password is changed. */
export function wellKnownRoutes({ site, publicUrl, now = Date.now }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();

  app.get("/.well-known/security.txt", (c, next) => {
    const email = site.contactEmail();
    const contact = email ? `mailto:${email}` : publicUrl && `${publicUrl}/contact`;
    if (!contact) return next(); // nobody can be named, so there is no such page
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(now() + YEAR_MS).toISOString()}`,
      ...(publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
      "Preferred-Languages: en",
    ];
    return c.text(`${lines.join("\n")}\n`, 200, { "cache-control": "public, max-age=86400" });
  });
  app.get("/.well-known/change-password", (c) => c.redirect("/dashboard/account#password", 302));
  return app;
}
