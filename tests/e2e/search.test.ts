import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gatherCalls, openSite, PHONE, type Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const FULL_LIST = "items/templates?fields=type,category,url,content,template_name,rating,id,image&limit=500";

describe("the search palette", () => {
  it("finds in spite of a slip, says what it took it for, and loads the full list once", async () => {
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

  it("is led by the arrows and opens with Enter", async () => {
    const page = await site.visit("/");
    await page.keyboard.press("/");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("invoices");
    const chosen = page.getByRole("option", { selected: true });
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

  it("takes over what is typed on home, and teaches when nothing is found", async () => {
    const page = await site.visit("/");
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("z");
    const input = page.getByRole("combobox");
    await input.waitFor();
    await input.fill("zzzzzz");
    await page.getByText("Nothing found for “zzzzzz”").waitFor();
    await page.context().close();
  });

  it("is opened with the thumb on a phone", async () => {
    const page = await site.visit("/invoices", { viewport: PHONE, hasTouch: true });
    await page.getByRole("link", { name: "Search", exact: true }).tap();
    await page.getByRole("combobox").fill("letter");
    await page.getByRole("option").first().tap();
    await page.waitForURL((url) => url.pathname !== "/invoices");
    await page.context().close();
  });
});
