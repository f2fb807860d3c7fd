import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { gatherComplaints } from "../support/browser.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { openSite, PHONE, type Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const untilCurrent = (page: Page) => page.locator('[data-current="true"]').waitFor();
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);
const handle = (page: Page, place: number) => page.getByRole("button", { name: `Move Item ${place}` });
const litLabels = (page: Page) => page.locator("[data-highlighted] label").allTextContents();
const summaries = (page: Page) => page.locator("[data-row] bdi").allTextContents();

describe("a list", () => {
  it("accepts rows pasted from a spreadsheet and undoes them in one step", async () => {
    const page = await site.visit("/invoices/quarto/use");
    const first = page.getByLabel("Item", { exact: true });
    await first.fill("Typed");
    await first.evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "Hull\t2\nMast\t1\nSail\t3\n");
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => summaries(page)).toEqual(["Hull", "Mast", "Sail"]);
    await page.getByText("Pasted 3 rows").first().waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(() => summaries(page)).toEqual(["Typed"]);
    await page.context().close();
  });

  it("can be filled, reordered, shortened and undone without losing focus", async () => {
    const page = await site.visit("/invoices/quarto/use");
    const complaints = gatherComplaints(page);
    await page.getByLabel("Item", { exact: true }).fill("First");
    for (const [index, words] of ["Second", "Third"].entries()) {
      await page.getByRole("button", { name: "Add item" }).click();
      expect(await focusedId(page)).toBe(`field.items.${index + 1}.description`);
      await page.keyboard.type(words);
    }
    expect(await summaries(page)).toEqual(["First", "Second", "Third"]);

    // From inside a field, keeping text and caret.
    await page.keyboard.press("Alt+ArrowUp");
    expect(await summaries(page)).toEqual(["First", "Third", "Second"]);
    await page.keyboard.press("Alt+ArrowDown");
    expect(await summaries(page)).toEqual(["First", "Second", "Third"]);
    expect(await focusedId(page)).toBe("field.items.2.description");
    await page.getByText("Item moved to 3 of 3.").waitFor({ state: "attached" });

    expect(await litLabels(page)).toEqual(["Item"]);

    // By the handle, as announced to screen readers.
    await handle(page, 1).focus();
    await page.keyboard.press("Space");
    await page.getByText("Picked up Item, 1 of 3.").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await page.getByText("Item moved to 2 of 3.").waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await expect.poll(() => summaries(page)).toEqual(["Second", "First", "Third"]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Move Item 2");

    // All keys before the page redraws: none is lost.
    await handle(page, 2).evaluate((button) => {
      for (const code of ["Space", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "Space"])
        button.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true }));
    });
    await page.getByText("Item dropped at 3 of 3.").waitFor({ state: "attached" });
    await expect.poll(() => summaries(page)).toEqual(["Second", "Third", "First"]);
    await handle(page, 3).focus();
    for (const key of ["Enter", "ArrowUp", "Escape"]) await page.keyboard.press(key);
    await page.getByText("Move cancelled. Item is at 3 of 3.").waitFor({ state: "attached" });
    for (const key of ["Enter", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => summaries(page)).toEqual(["Second", "First", "Third"]);

    // With the mouse.
    await page.locator('[data-row="items.1"]').evaluate((row) => row.scrollIntoView({ block: "center" }));
    const [from, to] = await Promise.all([handle(page, 3).boundingBox(), handle(page, 1).boundingBox()]);
    if (!from || !to) throw new Error("the handles are not on the screen");
    await page.mouse.move(from.x + 10, from.y + 15);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y, { steps: 3 });
    await page.mouse.move(to.x + 10, to.y + 8, { steps: 6 });
    await page.getByText("Item moved to 1 of 3.").waitFor({ state: "attached" });
    await page.mouse.up();
    await expect.poll(() => summaries(page)).toEqual(["Third", "Second", "First"]);

    expect(await page.locator("[data-highlighted]").count()).toBe(0); // no longer in a field

    // Removed, and restored by undo.
    await page.getByRole("button", { name: "Remove Third" }).click();
    await expect.poll(() => summaries(page)).toEqual(["Second", "First"]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Second");
    await page.keyboard.press("Control+z");
    await expect.poll(() => summaries(page)).toEqual(["Third", "Second", "First"]);
    await untilCurrent(page);
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0); // only the form scrolls
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("a field", () => {
  it("accepts every script and amount format, and undo keeps the caret", async () => {
    const page = await site.visit("/invoices/quarto/use", { colorScheme: "dark" });
    const client = page.getByLabel("Client");
    await client.fill("مطبعة النور 🖨️");
    await page.getByLabel("Attention").fill("Ada");
    await client.press("Enter"); // It doesn't submit anything.
    await client.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3));
    await page.keyboard.press("x");
    await page.keyboard.press("Control+z");
    expect(await client.inputValue()).toBe("مطبعة النور 🖨️");
    expect(await focusedId(page)).toBe("field.to.name");
    expect(await client.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(3);
    expect(await litLabels(page)).toEqual(["Client"]);

    const price = page.getByLabel("Unit price");
    await price.pressSequentially("1 234,50");
    expect(await price.inputValue()).toBe("1 234,50");
    await price.press("Tab");
    expect(await price.inputValue()).toBe("1234.50");
    await price.fill("1,234,567.5");
    await price.blur();
    expect(await price.inputValue()).toBe("1234567.5");
    await price.fill("a lot");
    await page.getByText("Enter an amount such as 1234.50, not a percentage.", { exact: true }).waitFor();
    expect(await price.getAttribute("aria-invalid")).toBe("true");
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await price.fill("12");
    await expect.poll(() => price.getAttribute("aria-invalid")).toBeNull();
    await page.context().close();
  });
});

describe("a picture", () => {
  it("is scaled down; cancelling changes nothing and invalid files are refused", {
    tags: ["long"],
  }, async () => {
    const page = await site.visit("/posters/tabby/use", { viewport: PHONE });
    const shown = page.getByAltText(/, preview$/);
    const choose = page.getByRole("button", { name: /(?:Choose|Replace) picture/ });
    const chooser = async () => {
      const [opened] = await Promise.all([page.waitForEvent("filechooser"), choose.click()]);
      return opened;
    };
    await (await chooser()).setFiles([]);
    expect(await shown.count()).toBe(0);

    const photo = await sharp({
      create: {
        width: 4000,
        height: 3000,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 12 },
      },
    })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await (await chooser()).setFiles({ name: "cat.jpg", mimeType: "image/jpeg", buffer: photo });
    await shown.waitFor();
    const kept = await shown.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      return { src: image.src, width: image.naturalWidth, height: image.naturalHeight };
    });
    expect(kept.src).toMatch(/^data:image\/jpeg;base64,/);
    expect(kept.height).toBeLessThanOrEqual(1600);
    expect(kept.height / kept.width).toBeCloseTo(4 / 3, 2); // upright, as the camera was held
    expect(kept.src.length * 0.75).toBeLessThan(360 * 1024);

    await (await chooser()).setFiles({
      name: "cat.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("a letter about a cat"),
    });
    await page.getByText("We couldn’t read that file as a picture.").waitFor();
    expect(await shown.getAttribute("src")).toBe(kept.src);
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.getByRole("button", { name: "Remove", exact: true }).first().click();
    expect(await shown.count()).toBe(0);
    await page.context().close();
  });
});

describe("typed values", () => {
  it("read 1.500 as 1500 in German and offer the other reading", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices/quarto/use");
    const inLanguage = async (language: string) => {
      await page.getByRole("tab", { name: "Design" }).click();
      await page.getByRole("combobox", { name: "Language" }).selectOption(language);
      await page.getByRole("tab", { name: "Fields" }).click();
    };
    await inLanguage("de");
    await page.getByLabel("Currency").selectOption("EUR");
    await page.getByLabel("Item", { exact: true }).fill("Lichtkonzept Foyer");
    await page.getByLabel("Quantity", { exact: true }).fill("1");
    const price = page.getByLabel("Unit price");
    await price.fill("1.500");
    await page.getByText("Read as 1.500,00 €, based on the document’s language (German).").waitFor();
    expect(await price.inputValue()).toBe("1.500");
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await price.press("Tab");
    expect(await price.inputValue()).toBe("1500");
    await untilCurrent(page);

    const coming = page.waitForEvent("download");
    await page.getByLabel("Invoice number").fill("2026-31");
    await page.getByRole("button", { name: "Download PDF" }).click();
    await page.getByRole("button", { name: "Download anyway" }).click();
    expect(textOfPdf(readFileSync(await (await coming).path()))).toContain("1.500,00");

    await page.getByRole("button", { name: "Use 1,50 € instead" }).click();
    expect(await price.inputValue()).toBe("1,5");
    await page.getByRole("button", { name: "Use 1.500,00 € instead" }).click();
    expect(await price.inputValue()).toBe("1500");

    await price.fill("1.234,5");
    await inLanguage("en");
    expect(await price.inputValue()).toBe("1234.5");
    await inLanguage("fr");
    expect(await price.inputValue()).toBe("1234,5");
    await page.context().close();
  });

  it("report text that is too long and keep it", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices/quarto/use");
    const client = page.getByLabel("Client");
    const long = "Solberg Kunsthall ".repeat(6).trim();
    await client.fill(long.slice(0, 78));
    await page.getByText("78 of 80 characters").waitFor();
    await client.fill(long);
    await page.getByText(/^This is 27 characters too long/).waitFor();
    const unshown = page.getByRole("list", { name: "Not shown as typed" });
    await unshown.getByText("Only the first 80 characters are shown.").waitFor();
    await page.getByLabel("Unit price").fill("a lot");
    await unshown.getByText("Not shown. Enter an amount such as 1234.50, not a percentage.").waitFor();
    await untilCurrent(page);
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await unshown.getByRole("button", { name: "Bill to, Client" }).click();
    expect(await focusedId(page)).toBe("field.to.name");
    expect(await client.inputValue()).toBe(long);
    await page.context().close();
  });
});
