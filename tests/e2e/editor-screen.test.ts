import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage } from "../support/known.ts";
import { openSite, type Site, untilAlive } from "../support/site.ts";

let site: Site;
let page: Page;
beforeAll(async () => {
  site = await openSite({ reducedMotion: "no-preference" });
  page = await site.visit("/invoices/quarto/use");
});
afterAll(() => site?.close());

const untilCurrent = () => page.locator('[data-current="true"]').waitFor();
const box = (name: string) => page.getByRole("textbox", { name, exact: true });
const focused = () =>
  page.evaluate(() => document.activeElement?.closest("[data-path]")?.getAttribute("data-path"));

describe("a long form", () => {
  const jump = (name: RegExp) =>
    page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name });

  it("has section links that mark the current section", async () => {
    await untilCurrent();
    expect(await jump(/^Invoice/).getAttribute("aria-current")).toBe("true");
    await jump(/^Payment/).click();
    await expect.poll(() => jump(/^Payment/).getAttribute("aria-current")).toBe("true");
    expect(await page.getByRole("heading", { name: "Payment" }).isVisible()).toBe(true);
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("payment.account");

    await jump(/^Payment/).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect.poll(() => jump(/^From/).getAttribute("aria-current")).toBe("true");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("from.name");
  });

  it("marks sections with recommended empty fields", async () => {
    await jump(/^From – has empty fields$/).waitFor();
    await box("Name or company").fill("Studio Sorell");
    await page.locator('[data-path="from.address"] textarea').fill("Lampengasse 12");
    await jump(/^From$/).waitFor();
  });
});

describe("text on the page", () => {
  it("shows a hint once per device that it can be clicked", { tags: ["long"] }, async () => {
    await untilCurrent();
    const hint = page.getByText("Click any text on the page to edit it");
    await hint.waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.locator('[data-field="to.attention"]').first().click();
    await expect.poll(focused).toBe("to.attention");
    expect(await hint.count()).toBe(0);
    await page.reload();
    await untilAlive(page);
    await untilCurrent();
    await page.locator("[data-field]").first().waitFor();
    expect(await hint.count()).toBe(0);
  });

  it("is highlighted on hover and navigable with arrow keys", async () => {
    const words = page.getByRole("group", { name: "Editable text on page 1" });
    const client = words.getByRole("button", { name: "Bill to, Client" });
    const nameSeen = () =>
      client.evaluate((button) => (button.firstElementChild?.getBoundingClientRect().width ?? 0) > 20);
    expect(await nameSeen()).toBe(false);
    await client.hover();
    await expect.poll(nameSeen).toBe(true);
    await page.mouse.move(0, 0);

    const here = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole("region", { name: "Pages" }).focus();
    await page.keyboard.press("Tab");
    expect(await here()).toBe("From, Name or company");
    await page.keyboard.press("ArrowRight");
    expect(await here()).toBe("Invoice number");
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("number");
  });
});

it("previews typefaces with small fonts loaded on demand", async () => {
  const isShown = (face: string) =>
    page.evaluate((face) => document.fonts.check(`16px "Specimen ${face}"`, face), face);
  const fontBytes = () =>
    page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith(".woff2"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
  const before = await fontBytes();
  expect(await isShown("Fraunces")).toBe(false);
  await page.getByRole("tab", { name: "Design" }).click();
  await page.getByRole("radio", { name: "Template default Archivo" }).waitFor();
  for (const face of ["Archivo", "Fraunces", "Work Sans", "IBM Plex Mono"])
    await expect.poll(() => isShown(face)).toBe(true);
  const family = await page
    .getByText("Warm", { exact: true })
    .evaluate((word) => getComputedStyle(word).fontFamily);
  expect(family).toMatch(/^"Specimen Fraunces"/);
  expect((await fontBytes()) - before).toBeLessThan(40 * 1024);
  expect(await isShown("Anton")).toBe(false);
});

it("batch has its own address, and Back returns to the form", async () => {
  await page.getByRole("tab", { name: "Fields" }).click();
  await box("Invoice number").fill("2026-31");
  const many = page.getByRole("tab", { name: "Batch" });
  await many.click();
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  expect(page.url()).toMatch(/\/use\?tab=many$/);
  expect(await page.getByRole("region", { name: "Pages" }).isVisible()).toBe(false);
  await page.goBack();
  await expect.poll(() => box("Invoice number").inputValue()).toBe("2026-31");
  expect(new URL(page.url()).search).toBe("");
  // A change that undo still knows: the draft was not reopened.
  expect(await page.getByRole("button", { name: "Undo" }).isEnabled()).toBe(true);

  await page.goForward();
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await page.reload();
  await untilAlive(page);
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await page.getByRole("tab", { name: "Fields" }).click();
  await expect.poll(() => box("Invoice number").inputValue()).toBe("2026-31");
  await untilCurrent();
});

describe("after a download", () => {
  const next = () => page.getByRole("region", { name: "Next steps" });

  async function download() {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download PDF" }).click();
    const anyway = page.getByRole("button", { name: "Download anyway" });
    await Promise.race([coming, anyway.click().catch(() => undefined)]);
    await coming;
  }

  it("offers next steps that Escape dismisses for the visit", async () => {
    await box("Item").fill("Wayfinding");
    await download();
    await next().getByText("Invoice 2026-31.pdf was downloaded.").waitFor();
    await next().getByRole("button", { name: "Save to my documents" }).waitFor();
    await next()
      .getByRole("link", { name: /^Matching template: / })
      .waitFor();
    const covered = await next().evaluate((panel) => {
      const { top } = panel.getBoundingClientRect();
      return [...document.querySelectorAll("form, [aria-label=Pages]")].filter(
        (part) => (part.closest("[role=tabpanel]") ?? part).getBoundingClientRect().bottom > top + 1,
      ).length;
    });
    expect(covered).toBe(0);
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);

    const picture = page.waitForEvent("download");
    await next().getByRole("button", { name: "PNG" }).click();
    expect((await picture).suggestedFilename()).toBe("Invoice 2026-31.png");
    await next().getByText("Invoice 2026-31.png was downloaded.").waitFor();
    await page.keyboard.press("Escape");
    await next().waitFor({ state: "detached" });
    await download();
    await expect.poll(() => page.getByRole("button", { name: "Download PDF" }).isEnabled()).toBe(true);
    expect(await next().count()).toBe(0);
  });

  it("links signed-in people to their documents", { tags: ["long"] }, async () => {
    const { page: mine } = await aKnownPage(site, "/letters/airmail/use");
    for (const name of ["Greeting", "Letter", "Closing"])
      await mine.getByRole("textbox", { name, exact: true }).fill("Dear all");
    await mine.getByText("Saved", { exact: true }).waitFor();
    const coming = mine.waitForEvent("download");
    await mine.getByRole("button", { name: "Download PDF" }).click();
    await coming;
    const link = mine
      .getByRole("region", { name: "Next steps" })
      .getByRole("link", { name: "your documents" });
    expect(await link.getAttribute("href")).toBe("/dashboard/documents");
    // A short form has no section links.
    expect(await mine.getByRole("navigation", { name: "Sections" }).count()).toBe(0);
  });
});

it.each([
  { width: 768, height: 1024 },
  { width: 820, height: 1180 },
])("the page has at least half of the width at $width", async (viewport) => {
  await page.setViewportSize(viewport);
  await untilCurrent();
  const sheet = await page.getByRole("img", { name: "Quarto, page 1 of 1" }).first().boundingBox();
  expect(sheet?.width).toBeGreaterThanOrEqual(viewport.width / 2);
  const form = await page.getByRole("form", { name: "Fields" }).boundingBox();
  expect(form?.width).toBeGreaterThanOrEqual(288); // as on the narrowest phone
});
