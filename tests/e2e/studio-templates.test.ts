import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { SMALL } from "../support/drafts.ts";
import { aKnownPage, postAs } from "../support/known.ts";
import { anOperator as operatorAt } from "../support/operators.ts";
import { aPerson, type Person } from "../support/people.ts";
import { openOwnSite, PHONE } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
let operator: Person;
beforeAll(async () => {
  site = await openOwnSite();
  const call = (path: string, init?: RequestInit) => fetch(site.server.url + path, init);
  operator = await operatorAt(call, { environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
});
afterAll(() => site?.close());

const text = async (path: string) => (await site.server.fetch(path)).text();
const categoriesOf = async (type: string) => {
  const answer = await site.server.fetch(`/items/types/${type}?fields=categories`);
  const { data } = (await answer.json()) as { data: { categories: { label: string }[] } };
  return data.categories.map(({ label }) => label);
};
const readTypes = async (id: string) => {
  const answer = await site.server.fetch(`/items/types?filter[id][_eq]=${id}`);
  return ((await answer.json()) as { data: { categories: { slug: string; label: string }[] }[] }).data;
};
const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("checkbox", { name: `Select ${name}` }) });

describe("the studio's templates and types", () => {
  it("moves templates between categories, hides and shows them", {
    tags: ["long"],
  }, async () => {
    const { page } = await aKnownPage(site, "/studio/types?type=invoices", {
      person: operator,
    });
    // Creates and orders a category with the keyboard alone.
    await page.getByRole("button", { name: "New category" }).press("Enter");
    await page.getByRole("textbox", { name: "Name" }).fill("Fairs");
    await page.getByRole("textbox", { name: "Name" }).press("Enter");
    const handle = page.getByRole("button", { name: "Move Fairs" });
    await handle.waitFor();
    expect((await categoriesOf("invoices")).at(-1)).toBe("Fairs");
    await handle.press("Space");
    await page.getByText("Picked up Fairs, 5 of 5.").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowLeft");
    await page.getByText("Fairs moved to 4 of 5.").waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await expect
      .poll(() => categoriesOf("invoices"))
      .toEqual(["Studio", "Trades", "Shops and food", "Fairs", "Professional services"]);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);

    // Finds and moves the template.
    await page.getByRole("link", { name: "Templates" }).first().click();
    await page.getByRole("searchbox", { name: "Search templates" }).fill("quarto");
    await page.getByRole("heading", { level: 1, name: "Templates" }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    expect(new URL(page.url()).search).toBe("?q=quarto");
    await row(page, "Quarto").getByRole("button", { name: "More actions for Quarto" }).click();
    await page.getByRole("menuitem", { name: "Move to…" }).click();
    await page.getByLabel("Category").selectOption("Fairs");
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await row(page, "Quarto").getByText("Invoice, fairs").waitFor();

    // Hidden: gone from the type's page and search, but listed here.
    await page.getByRole("checkbox", { name: "Select Quarto" }).press("Space");
    const bar = page.getByRole("region", { name: "Selected templates" });
    await bar.getByText("1 selected").waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await bar.getByRole("button", { name: "Hide" }).press("Enter");
    await row(page, "Quarto").getByText("Hidden").waitFor();
    await page.getByText("Quarto hidden. Existing documents aren’t affected.").waitFor();
    expect(await text("/invoices")).not.toContain("/invoices/quarto");
    expect(await text("/templates?q=quarto")).not.toContain("/invoices/quarto");
    await page.getByRole("link", { name: /^Published/ }).click();
    await page.getByRole("heading", { name: "No matching templates" }).waitFor();
    await page.goBack();
    await row(page, "Quarto").getByText("Hidden").waitFor();

    // Shown again, in its new place.
    await page.getByRole("button", { name: "More actions for Quarto" }).click();
    await page.getByRole("menuitem", { name: "Republish" }).click();
    await row(page, "Quarto").getByText("Published").waitFor();
    expect(await text("/invoices?category=fairs")).toContain("/invoices/quarto");

    // The category can't be deleted without a destination for its template.
    await page.goto(`${site.server.url}/studio/types?type=invoices`);
    await page.getByRole("button", { name: "More actions for Fairs" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    const question = page.getByRole("region", { name: "Fairs contains 1 template. Where should it go?" });
    await question.getByLabel("Category", { exact: true }).selectOption("Trades");
    await question.getByRole("button", { name: "Move and delete category" }).click();
    await question.waitFor({ state: "detached" });
    expect(await categoriesOf("invoices")).not.toContain("Fairs");
    expect(await text("/invoices?category=trades")).toContain("/invoices/quarto");

    // Whether imported templates pass their checks is unknown until someone checks them.
    await postAs(site, operator, "/items/templates", {
      ...SMALL,
      fields: JSON.parse(SMALL.fields),
      sample: JSON.parse(SMALL.sample),
      type: "planners",
      category: "week",
      template_name: "Ferry",
      description: "A page about a ferry.",
    });
    await page.goto(`${site.server.url}/studio?q=ferry&checks=unchecked`);
    await row(page, "Ferry").getByRole("button", { name: "Not checked. Check Ferry" }).press("Enter");
    await page.getByText("Ferry passed all checks.").waitFor();
    await page.getByLabel("Checks", { exact: true }).selectOption("Passed");
    await row(page, "Ferry").getByText("Passed").waitFor();
    await page.context().close();
  });

  it("works on a phone and explains itself to others", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/studio?q=quarto", {
      person: operator,
      viewport: PHONE,
    });
    await page.getByRole("checkbox", { name: "Select Quarto" }).check();
    await page.getByRole("region", { name: "Selected templates" }).waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.getByRole("button", { name: "Studio menu" }).click();
    await page.getByRole("link", { name: "Types" }).click();
    await page.getByRole("heading", { level: 1, name: "Types" }).waitFor();
    await page.getByRole("list", { name: "Types", exact: true }).waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.context().close();

    const { page: other } = await aKnownPage(site, "/studio");
    await other.getByRole("heading", { name: "Operators only" }).waitFor();
    await other.context().close();
    expect(await text("/studio")).toContain('content="noindex"');
    expect(await text("/sitemap.xml")).not.toContain("/studio");
  });

  it("updates open tabs when a category is renamed", { tags: ["long"] }, async () => {
    const page = await site.visit("/");
    const [type] = await readTypes("invoices");
    const categories = type?.categories.map((each) =>
      each.slug === "trades" ? { ...each, slug: "crafts", label: "Crafts" } : each,
    );
    const changed = await site.server.fetch("/items/types/invoices", {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: operator.cookie },
      body: JSON.stringify({ categories, moves: [{ category: "trades", to: { category: "crafts" } }] }),
    });
    expect(changed.status).toBe(200);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Invoices/ })
      .click();
    await page.getByRole("heading", { level: 2, name: /^Crafts/ }).waitFor();
    const all = Number((await page.getByRole("link", { name: /^All \d+/ }).textContent())?.match(/\d+/)?.[0]);
    expect(await page.getByRole("main").getByRole("article").count()).toBe(all);
    await page.context().close();
  });

  it("lists hidden saved templates as unavailable", { tags: ["long"] }, async () => {
    const person = await aPerson((path, init) => fetch(site.server.url + path, init));
    const answer = await site.server.fetch("/items/templates?filter[url][_eq]=/invoices/quarto&fields=id");
    const [quarto] = ((await answer.json()) as { data: { id: string }[] }).data;
    await postAs(site, person, "/items/saved_templates", {
      user_id: person.id,
      template_id: [{ templates_id: quarto?.id }],
    });
    const setState = (state: string) =>
      site.server.fetch(`/items/templates/${quarto?.id}`, {
        method: "PATCH",
        headers: { "content-type": "application/json", cookie: operator.cookie },
        body: JSON.stringify({ state }),
      });
    expect((await setState("hidden")).status).toBe(200);
    const { page } = await aKnownPage(site, "/dashboard/saved", { person, viewport: PHONE });
    await page.getByRole("heading", { name: "No longer available" }).waitFor();
    expect(await page.locator('a[href^="/invoices/quarto"]').count()).toBe(0);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.getByRole("button", { name: "Remove Quarto" }).click();
    await page.getByRole("heading", { name: "No saved templates yet" }).waitFor();
    expect((await setState("published")).status).toBe(200);
    await page.context().close();
  });
});
