import { Hono } from "hono";
import { describeRoute } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";
import type { SiteSettings } from "../site/site-settings.ts";

const YEAR_MS = 365 * 24 * 60 * 60_000;

type Parts = { site: Pick<SiteSettings, "contactEmail">; publicUrl: string | undefined; now?: () => number };

const API = {
  security: describeRoute({
    tag: "server",
    summary: "Where to report a vulnerability (RFC 9116)",
    response: "text/plain",
    also: { 404: "No contact is set, as a page" },
  }),
  password: describeRoute({
    tag: "server",
    summary: "Redirects to the page for changing a password",
    response: "text/html",
    statuses: [302],
  }),
};

/** /.well-known: where to report a vulnerability (RFC 9116), and where to change a password. */
export function wellKnownRoutes({ site, publicUrl, now = Date.now }: Parts): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();

  app.get("/.well-known/security.txt", API.security, (c, next) => {
    const email = site.contactEmail();
    const contact = email ? `mailto:${email}` : publicUrl && `${publicUrl}/contact`;
    if (!contact) return next(); // without a contact there is no such page
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
