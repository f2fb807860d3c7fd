import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aKnownPage } from "../support/known.ts";
import { formField, openSite, type Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const waitForText = (page: Page, words: RegExp) => page.getByText(words).first().waitFor();
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Counts full page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  return () => loads;
}

/** Triggers a navigation and waits until it failed and the message is shown. */
async function leavesInVain(
  page: Page,
  leave: () => Promise<void>,
  reason = "You’re offline",
): Promise<void> {
  const here = pathOf(page);
  // An earlier message may still have the same text.
  const tried = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/health"));
  await Promise.all([tried, leave()]);
  await waitForText(page, new RegExp(`^${reason}\\. That page can’t be opened`));
  await expect.poll(() => pathOf(page)).toBe(here);
}

/** Offline the link shows a message and the page stays; online the same link works. */
async function holdsThenOpens(page: Page, link: ReturnType<Page["getByRole"]>, path: string): Promise<void> {
  await page.context().setOffline(true);
  await leavesInVain(page, () => link.click());
  await page.context().setOffline(false);
  await link.click();
  await page.waitForURL(`**${path}`);
}

describe("offline", () => {
  it("the editor keeps typing, explains downloads and catches up", async () => {
    // A browser that has opened the search before has its script and opens it offline.
    const page = await site.visit("/invoices/quarto/use", { fresh: true });
    const field = (name: string) => formField(page, name).first();
    const download = page.getByRole("button", { name: "Download PDF" });
    // All recommended fields, so that nothing is asked before the download.
    for (const date of ["Issued on", "Due on"])
      await page.getByLabel(date, { exact: true }).fill("2026-11-03");
    for (const [name, words] of [
      ["Invoice number", "2026-014"],
      ["Name or company", "Field & Frame"],
      ["Client", "Hafenbad Nord"],
      ["Item", "Wooden letters"],
      ["Quantity", "12"],
      ["Unit price", "40"],
      ["Account", "1503 44 20917"],
    ] as const)
      await field(name).fill(words);
    await formField(page, "Tax rate (%)").last().fill("0"); // of the invoice; each line has one, too
    for (const address of await page.getByRole("textbox", { name: "Address" }).all())
      await address.fill("Brugata 14");
    await page.getByText("Saved on this device").waitFor();
    const loads = countLoads(page);

    await page.context().setOffline(true);
    await download.click();
    await waitForText(page, /^You’re offline\. Your draft is still here/);
    await page.keyboard.press("Control+k");
    await waitForText(page, /^You’re offline. We couldn’t open search/);
    expect(await page.getByText("Internal Server Error").count()).toBe(0);
    expect(await field("Client").inputValue()).toBe("Hafenbad Nord");

    await page.context().setOffline(false);
    const coming = page.waitForEvent("download");
    await download.click();
    expect((await coming).suggestedFilename()).toMatch(/\.pdf$/);
    await holdsThenOpens(page, page.getByRole("link", { name: /^Back to/ }), "/invoices/quarto");
    expect(loads()).toBe(0);
    await page.context().close();
  });

  it("public pages stay and links explain themselves", { tags: ["long"] }, async () => {
    const page = await site.visit("/", { fresh: true });
    const main = page.getByRole("main");
    const heart = main
      .getByRole("button", { name: /^Save / })
      .filter({ visible: true })
      .first();
    const loads = countLoads(page);

    await page.context().setOffline(true);
    await heart.click();
    await waitForText(page, /^You’re offline\. We couldn’t change your saved templates/);
    expect(await heart.getAttribute("aria-pressed")).toBe("false");
    await page.context().setOffline(false);
    await heart.click();
    await waitForText(page, /^Create an account to save/);

    await holdsThenOpens(page, main.getByRole("link", { name: /^Invoices/ }), "/invoices");
    await holdsThenOpens(page, main.getByRole("link", { name: "Quarto", exact: true }), "/invoices/quarto");
    await page.context().setOffline(true);
    await leavesInVain(page, () => main.getByRole("link", { name: "Open sample PDF" }).click());
    await page.context().setOffline(false);
    const use = main.getByRole("link", { name: "Use this template" }).filter({ visible: true }).first();
    await holdsThenOpens(page, use, "/invoices/quarto/use");
    expect(loads()).toBe(0);
    await page.context().close();
  });

  it("a person keeps hearts and the dashboard", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/invoices", { fresh: true });
    const heart = page.getByRole("main").getByRole("button", { name: "Save Quarto", exact: true });
    await heart.click();
    await expect.poll(() => heart.getAttribute("aria-pressed")).toBe("true");
    await page.context().setOffline(true);
    await heart.click();
    await waitForText(page, /^You’re offline\. We couldn’t remove Quarto/);
    expect(await heart.getAttribute("aria-pressed")).toBe("true");
    await page.context().setOffline(false);
    await holdsThenOpens(
      page,
      page.getByRole("banner").getByRole("link", { name: "Dashboard", exact: true }),
      "/dashboard",
    );
    const places = page.getByRole("navigation", { name: "Dashboard" });
    await holdsThenOpens(page, places.getByRole("link", { name: "History" }), "/dashboard/history");
    await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
    await page.context().close();
  });

  it("a stopped server leaves the page as it is", {
    tags: ["long"],
  }, async () => {
    const page = await site.visit("/invoices/quarto");
    const beside = page.getByRole("article").getByRole("heading", { level: 3 }).first().getByRole("link");
    const name = (await beside.textContent()) ?? "";
    const isShown = (title: string) => page.getByRole("heading", { level: 1, name: title }).waitFor();
    const goBack = () => page.evaluate(() => history.back());
    const stopped = (route: Route) => route.abort("connectionrefused");
    const staysAt = async (title: string, leave: () => Promise<void>) => {
      await page.route("**/*", stopped);
      await leavesInVain(page, leave, "We couldn’t reach the server");
      await isShown(title);
      await page.unroute("**/*", stopped);
    };
    const loads = countLoads(page);

    // The scripts of a template's page are loaded, its data isn't.
    await staysAt("Quarto", () => beside.click());
    await beside.click();
    await isShown(name);
    await staysAt(name, goBack);
    await goBack();
    await isShown("Quarto");
    // The same for home: its scripts are loaded once it was shown.
    const home = page.getByRole("banner").getByRole("link", { name: "Typecase" });
    await home.click();
    await isShown("What do you want to make?");
    await goBack();
    await isShown("Quarto");
    await staysAt("Quarto", () => home.click());
    expect(loads()).toBe(0);
    await page.context().close();
  });
});
