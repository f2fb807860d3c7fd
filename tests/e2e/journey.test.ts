import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gatherComplaints } from "../support/browser.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { DESK, openSite, PHONE, type Site, untilAlive } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite({ reducedMotion: "no-preference" });
});
afterAll(() => site?.close());

async function takeSample(page: Page): Promise<void> {
  const href = await page.getByRole("link", { name: "Open sample PDF" }).getAttribute("href");
  expect(href).toBe("/invoices/quarto/sample.pdf");
  const answer = await page.request.get(site.server.url + href);
  expect(answer.status()).toBe(200);
  expect((await answer.body()).subarray(0, 5).toString()).toBe("%PDF-");
}

describe.each([
  ["a desk", DESK],
  ["a phone", PHONE],
])("I need an invoice, on %s", (_name, viewport) => {
  it("with the mouse", async () => {
    const page = await site.visit("/", { viewport });
    const complaints = gatherComplaints(page);
    // Features that only this product has.
    await page.getByText("You see the finished page as you type").waitFor();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Invoices/ })
      .click();
    await page.waitForURL("**/invoices");
    await page.getByRole("link", { name: "Quarto", exact: true }).click();
    await page.waitForURL("**/invoices/quarto");
    await page.getByRole("heading", { level: 1, name: "Quarto" }).waitFor();
    expect(await page.title()).toBe("Quarto (Invoice template) · Typecase");
    await takeSample(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("without scripts", async () => {
    const page = await site.visit("/", { viewport, javaScriptEnabled: false });
    await page.getByRole("searchbox").fill("invoice");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/templates?q=invoice");
    expect(await page.getByRole("status").textContent()).toMatch(/templates? for “invoice”/);
    await page.getByRole("link", { name: "Quarto", exact: true }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Quarto");
    await takeSample(page);
    await page.context().close();
  });
});

describe("I need an invoice, with the keyboard alone", () => {
  it("goes from home to the sample through the palette", async () => {
    const page = await site.visit("/");
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("quarto");
    await page.getByRole("option", { name: /Quarto/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/invoices/quarto");
    await page.getByRole("heading", { level: 1, name: "Quarto" }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    await takeSample(page);
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press("Tab");
      const name = await page.evaluate(() => document.activeElement?.textContent);
      if (name?.includes("sample PDF")) return page.context().close();
    }
    throw new Error("the sample was not reached with the Tab key");
  });

  it("has a skip link and moves focus to the form", async () => {
    const page = await site.visit("/");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to content");
    await page.goto(`${site.server.url}/invoices/quarto/use`);
    const number = page.getByRole("textbox", { name: "Invoice number" });
    const isAtNumber = () => number.evaluate((field) => field === document.activeElement);
    await number.waitFor();
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the form");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await isAtNumber()).toBe(true);
    await page.goto(`${site.server.url}/invoices/quarto`);
    await untilAlive(page);
    await page.getByRole("link", { name: "Use this template" }).filter({ visible: true }).press("Enter");
    await number.waitFor();
    const form = page.getByRole("tabpanel", { name: "Fields" });
    await expect.poll(() => form.evaluate((panel) => panel === document.activeElement)).toBe(true);
    await page.keyboard.press("Tab");
    expect(await isAtNumber()).toBe(true);
    await page.context().close();
  });
});

describe("a program that needs an invoice", () => {
  it("gets it with the call of the README", async () => {
    const readme = readFileSync("README.md", "utf8");
    const [, path = "", body = ""] =
      /curl -OJ http:\/\/localhost:3000(\S+)[^']*'content-type[^']*'[^']*'(.*)'/.exec(readme) ?? [];
    const answer = await fetch(site.server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(answer.headers.get("content-disposition")).toContain('filename="Invoice 2026-014.pdf"');
    expect(textOfPdf(await answer.bytes())).toContain("1,150.00");
  });
});

describe("a page's scripts", () => {
  it("load after the first paint or at the first interaction", async () => {
    const page = await site.open();
    // They have a timeout, so the clock is stopped.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    const complaints = gatherComplaints(page);
    const scripts: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
    const { promise: pictures, resolve: letPicturesCome } = Promise.withResolvers<void>();
    await page.route("**/assets/*?width=*", async (route) => {
      await pictures;
      await route.continue();
    });
    await page.goto(`${site.server.url}/invoices`, { waitUntil: "domcontentloaded" });
    expect(scripts).toEqual([]);
    await page.keyboard.press("Tab");
    await page.clock.runFor(100);
    await page.waitForFunction(() => "alive" in document.documentElement.dataset);
    expect(await page.evaluate(() => document.readyState)).toBe("interactive");
    letPicturesCome();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
