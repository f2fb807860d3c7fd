import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSite, type Site, untilAlive, untilSettled } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  return () => loads;
}

describe("a new release while a tab is open", () => {
  it("is offered and not forced", async () => {
    const page = await site.visit("/invoices");
    await page.route("**/builds/latest.json", (route) => route.fulfill({ json: { id: "another" } }));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("A new version is available").first().waitFor();
    const loads = countLoads(page);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(loads).toBe(1);
    await page.context().close();
  });

  it("shows nothing while the build is the same", async () => {
    const { id } = await (await fetch(`${site.server.url}/builds/latest.json`)).json();
    const meta = await (await fetch(`${site.server.url}/builds/meta/${id}.json`)).json();
    expect(meta.id).toBe(id);
    const page = await site.visit("/invoices");
    let asked = 0;
    page.on("response", (response) => {
      if (response.url().endsWith("/builds/latest.json")) asked++;
    });
    await expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        return asked;
      })
      .toBeGreaterThan(0);
    await untilSettled(page);
    expect(await page.getByText("A new version is available").count()).toBe(0);
    await page.context().close();
  });
});

describe("a chunk that can't be loaded", () => {
  it("loads the linked page fully", async () => {
    const page = await site.open();
    // Not every browser has it, so our code must not depend on it.
    await page.addInitScript(() => Reflect.deleteProperty(window, "navigation"));
    await page.goto(site.server.url);
    await untilAlive(page);
    expect(await page.evaluate(() => "navigation" in window)).toBe(false);
    let broken = true;
    await page.route("**/builds/assets/page-*.js", (route) => (broken ? route.abort() : route.continue()));
    const loads = countLoads(page);
    page.once("framenavigated", () => {
      broken = false;
    });
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Invoices/ })
      .click();
    await page.waitForURL("**/invoices");
    await page.getByRole("heading", { level: 1, name: /Invoices/ }).waitFor();
    expect(loads()).toBe(1);
    await page.context().close();
  });

  it("reloads once, never in a loop", async () => {
    const page = await site.visit("/");
    await page.route("**/builds/assets/page-*.js", (route) => route.abort());
    const loads = countLoads(page);
    await page.goto(`${site.server.url}/invoices`);
    await expect.poll(loads).toBe(2);
    await page.waitForLoadState("networkidle");
    await untilSettled(page);
    expect(loads()).toBe(2);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Invoices");
    await page.getByRole("link", { name: "Quarto", exact: true }).click();
    await page.waitForURL("**/invoices/quarto");
    await page.context().close();
  });
});

describe("an icon service that hangs", () => {
  it("leaves the page usable", async () => {
    const page = await site.visit("/", { viewport: { width: 390, height: 844 } });
    await page.route("**/icons/**", () => {});
    await page.reload();
    await page
      .getByRole("button", { name: /^(Types|Menu)$/ })
      .filter({ visible: true })
      .click();
    await page
      .getByRole("navigation", { name: "Menu" })
      .getByRole("link", { name: /Invoices/ })
      .click();
    await page.getByRole("heading", { level: 1, name: /Invoices/ }).waitFor();
    await page.context().close();
  });

  it("is called for visible icons with addresses of at most 500 characters", async () => {
    const addresses: string[] = [];
    const page = await site.visit("/templates");
    page.on("request", (request) => request.url().includes("/icons/") && addresses.push(request.url()));
    await page.reload();
    await untilAlive(page);
    expect(addresses).toEqual([]);
    await page
      .getByRole("button", { name: /^(Types|Menu)$/ })
      .filter({ visible: true })
      .click();
    await expect.poll(() => addresses.length).toBeGreaterThan(0);
    for (const address of addresses)
      expect(new URL(address).pathname.length + new URL(address).search.length).toBeLessThanOrEqual(500);
    const invoices = page
      .getByRole("navigation", { name: "Template types" })
      .getByRole("link", { name: /^Invoices/ });
    await invoices.locator("path").first().waitFor();
    await invoices.click();
    const category = page.getByRole("heading", { level: 2, name: /^Studio/ });
    await category.locator("path").first().waitFor();
    await page.context().close();
  });
});
