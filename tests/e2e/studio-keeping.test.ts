import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDayCounts } from "../../server/catalogue/statistics/day-counts.ts";
import { findViolationsInTheme } from "../support/axe.ts";
import { withDatabase } from "../support/database-schema.ts";
import { quietLog } from "../support/databases.ts";
import { aKnownPage, callOf, postAs, someTemplates } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, signIn } from "../support/people.ts";
import { anExport, makeOld } from "../support/ratings.ts";
import { openOwnSite, PHONE } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
beforeAll(async () => {
  site = await openOwnSite({ RENDER_PROCESSES: "0" });
});
afterAll(() => site?.close());

const here = () => ({ environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
const read = async (path: string) => (await callOf(site)(path)).text();

describe("site maintenance in the studio", () => {
  it("edits, links, renames and deletes a page and detects conflicts", {
    tags: ["long"],
  }, async () => {
    const operator = await anOperator(callOf(site), here());
    const { page } = await aKnownPage(site, "/studio/pages", { person: operator });
    await page.getByRole("link", { name: "New page" }).click();
    await page.getByLabel("Title").fill("Opening hours");
    expect(await page.getByLabel("Address").inputValue()).toBe("opening-hours");
    await page.getByLabel("Text").fill("Every *day*.\n\n<b>not bold</b> [go](javascript:alert)");
    const view = page.getByRole("region", { name: "Preview" });
    await view.getByText("day", { exact: true }).waitFor();
    expect(await view.locator("b, a, script").count()).toBe(0);
    await page.getByText("Unsaved changes").waitFor();
    expect(await findViolationsInTheme(page, "light"), "a page being written").toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL("**/studio/pages/opening-hours");
    // As saved: changes made elsewhere before it is read again would be no conflict.
    await page.getByRole("heading", { name: "Opening hours", level: 1 }).waitFor();
    expect(await read("/")).toContain('href="/pages/opening-hours"');

    const elsewhere = await callOf(site)("/items/pages/opening-hours", {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: operator.cookie },
      body: JSON.stringify({ body: "Closed on Mondays." }),
    });
    expect(elsewhere.status).toBe(200);
    await page.getByLabel("Text").fill("Mine.");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Someone else changed this page.").waitFor();
    await view.getByText("Closed on Mondays.").waitFor();
    expect(await page.getByLabel("Text").inputValue()).toBe("Mine.");
    expect(await read("/pages/opening-hours")).toContain("Closed on Mondays.");
    await page.getByRole("button", { name: "Overwrite with mine" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await read("/pages/opening-hours")).toContain("Mine.");

    await page.getByRole("link", { name: "All pages" }).click();
    await page.getByRole("button", { name: "Move Opening hours up in the footer" }).click();
    await expect.poll(() => read("/")).toMatch(/\/privacy"[\s\S]*\/pages\/opening-hours"[\s\S]*\/terms"/);
    await page.getByText("/imprint, not written yet").waitFor();
    expect(await findViolationsInTheme(page, "dark"), "the list of pages").toEqual([]);
    await page.getByRole("link", { name: "Opening hours" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page
      .getByRole("alertdialog", { name: "Delete “Opening hours”?" })
      .getByRole("button", { name: "Delete page" })
      .click();
    await page.waitForURL("**/studio/pages");
    await page.getByText("“Opening hours” deleted.").waitFor();
    expect((await callOf(site)("/pages/opening-hours")).status).toBe(404);
    await page.context().close();
  });

  it("orders home's templates with the keyboard and names the library", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/studio/home", {
      person: await anOperator(callOf(site), here()),
    });
    const suggested = Promise.withResolvers<void>();
    await page.route(/items\/templates\?.*sort=-used/, async (route) => {
      await suggested.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByLabel("Custom").check();
    suggested.resolve();
    const sheets = page.getByRole("list", { name: "Chosen templates" });
    const names = () =>
      sheets
        .getByRole("button")
        .evaluateAll((all) =>
          all
            .map((each) => each.getAttribute("aria-label") ?? "")
            .filter((name) => !name.startsWith("Remove ")),
        );
    await expect.poll(async () => (await names()).length).toBe(6);
    const [first = "", second = ""] = await names();
    await page.getByLabel("Search templates").fill("quarto");
    await page.getByRole("button", { name: /^Add Quarto/ }).waitFor();
    expect(await findViolationsInTheme(page, "light"), "home").toEqual([]);
    await page.getByRole("button", { name: `Remove ${second}` }).click();
    await sheets.getByRole("button", { name: first, exact: true }).focus();
    await page.keyboard.press("Space");
    await page.getByText(`Picked up ${first}, 1 of 5.`).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowRight");
    await page.getByText(`${first} moved to 2 of 5.`).waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await expect.poll(async () => (await names()).indexOf(first)).toBe(1);
    const wanted = await names();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The home page now shows the templates you chose.").waitFor();
    const shown = [...(await read("/")).matchAll(/aria-label="([^",]+), [^"]*"/g)].map(([, name]) => name);
    expect(shown.slice(0, 5)).toEqual(wanted);

    await page.getByLabel("Name", { exact: true }).fill("Larnes Print Room");
    await page.getByRole("button", { name: "Save details" }).click();
    await page.getByText("Library details saved.").waitFor();
    expect(await read("/terms")).toContain("Larnes Print Room");
    await page.getByLabel("Automatic").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The home page now chooses its templates automatically.").waitFor();
    await page.context().close();
  });

  it("closes sign-up, deletes a person after confirmation and undoes", { tags: ["long"] }, async () => {
    const person = await aPerson(callOf(site), { name: "Ola Leaving" });
    const operator = await anOperator(callOf(site), here());
    const { page } = await aKnownPage(site, "/studio/people", { person: operator });
    await page.getByRole("button", { name: "Close sign-up" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Anyone can create an account.").waitFor();
    await page.getByRole("button", { name: "Close sign-up" }).click();
    await page.getByText("New accounts can’t be created.").waitFor();
    const visitor = await site.visit("/signup", { viewport: PHONE });
    await visitor.getByRole("heading", { name: "Sign-up is closed" }).waitFor();
    expect(await findViolationsInTheme(visitor, "light"), "closed sign-up").toEqual([]);
    await visitor.context().close();
    await page.getByRole("button", { name: "Open sign-up" }).click();
    await page.getByText("Anyone can create an account.").waitFor();

    await page.getByRole("button", { name: "Delete Ola Leaving" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete Ola Leaving?" });
    await question.getByText("saved templates, history").waitFor();
    await question.getByRole("button", { name: "Delete permanently" }).click();
    await page.getByText("The account of Ola Leaving has been deleted.").waitFor();
    await expect.poll(() => page.getByText(person.email).count()).toBe(0);
    await expect(signIn(callOf(site), person)).rejects.toThrow("401");
    await page.context().close();
  });

  it("shows statistics and adds a keyword for a failed search", { tags: ["long"] }, async () => {
    const operator = await anOperator(callOf(site), here());
    const { page } = await aKnownPage(site, "/studio/figures", { person: operator });
    await withDatabase(here(), async (opened) => {
      const counts = createDayCounts(opened, quietLog);
      const rows = await opened.db.selectFrom("templates").select(["id"]).orderBy("url").limit(3).execute();
      for (const { id } of rows) counts.countExport(id, 3);
      await counts.close();
      const day = new Date().toISOString().slice(0, 10);
      const used = rows.map(({ id }, place) => ({
        day,
        kind: "used" as const,
        subject: id,
        count: 90 >> place,
      }));
      await opened.db.insertInto("day_counts").values(used).execute();
    });
    await callOf(site)("/templates?q=zwieback%20rusk");
    await page.goto(`${site.server.url}/studio/figures?days=7`);
    await page.getByRole("img", { name: /^Uses and downloads by day/ }).waitFor();
    await page.getByText("not to scale").waitFor();
    await page.getByRole("button", { name: /^Show as table.*By day/ }).click();
    const today = page
      .getByRole("table", { name: /By day/ })
      .getByRole("row")
      .last();
    expect(await today.getByRole("cell").allTextContents()).toEqual(["157", "9", "1", "1"]);
    expect(await findViolationsInTheme(page, "light"), "figures").toEqual([]);
    expect(await findViolationsInTheme(page, "dark"), "figures").toEqual([]);
    const row = page.getByRole("row", { name: /zwieback rusk/ });
    await row.getByLabel("Add “zwieback rusk” as a keyword to a type").selectOption("Planners");
    await row.getByText("Resolved").waitFor();
    await page.context().close();
  });

  it("reviews ratings and hides a comment", { tags: ["long"] }, async () => {
    const operator = await anOperator(callOf(site), here());
    const [first, second] = await someTemplates(site);
    if (!first || !second) throw new Error("no templates");
    const rate = async (template: { id: string }, stars: number, words: string, isOld: boolean) => {
      const person = await aPerson(callOf(site));
      if (isOld) await makeOld(here(), person);
      await anExport(here(), person, template.id);
      await postAs(site, person, "/items/ratings", { templates_id: template.id, stars, words });
    };
    await rate(first, 4, "Easy to read aloud.", true);
    await rate(second, 1, "Buy cheap watches.", false);
    const { page } = await aKnownPage(site, "/studio/ratings", { person: operator });
    await page.getByRole("link", { name: /^Ratings\s*1$/ }).waitFor();
    const waiting = page.getByRole("region", { name: "Waiting for review" });
    await waiting.getByText("“Buy cheap watches.”").waitFor();
    const newest = page.getByRole("region", { name: "Newest" });
    await newest.getByText("“Easy to read aloud.”").waitFor();
    expect(await newest.getByRole("link", { name: first.template_name }).getAttribute("href")).toBe(
      `${first.url}#ratings`,
    );
    expect(await findViolationsInTheme(page, "light")).toEqual([]);

    await waiting.getByRole("button", { name: `Approve the rating of ${second.template_name}` }).click();
    await newest.getByText("“Buy cheap watches.”").waitFor();
    await waiting.waitFor({ state: "detached" });
    await newest.getByRole("button", { name: "Hide comment: Buy cheap watches." }).click();
    await newest.getByLabel("Reason").fill("Advertising");
    await newest.getByRole("button", { name: "Hide", exact: true }).click();
    await newest.getByText("Hidden: Advertising").waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.context().close();
  });
});
