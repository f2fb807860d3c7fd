import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gatherCalls, openSite, PHONE, type Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const FULL_LIST = "items/templates?fields=type,category,url,content,template_name,rating,id,image&limit=500";

describe("the search palette", () => {
  it("tolerates a typo, shows the correction and loads the list once", async () => {
    const page = await site.visit("/invoices");
    const calls = gatherCalls(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("invioce");
    await page.getByText("Showing results for “invoice”").waitFor();
    expect(await page.getByRole("option").count()).toBeGreaterThan(4);
    expect(await page.getByRole("option").first().textContent()).toContain("Invoice");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox").waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("resume");
    await page.getByRole("option", { name: /Resumes/ }).waitFor();
    expect(calls.filter((call) => call === FULL_LIST)).toEqual([FULL_LIST]);
    await page.context().close();
  });

  it("opens all results with Enter or the selected one", async () => {
    const page = await site.visit("/");
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("menu du jour");
    await page.getByRole("option", { name: /^Menus/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/templates?q=menu%20du%20jour");
    await page.getByText(/templates? for “menu du jour”/).waitFor();
    const heading = page.getByRole("main").getByRole("heading", { level: 1 });
    const found = await page.getByRole("main").getByRole("heading", { level: 3 }).count();
    expect(found).toBeGreaterThan(1);
    await expect.poll(() => heading.textContent()).toBe(`Templates, ${found}`);

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("invoices");
    await page.getByRole("option", { name: /^Invoices/ }).waitFor();
    const chosen = page.getByRole("option", { selected: true });
    expect(await chosen.count()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await chosen.waitFor();
    const first = await chosen.getAttribute("href");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => chosen.getAttribute("href")).not.toBe(first);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => chosen.getAttribute("href")).toBe(first);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${first}`);
    await page.context().close();
  });

  it("continues the query from home and helps when nothing is found", async () => {
    const page = await site.visit("/");
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("z");
    const input = page.getByRole("combobox");
    await input.waitFor();
    await input.fill("zzzzzz");
    await page.getByText("No templates match “zzzzzz”").waitFor();
    await page.context().close();
  });

  it("opens on a phone", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices", { viewport: PHONE, hasTouch: true });
    await page.getByRole("link", { name: "Search", exact: true }).tap();
    await page.getByRole("combobox").fill("letter");
    await page.getByRole("option").first().tap();
    await page.waitForURL((url) => url.pathname !== "/invoices");
    await page.context().close();
  });
});

describe("queries without a matching name", () => {
  it("find templates by keywords", async () => {
    const page = await site.visit("/");
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("lebenslauf");
    await page.getByRole("option", { name: /^Resumes/ }).waitFor();
    await page.getByRole("combobox").fill("parking permit");
    await page.getByText("No templates match “parking permit”").waitFor();
    await page.context().close();
  });

  it("suggest the nearest types", { tags: ["long"] }, async () => {
    const page = await site.visit("/templates?q=wedding+timesheet", {
      viewport: { width: 1440, height: 900 },
    });
    await page.getByRole("heading", { name: "No templates match “wedding timesheet”." }).waitFor();
    const near = page.getByRole("region", { name: /No templates match/ });
    expect(await near.getByRole("listitem").first().textContent()).toMatch(/Invitations\d+Matches wedding/);
    await near.getByRole("link", { name: /^Invitations/ }).click();
    await page.waitForURL("**/templates?q=wedding&type=invitations");
    await page.getByRole("link", { name: "Ampersand" }).first().waitFor();
    await page.getByRole("searchbox").fill("zzzzzz");
    await page.keyboard.press("Enter");
    await page.getByText("You can browse all types of templates instead.").waitFor();
    expect(await page.getByRole("region").getByRole("listitem").count()).toBeGreaterThan(5);
    await page.getByRole("searchbox").fill("wedding submarine");
    await page.keyboard.press("Enter");
    await page.getByText(/templates? for “wedding submarine”/).waitFor();
    await page.context().close();
  });
});

describe("the search page", () => {
  it("has one search box and counts results by type", async () => {
    const page = await site.visit("/templates", { viewport: { width: 1440, height: 900 } });
    const types = page.getByRole("navigation", { name: "Type", exact: true });
    const boxes = await types.getByRole("link").all();
    expect(boxes.length).toBeGreaterThan(10);
    for (const box of boxes) {
      const { x = 0, width = 0 } = (await box.boundingBox()) ?? {};
      const seen = await box.evaluate((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect([x > 0 && x + width < 1440, seen]).toEqual([true, true]);
    }
    await page.getByRole("searchbox").fill("blue invoice");
    await page.keyboard.press("Enter");
    await page.getByText(/templates? for “blue invoice”/).waitFor();
    const found = await page.getByRole("main").getByRole("heading", { level: 3 }).count();
    expect(await types.getByRole("link").allTextContents()).toEqual([`All${found}`, `Invoices${found}`]);
    expect(await page.getByRole("searchbox").count()).toBe(1);
    expect(
      await page
        .getByRole("banner")
        .getByRole("link", { name: /Search/ })
        .count(),
    ).toBe(0);
    await page.context().close();
  });
});
