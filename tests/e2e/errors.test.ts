import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSite, PHONE, type Site, untilSettled } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const CRAWLER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/** Known only to the server's list of crawlers. */
const INSPECTION =
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36 (compatible; Google-InspectionTool/1.0;)";
/** A person's phone, despite its name. */
const CUBOT =
  "Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

describe("the error page", () => {
  it.each([true, false])(
    "shows what was not found and suggestions, with scripts: %s",
    async (javaScriptEnabled) => {
      const page = await site.visit("/invoices/quatro?x=1", { javaScriptEnabled, viewport: PHONE });
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Page Not Found");
      await page.getByText("Page not found: /invoices/quatro", { exact: true }).waitFor();
      expect(await page.getByRole("link", { name: "Quarto", exact: true }).count()).toBe(1);
      expect(await page.title()).toBe("404 Page Not Found · Typecase");
      await page.context().close();
    },
  );

  it("appears for unknown links inside the site", async () => {
    const page = await site.visit("/");
    await page.evaluate(() => {
      const router = (window as unknown as { __reactRouterDataRouter: { navigate(to: string): void } })
        .__reactRouterDataRouter;
      router.navigate("/nothing/caf%C3%A9");
    });
    await page.getByText("Page not found: /nothing/café", { exact: true }).waitFor();
    await page.getByRole("link", { name: "All templates" }).first().click();
    await page.getByRole("heading", { level: 1, name: /Templates/ }).waitFor();
    await page.context().close();
  });

  it("appears when a component fails", async () => {
    const page = await site.visit("/");
    await page.route("**/items/templates?filter*template_name*", async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      // A value that is not text can't be rendered, and React gives up on the page.
      await route.fulfill({
        json: { data: data.map((item: object) => ({ ...item, template_name: { a: 1 }, localeCompare: 0 })) },
      });
    });
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Letters/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Internal Server Error" }).waitFor();
    await page.getByText("Something went wrong on our side").waitFor();
    expect(await page.getByText("500", { exact: true }).count()).toBeGreaterThan(0);
    await page.context().close();
  });

  it("is not sent to crawlers", async () => {
    const answer = await fetch(`${site.server.url}/nothing`, { headers: { "user-agent": CRAWLER } });
    expect([answer.status, await answer.text()]).toEqual([404, "404 Page not found: /nothing\n"]);
    const person = await fetch(`${site.server.url}/nothing`, {
      headers: { "user-agent": "Mozilla/5.0 Chrome/140" },
    });
    expect(await person.text()).toContain("Page Not Found");
    const page = await fetch(`${site.server.url}/invoices`, { headers: { "user-agent": CRAWLER } });
    expect(await page.text()).toContain("Quarto");
  });

  it("is not shown to crawlers that run scripts", { tags: ["long"] }, async () => {
    const failing = "export default function Page() { throw new Error('a mistake of ours'); }";
    const openAs = async (userAgent?: string) => {
      const page = await site.open(userAgent ? { userAgent } : {});
      const script = { contentType: "text/javascript", body: failing };
      await page.route("**/builds/assets/page-*.js", (route) => route.fulfill(script));
      const failed = page.waitForEvent("console", (line) => line.text().includes("a mistake of ours"));
      await Promise.all([failed, page.goto(`${site.server.url}/invoices`)]);
      await untilSettled(page);
      return page;
    };
    for (const agent of [undefined, CUBOT]) {
      const person = await openAs(agent);
      await person.getByRole("heading", { level: 1, name: "Internal Server Error" }).waitFor();
      await person.context().close();
    }
    for (const agent of [CRAWLER, INSPECTION]) {
      const crawler = await openAs(agent);
      await crawler.getByRole("heading", { level: 1, name: /^Invoices/ }).waitFor();
      expect(await crawler.title()).toBe("Invoices · Typecase");
      expect(await crawler.getByRole("link", { name: "Quarto", exact: true }).count()).toBe(1);
      expect(await crawler.getByText("Internal Server Error").count()).toBe(0);
      expect(await crawler.locator('meta[name="description"]').count()).toBe(1);
      await crawler.context().close();
    }
  });

  it.each(["/%E0%A4%A", `/${"a".repeat(2_000)}`, "//", "/invoices//", "/invoices/%00", "/sitemap/9.xml"])(
    "is never a 500 for a bad address: %s",
    async (path) => {
      const { status } = await fetch(site.server.url + path, { redirect: "manual" });
      expect([301, 308, 400, 404]).toContain(status);
    },
  );
});

describe("for search engines", () => {
  it("has titles, descriptions and structured data", async () => {
    const html = await (await fetch(`${site.server.url}/invoices/quarto`)).text();
    expect(html).toContain("<title>Quarto (Invoice template) · Typecase</title>");
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    const about = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? "");
    expect(about).toMatchObject({ "@type": "CreativeWork", name: "Quarto" });
  });

  it("lists every page in the site map and has robots, icon and manifest", async () => {
    const sitemap = await (await fetch(`${site.server.url}/sitemap.xml`)).text();
    expect(sitemap).toContain("/invoices/quarto</loc>");
    expect(await (await fetch(`${site.server.url}/robots.txt`)).text()).toMatch(/^User-agent: \*/);
    expect((await fetch(`${site.server.url}/favicon.svg`)).status).toBe(200);
    expect(await (await fetch(`${site.server.url}/manifest.webmanifest`)).json()).toMatchObject({
      name: "Typecase",
    });
  });
});
