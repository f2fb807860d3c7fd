import { Hono } from "hono";
import { describeRoute } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";
import type { SiteSettings } from "../site/site-settings.ts";

const YEAR_MS = 365 * 24 * 60 * 60_000;

type Parts = { site: Pick<SiteSettings, "contactEmail">; publicUrl: string | undefined; now?: () => number };

const API = {
  security: describeRoute({
    tag: "server",
    summary: "Whom to tell about a vulnerability (RFC 9116)",
    response: "text/plain",
    also: { 404: "No contact is set, as a page" },
  }),
  password: describeRoute({
    tag: "server",
    summary: "Redirects to where a password is changed",
    response: "text/html",
    statuses: [302],
  }),
};

/** /.well-known: whom to tell of a weakness (RFC 9116), and where a password is changed. */
export function wellKnownRoutes({ site, publicUrl, now = Date.now }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();

  app.get("/.well-known/security.txt", API.security, (c, next) => {
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
  app.get("/.well-known/change-password", API.password, (c) =>
    c.redirect("/dashboard/account#password", 302),
  );
  return app;
}
