import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage } from "../support/known.ts";
import { openSite, PHONE, type Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const QUARTO = "/invoices/quarto";
const ratings = (page: Page) => page.getByRole("region", { name: "Ratings" });
const stars = (page: Page, count: number) =>
  ratings(page).getByRole("radio", { name: count === 1 ? "1 star" : `${count} stars`, exact: true });

async function download(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Invoice number" }).fill("7");
  await page.getByLabel("Item", { exact: true }).fill("Wayfinding system");
  await page.getByRole("button", { name: "Download PDF" }).click();
  await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download anyway" }).click(),
  ]);
}

describe("rating a template", () => {
  it("can be given, changed and removed after a download", {
    tags: ["long"],
  }, async () => {
    const { page } = await aKnownPage(site, QUARTO);
    await ratings(page).getByText("You can rate Quarto after downloading a document made with it.").waitFor();
    await page.goto(`${site.server.url}${QUARTO}/use`);
    await download(page);
    // Until the message appears, the strip grows and a click may miss.
    await page.getByText("Saved in your documents").waitFor();
    await page.getByRole("link", { name: "Rate Quarto" }).click();
    await page.waitForURL(`**${QUARTO}#ratings`);

    await ratings(page)
      .getByRole("group", { name: /^You downloaded Quarto today\. How was it\?/ })
      .waitFor();
    await stars(page, 1).focus();
    for (const key of ["Space", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await expect.poll(() => stars(page, 4).isChecked()).toBe(true);
    const sentence = ratings(page).getByLabel("Comment (optional)");
    await sentence.fill("The total is hard to miss.");
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await sentence.press("Enter");
    await ratings(page).getByText("Your rating is waiting for review.").waitFor();
    await ratings(page).getByText("“The total is hard to miss.”").waitFor();

    await page.reload();
    await ratings(page).getByText("4 stars").waitFor();
    await ratings(page).getByRole("button", { name: "Change" }).click();
    await stars(page, 2).check();
    const refuse = (route: Route) => route.fulfill({ status: 503, json: { errors: [] } });
    await page.route("**/items/ratings/*", refuse);
    await ratings(page).getByRole("button", { name: "Save rating" }).click();
    await ratings(page).getByRole("alert").filter({ hasText: "We couldn’t save your rating." }).waitFor();
    await page.unroute("**/items/ratings/*", refuse);
    await ratings(page).getByRole("button", { name: "Save rating" }).click();
    await ratings(page).getByText("2 stars").waitFor();

    await ratings(page).getByRole("button", { name: "Remove" }).click();
    await ratings(page).getByText("Your rating has been removed.").waitFor();
    await stars(page, 5).waitFor();
    await page.context().close();
  });

  it("asks visitors to sign in, also on a phone", async () => {
    const page = await site.visit(QUARTO, { viewport: PHONE });
    await ratings(page).getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL(`**/login?next=${encodeURIComponent(`${QUARTO}#ratings`)}`);
    await page.context().close();
  });
});
