import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage, callOf, gatherErrors, postAs, someTemplates } from "../support/known.ts";
import { aPerson, type Person } from "../support/people.ts";
import { openSite, PHONE, type Site, untilAlive } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** A person with two saved and two used templates. */
async function aBusyPerson(): Promise<Person> {
  const person = await aPerson(callOf(site));
  const templates = await someTemplates(site);
  const named = (name: string) => ({ templates_id: templates.find((t) => t.template_name === name)?.id });
  await postAs(site, person, "/items/saved_templates", {
    user_id: person.id,
    template_id: [named("Quarto"), named("Neap")],
  });
  await postAs(site, person, "/items/history", {
    user_id: person.id,
    action: "created",
    title: "Invoice 58",
    template_id: [named("Quarto")],
  });
  await postAs(site, person, "/items/history", {
    user_id: person.id,
    action: "exported",
    title: "Night at the harbour",
    template_id: [named("Neap")],
  });
  return person;
}

describe("the dashboard", () => {
  it("explains itself when empty", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard");
    await page.getByText("Press the heart on a template to save it here.").waitFor();
    await page.getByText("Documents you create and download appear here.").waitFor();
    await page.context().close();
  });

  it("shows used and saved templates and searches saved ones", async () => {
    const { page } = await aKnownPage(site, "/dashboard", { person: await aBusyPerson() });
    await page.getByText("Downloaded Night at the harbour").waitFor();
    await page.getByText("Created Invoice 58").waitFor();
    await page.getByRole("link", { name: "View all 2 templates" }).click();
    await page.getByRole("heading", { name: /Posters/ }).waitFor();
    await page.getByLabel("Search saved templates").fill("invoice");
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    await page.getByLabel("Search saved templates").fill("nothing like it");
    await page.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => page.getByRole("article").count()).toBe(2);
    await page.context().close();
  });

  it("groups history by day, filters by type, clears one and all", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard/history", { person: await aBusyPerson() });
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page.getByRole("navigation", { name: "Type" }).getByRole("link", { name: "Posters" }).click();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(1);
    await page.getByRole("link", { name: "All types" }).click();
    await page.getByRole("button", { name: "Remove from history: Created Invoice 58" }).click();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(1);
    await page.getByRole("button", { name: "Clear history" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear" }).click();
    await page.getByRole("heading", { name: "No history yet" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "No history yet" }).waitFor();
    await page.context().close();
  });

  it("pages through a long history and clears it", { tags: ["long"] }, async () => {
    const person = await aPerson(callOf(site));
    const [template] = await someTemplates(site);
    const used = (title: string) => ({
      action: "created",
      title,
      template_id: [{ templates_id: template?.id }],
    });
    for (const [from, count] of [
      [1, 60],
      [61, 45],
    ] as const)
      await postAs(
        site,
        person,
        "/items/history",
        Array.from({ length: count }, (_, i) => used(`Draft ${from + i}`)),
      );
    const { page } = await aKnownPage(site, "/dashboard/history", { person });
    const lines = page.getByRole("main").getByRole("listitem");
    await expect.poll(() => lines.count()).toBe(100);
    await page.getByText("1–100 of 105").waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByText("101–105 of 105").waitFor();
    expect(await lines.count()).toBe(5);
    await page.getByRole("button", { name: "Clear history" }).click();
    const question = page.getByRole("alertdialog", { name: "Clear 105 entries?" });
    await question.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("heading", { name: "No history yet" }).waitFor();
    await page.context().close();
  });

  it("logs and shows a failed deletion and keeps the record", async () => {
    const { page } = await aKnownPage(site, "/dashboard/history", { person: await aBusyPerson() });
    const errors = gatherErrors(page);
    await page.route("**/items/history/*", (route) => route.abort());
    await page.getByRole("button", { name: "Remove from history: Created Invoice 58" }).click();
    await page.getByText("We couldn’t clear your history.").first().waitFor();
    expect(errors.some((line) => line.startsWith("History removal failed"))).toBe(true);
    expect(await page.getByRole("main").getByRole("listitem").count()).toBe(2);
    await page.context().close();
  });

  it("offers to retry parts that failed to load", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard", { person: await aBusyPerson() });
    await page.getByText("Downloaded Night at the harbour").waitFor();
    const errors = gatherErrors(page);
    const supplementary = /items\/(history\?.*limit=|documents\?|saved_templates\?.*templates_id\.)/;
    await page.route(supplementary, (route) => route.abort());
    await page.reload();
    const main = page.getByRole("main");
    for (const what of ["your documents", "your history", "your saved templates"])
      await main.getByText(`We couldn’t load ${what}.`).waitFor();
    for (const line of ["History fetch failed", "Documents fetch failed", "Saved templates load failed"])
      expect(
        errors.some((each) => each.startsWith(line)),
        line,
      ).toBe(true);
    await page.unroute(supplementary);
    const again = main.getByRole("button", { name: "Try again" });
    // Clicks all retry buttons repeatedly: one part may recover by itself while another is retried.
    const tryAll = () =>
      again.evaluateAll((buttons: HTMLElement[]) => {
        for (const button of buttons) button.click();
      });
    await expect.poll(() => tryAll().then(() => again.count())).toBe(0);
    await page.getByText("Downloaded Night at the harbour").waitFor();
    await page.getByRole("link", { name: "View all 2 templates" }).waitFor();

    await page.goto(`${site.server.url}/dashboard/history`);
    await page.getByText("Created Invoice 58").waitFor();
    await page.route(supplementary, (route) => route.abort());
    await page.reload();
    await main.getByText("We couldn’t load your history.").waitFor();
    expect(await main.getByText("a deleted template").count()).toBe(0);
    await page.unroute(supplementary);
    await again.click();
    await page.getByText("Created Invoice 58").waitFor();
    await page.context().close();
  });

  it("works with the keyboard alone", async () => {
    const { page } = await aKnownPage(site, "/dashboard");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const passed: (string | null | undefined)[] = [];
    while (passed.at(-1) !== "Profile" && passed.length < 12) {
      await page.keyboard.press("Tab");
      passed.push(await focused());
    }
    expect(passed.slice(1)).toEqual([
      "Overview",
      "Saved",
      "Documents",
      "Jobs",
      "Details",
      "History",
      "Profile",
    ]);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByLabel("Name").waitFor();
    await page.context().close();
  });

  it("fits a phone, with the navigation at the bottom", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard", { viewport: PHONE, person: await aBusyPerson() });
    const bar = page.getByRole("navigation", { name: "Dashboard shortcuts" });
    for (const place of ["Saved", "Documents", "Details", "Profile", "Overview"]) {
      await bar.getByRole("link", { name: place }).click();
      await bar.locator('[aria-current="page"]', { hasText: place }).waitFor();
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(await overflow(), place).toBeLessThanOrEqual(0);
    }
    await page.getByRole("button", { name: "Dashboard menu" }).click();
    const menu = page.getByRole("navigation", { name: "Dashboard menu" });
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await menu.getByRole("link", { name: "Contact" }).waitFor();
    await menu.getByRole("link", { name: "History" }).click();
    await page.getByRole("heading", { level: 1, name: "History" }).waitFor();
    await menu.waitFor({ state: "hidden" });

    // The menu of every other page leads there, and visitors to an account.
    await page.goto(`${site.server.url}/invoices`);
    const open = page.getByRole("button", { name: "Menu", exact: true });
    await open.click();
    const everywhere = page.getByRole("navigation", { name: "Menu" });
    await everywhere.getByRole("link", { name: "History" }).click();
    await page.waitForURL("**/dashboard/history");
    await page.context().close();
    const visitor = await site.visit("/invoices", { viewport: PHONE });
    await visitor.getByRole("button", { name: "Menu", exact: true }).click();
    const offered = visitor.getByRole("navigation", { name: "Menu" });
    expect(await offered.getByRole("link", { name: "History" }).count()).toBe(0);
    await offered.getByRole("link", { name: "Contact" }).waitFor();
    await offered.getByRole("link", { name: "Create account" }).click();
    await visitor.waitForURL("**/signup");
    await visitor.context().close();
  });
});

describe("axe", () => {
  it("finds nothing on the screens of a signed-in person", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard", { person: await aBusyPerson() });
    for (const path of ["", "/saved", "/details", "/history", "/profile", "/account"]) {
      await page.goto(`${site.server.url}/dashboard${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(await findViolationsInTheme(page, "light"), path).toEqual([]);
    }
    await page.goto(`${site.server.url}/dashboard/profile`);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Phone").fill("x");
    await page.getByLabel("Name").focus();
    await page.getByText("Enter a phone number").waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.context().close();
  });

  it("finds nothing on sign-in and sign-up", { tags: ["long"] }, async () => {
    const page = await site.open();
    for (const path of ["/signup", "/login", "/forgot-password", "/reset-password", "/contact"]) {
      await page.goto(site.server.url + path);
      await untilAlive(page);
      // This site sends no mail, so that page has no form; accounts-mail.test.ts checks the form. Without a
      // link the other page has none either.
      if (path === "/reset-password") await page.getByRole("link", { name: "Get a new link" }).waitFor();
      else if (path !== "/forgot-password") {
        await page.getByRole("main").getByRole("button").last().click();
        await page.locator('[aria-invalid="true"]').first().waitFor();
      }
      expect(await findViolationsInTheme(page, "light"), path).toEqual([]);
    }
    await page.context().close();
  });
});
