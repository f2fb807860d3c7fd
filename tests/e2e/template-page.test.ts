import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSite, PHONE, type Site } from "../support/site.ts";

let site: Site;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

describe("a template's page", () => {
  it("tries accents and typefaces and passes them to the editor and API", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices/quarto");
    const main = page.getByRole("main");
    await main.getByText(/^Required$/).waitFor();
    await main.getByRole("list", { name: "Colour" }).getByRole("link", { name: "Violet" }).click();
    await main.getByRole("list", { name: "Font" }).getByRole("link", { name: "Typewriter" }).click();
    await page.waitForURL("**/invoices/quarto?accent=7e22ce&fonts=typewriter");
    // The sheet is redrawn by the server.
    const sheet = page.locator('[data-tried="drawn"]').first();
    await sheet.waitFor();
    expect(await sheet.getAttribute("src")).toBe(
      "/invoices/quarto/sample.webp?accent=7e22ce&fonts=typewriter",
    );
    const call = (language: string) => main.getByRole("region", { name: `${language} example` });
    await main.getByRole("heading", { name: "Use with code" }).click(); // closed until then
    for (const language of ["curl", "JavaScript", "Python", "MCP"]) {
      await main.getByRole("radio", { name: language }).check();
      const words = await call(language).innerText();
      expect(words).toContain(`${site.server.url}/${language === "MCP" ? "mcp" : "render/"}`);
      expect(words).toContain('"accent": "#7e22ce", "fonts": "typewriter"');
    }
    await main.getByRole("link", { name: "Use this template" }).filter({ visible: true }).click();
    await page.waitForURL((url) => url.pathname === "/invoices/quarto/use" && url.search === "");
    await page.getByRole("tab", { name: "Design" }).click();
    await expect.poll(() => page.getByLabel("Colour code").inputValue()).toBe("#7e22ce");
    await expect.poll(() => page.getByRole("radio", { name: /^Typewriter/ }).isChecked()).toBe(true);
    await page.context().close();
  });

  it("tries looks by links without scripts", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices/quarto", { javaScriptEnabled: false });
    await page.getByRole("link", { name: "Warm" }).click();
    await page.waitForURL("**/invoices/quarto?fonts=warm");
    await page.getByRole("link", { name: "Use this template" }).filter({ visible: true }).waitFor();
    await page.getByRole("link", { name: "Reset" }).click();
    await page.waitForURL("**/invoices/quarto");
    await page.context().close();
  });
});

describe("a type's page", () => {
  it("shows two full rows at 1440 × 900 and two per row on a phone", async () => {
    const page = await site.visit("/invoices");
    const cards = page.getByRole("main").getByRole("article");
    const boxes = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, i) => (await cards.nth(i).boundingBox()) ?? { x: 0, y: 0, height: 9e9 },
      ),
    );
    expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(4);
    for (const { y, height } of boxes) expect(y + height).toBeLessThanOrEqual(900);
    await page.getByRole("heading", { level: 2, name: /^Studio/ }).waitFor();
    await page.setViewportSize(PHONE);
    const xs = await Promise.all(
      Array.from({ length: 4 }, async (_, i) => Math.round((await cards.nth(i).boundingBox())?.x ?? 0)),
    );
    expect(new Set(xs).size).toBe(2);
    await page.context().close();
  });
});
