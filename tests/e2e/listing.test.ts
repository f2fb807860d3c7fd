import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillType } from "../support/large-catalogue.ts";
import { renderProcessesOf } from "../support/render-processes.ts";
import {
  gatherCalls,
  openOwnSite,
  openSite,
  PHONE,
  type Site,
  untilAlive,
  untilSettled,
} from "../support/site.ts";

const TOKEN = "a-token-for-the-operator-of-this-test";
const MANY = 5_000;
let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const callOf = (type: string) =>
  `items/templates?filter[type][_eq]=${type}&fields=category,url,template_name,id,image&limit=1000`;

describe("a type", () => {
  it("is requested once, with the specified call", async () => {
    const page = await site.visit("/");
    const calls = gatherCalls(page);
    const main = page.getByRole("main");
    await main.getByRole("link", { name: /^Invoices/ }).click();
    await page.getByRole("heading", { level: 1, name: /Invoices/ }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: /want to make/ }).waitFor();
    await main.getByRole("link", { name: /^Invoices/ }).click();
    await page
      .getByRole("link", { name: /^Studio/ })
      .first()
      .click();
    await page.waitForURL("**/invoices?category=studio");
    expect(calls.filter((call) => call === callOf("invoices"))).toEqual([callOf("invoices")]);
    await main.getByRole("link", { name: "Templates", exact: true }).click();
    await page.waitForURL("**/templates");
    expect(calls.filter((call) => call.includes("&limit=500"))).toHaveLength(1);
    await page.context().close();
  });

  it("keeps its filters through Back, reload and sharing", async () => {
    const page = await site.visit("/invoices");
    const names = () => page.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
    const all = await names();
    await chooseTrades(page);
    await page.waitForURL("**/invoices?category=trades");
    await expect.poll(async () => (await names()).length).toBeLessThan(all.length);
    const trades = await names();
    await page.getByRole("button", { name: /^Sort by/ }).click();
    await page.getByRole("link", { name: "Name (A–Z)" }).click();
    await page.waitForURL("**/invoices?category=trades&sort=name");
    await expect.poll(names).toEqual([...trades].sort());
    await page.reload();
    expect(await names()).toEqual([...trades].sort());
    await untilAlive(page);
    await page.goBack();
    await page.waitForURL("**/invoices?category=trades");
    await page.goBack();
    await expect.poll(names).toEqual(all);
    const shared = await site.visit("/invoices?category=trades&sort=name", { javaScriptEnabled: false });
    const seen = await shared.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
    expect(seen).toEqual([...trades].sort());
    await shared.context().close();
    await page.context().close();
  });

  it("follows its address when Back comes before the scripts", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices");
    const names = () => page.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
    const all = await names();
    await chooseTrades(page);
    await expect.poll(async () => (await names()).length).toBeLessThan(all.length);
    const trades = await names();
    /** Reloads the page and goes back before its scripts have loaded. */
    const goBackEarly = async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route("**/*.js", async (route) => {
        await released;
        await route.continue();
      });
      await page.reload({ waitUntil: "commit" });
      await page.evaluate(() => history.back());
      await page.waitForURL((url) => url.search === "");
      release();
    };
    await goBackEarly();
    await expect.poll(names).toEqual(all);
    await untilAlive(page);
    await page.unroute("**/*.js");

    await chooseTrades(page);
    await expect.poll(names).toEqual(trades);
    let loads = 0;
    page.on("request", (request) => request.isNavigationRequest() && loads++);
    // As if the last reload had just happened, however slow the machine is.
    await page.evaluate(() => sessionStorage.setItem("reloaded-at", String(Date.now() + 60_000)));
    await goBackEarly();
    await untilAlive(page);
    expect([loads, new URL(page.url()).search]).toEqual([1, "?category=trades"]);
    expect(await names()).toEqual(trades);
    await page.context().close();
  });

  it("filters by paper", async () => {
    const page = await site.visit("/invoices");
    await page.getByRole("checkbox", { name: "Letter" }).first().uncheck();
    await page.waitForURL("**/invoices?paper=a4");
    await page.getByRole("checkbox", { name: "Letter" }).first().check();
    await page.waitForURL((url) => url.search === "");
    await page.context().close();
  });

  it("has a filter sheet on a phone", async () => {
    const page = await site.visit("/invoices", { viewport: PHONE });
    await page.getByRole("button", { name: "Filters" }).click();
    await page
      .getByRole("navigation", { name: /^(Category|Type)$/ })
      .getByRole("link", { name: /^Studio/ })
      .click();
    await page.waitForURL("**/invoices?category=studio");
    await page.context().close();
  });

  it("stays readable when its list can't be loaded", async () => {
    const page = await site.visit("/");
    const logged: string[] = [];
    page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
    await page.route("**/items/templates?*", (route) => route.fulfill({ status: 503, body: "{}" }));
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Invoices/ })
      .click();
    await page.getByText("We couldn’t load the templates").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(logged.some((line) => line.startsWith("Template fetch failed"))).toBe(true);
    await page.context().close();
  });

  it("restores the scroll position", { tags: ["long"] }, async () => {
    const page = await site.visit("/templates", { viewport: PHONE });
    await page.evaluate(() => scrollTo(0, 1_500));
    await untilSettled(page);
    const before = await page.evaluate(() => scrollY);
    await page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLElement>("h3 a")];
      links.find((link) => link.getBoundingClientRect().top > 100)?.click();
    });
    await page.waitForURL((url) => url.pathname.split("/").length === 3);
    await page.getByRole("link", { name: "Open sample PDF" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 60);
    await page.context().close();
  });
});

describe("a new template", () => {
  let own: Awaited<ReturnType<typeof openOwnSite>>;
  beforeAll(async () => {
    // A render process stopped for long would be replaced, and the picture would arrive too early.
    own = await openOwnSite({ OPERATOR_TOKEN: TOKEN, RENDER_DEADLINE_MS: "120000" });
  });
  afterAll(() => own?.close());

  it("shows its picture as soon as it is drawn", {
    tags: ["long"],
  }, async () => {
    const drawing = await renderProcessesOf(own.server);
    expect(drawing).toHaveLength(1);
    for (const pid of drawing) process.kill(pid, "SIGSTOP");
    const made = await fetch(`${own.server.url}/items/templates`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({
        type: "invoices",
        category: "trades",
        template_name: "Fresh ink",
        content: "= Fresh ink",
        page: { width: 148, height: 210 },
      }),
    });
    expect(made.status).toBe(200);
    const page = await own.visit("/invoices?category=trades");
    const sheet = page.getByRole("article").filter({ hasText: "Fresh ink" }).locator(".card-sheet");
    await sheet.waitFor();
    expect(await sheet.getByRole("img", { includeHidden: true }).count()).toBe(0);
    const before = await sheet.boundingBox();
    for (const pid of drawing) process.kill(pid, "SIGCONT");
    await sheet.locator("img").waitFor();
    expect(await sheet.boundingBox()).toEqual(before);
    await page.context().close();
  });
});

describe("a type with 5,000 templates", () => {
  let own: Site;
  beforeAll(async () => {
    // Their sample pages would be drawn during all other tests, and nobody looks at them.
    own = await openOwnSite({ RENDER_PROCESSES: "0" }, (DATA_DIR) =>
      fillType({ DATA_DIR }, { type: "stickers", category: "plain", count: MANY }),
    );
  });
  afterAll(() => own?.close());

  it("is paged to the last template", { tags: ["long"] }, async () => {
    const page = await own.visit("/");
    await page.goto(`${own.server.url}/stickers`);
    await page.getByRole("link", { name: "All 5000 in Plain" }).click();
    await page.waitForURL("**/stickers?category=plain");
    await page.getByText("1–60 of 5,000").waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByText("61–120 of 5,000").waitFor();
    await page.goto(`${own.server.url}/stickers?category=plain&sort=name&page=84`);
    await page.getByRole("link", { name: "Sticker 5000", exact: true }).waitFor();
    // However many there are, a page draws no more than it shows at once.
    expect(await page.getByRole("article").count()).toBeLessThanOrEqual(60);
    await page.context().close();
  });

  it("is searchable in the editor's template switcher", {
    tags: ["long"],
  }, async () => {
    const page = await own.visit("/stickers/t-1/use");
    await page.getByRole("button", { name: "Other templates" }).click();
    const tray = page.getByRole("region", { name: "Other templates" });
    const offered = tray.getByRole("list").first().getByRole("button");
    await expect.poll(() => offered.count()).toBe(24);
    const search = tray.getByRole("searchbox", { name: "Search templates: stickers" });
    await search.fill("Sticker 4711");
    await tray.getByRole("button", { name: /^Sticker 4711/ }).waitFor();
    await search.fill("zwetschgendatschi");
    await tray.getByText("No templates match “zwetschgendatschi”.").waitFor();
    await search.fill("");
    await expect.poll(() => offered.count()).toBe(24);
    await page.context().close();
  });
});

const chooseTrades = (page: Page) =>
  page
    .getByRole("navigation", { name: "Category", exact: true })
    .getByRole("link", { name: /^Trades/ })
    .click();
