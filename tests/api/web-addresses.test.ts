import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import type { Call } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const PUBLIC_URL = "https://templates.example.org";

describeOnDatabases("site map, feed and well-known addresses on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let other: TestServer;
  let shelf: Awaited<ReturnType<typeof aShelf>>;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const read = async (path: string, at = server) => (await fetch(at.url + path)).text();

  beforeAll(async () => {
    data = await place();
    const environment = { ...data.environment, OPERATOR_TOKEN };
    server = await startServerHere({ environment: { ...environment, PUBLIC_URL } });
    shelf = await aShelf(call, { types: ["blog"], count: 3 });
    other = await startServerHere({ environment });
  });
  afterAll(async () => {
    await server.stop();
    await other.stop();
    await data.remove();
  });

  it("uses only PUBLIC_URL for addresses in the site map", async () => {
    expect(await read("/sitemap.xml")).toContain(`<loc>${PUBLIC_URL}/blog</loc>`);
    const without = await read("/sitemap.xml", other);
    expect(without).toContain("<loc>/blog</loc>");
    expect(without).not.toContain("localhost");
  });

  it("lists the newest templates in the feed", async () => {
    const answer = await call("/feed.xml");
    expect(answer.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const feed = await answer.text();
    expect(feed.match(/<entry>/g)).toHaveLength(3);
    for (const { id, template_name } of shelf) {
      expect(feed).toContain(`<id>urn:uuid:${id}</id><title>${template_name}</title>`);
    }
    expect(feed).toContain(`href="${PUBLIC_URL}/blog/`);
    expect(await read("/feed.xml", other)).toContain('href="/blog/');
    expect(await read("/")).toMatch(/<link rel="alternate" href="\/feed.xml" type="application\/atom\+xml"/);
  });

  it("describes a template's page with breadcrumbs and dates", async () => {
    const changed = await call(`/items/templates/${shelf[0]?.id}?fields=date_created,date_updated`, {
      method: "PATCH",
      headers: { ...asOperator, "content-type": "application/json" },
      body: JSON.stringify({ description: "Changed since." }),
    });
    const { data: dates } = await changed.json();
    expect(dates.date_updated > dates.date_created).toBe(true);
    const html = await read("/blog/blog-number-1");
    const about = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "");
    expect(about).toMatchObject({
      "@type": "CreativeWork",
      url: `${PUBLIC_URL}/blog/blog-number-1`,
      datePublished: dates.date_created.slice(0, 10),
      dateModified: dates.date_updated,
      mainEntityOfPage: { breadcrumb: { "@type": "BreadcrumbList" } },
    });
    const steps = about.mainEntityOfPage.breadcrumb.itemListElement;
    expect(steps.map(({ item }: { item: string }) => item)).toEqual([
      `${PUBLIC_URL}/templates`,
      `${PUBLIC_URL}/blog`,
      `${PUBLIC_URL}/blog/blog-number-1`,
    ]);
    expect(html).toContain(`<meta property="og:image" content="${PUBLIC_URL}/card.png"/>`);
    expect(html).toContain('<meta property="og:image:width" content="1200"/>');
    expect(await read("/blog/blog-number-1", other)).not.toContain("og:image");
  });

  it("serves security.txt and change-password", async () => {
    const text = await read("/.well-known/security.txt");
    expect(text).toContain(`Contact: ${PUBLIC_URL}/contact\n`);
    const [, expires = ""] = /^Expires: (.+)$/m.exec(text) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
    expect((await fetch(`${other.url}/.well-known/security.txt`)).status).toBe(404);
    const change = await call("/.well-known/change-password");
    expect([change.status, change.headers.get("location")]).toEqual([302, "/dashboard/account#password"]);
  });

  it("has icons for old browsers and for home screens", async () => {
    const icon = await call("/favicon.ico");
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, expect.stringContaining("icon")]);
    const { icons } = (await (await call("/manifest.webmanifest")).json()) as {
      icons: { src: string; purpose?: string }[];
    };
    const maskable = icons.find(({ purpose }) => purpose === "maskable");
    expect((await call(maskable?.src ?? "")).status).toBe(200);
  });

  it("installs as an app that opens the person's documents", async () => {
    const manifest = async (prefix: string) => (await call(`${prefix}/manifest.webmanifest`)).json();
    const shown = { id: "/", scope: "/", display: "minimal-ui" };
    expect(await manifest("")).toMatchObject({ ...shown, start_url: "/dashboard/documents" });
    expect(await manifest("/de")).toMatchObject({ ...shown, start_url: "/de/dashboard/documents" });
  });

  it("defers scripts in valid HTML", async () => {
    const html = await read("/");
    expect(html).not.toMatch(/(type|rel)="later"/);
    expect(html).toMatch(/<template data-later="script"><script[^>]* type="module" async="">/);
    // Nothing outside of templates loads a module.
    const outside = html.replace(/<template data-later.*?<\/template>/gs, "");
    expect(outside).not.toMatch(/<link[^>]*modulepreload|<script[^>]*type="module"/);
  });
});
