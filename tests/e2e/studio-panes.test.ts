import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TemplateDraft } from "../../contract/templates/drafts.ts";
import { findViolationsInTheme } from "../support/axe.ts";
import { gatherComplaints } from "../support/browser.ts";
import { aKnownPage, callOf } from "../support/known.ts";
import { drawnPages, openElsewhere } from "../support/library-elsewhere.ts";
import { anOperator } from "../support/operators.ts";
import type { Person } from "../support/people.ts";
import { openOwnSite, PHONE } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
let operator: Person;
beforeAll(async () => {
  site = await openOwnSite();
  operator = await anOperator(callOf(site), { environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
});
afterAll(() => site?.close());

async function asOperator<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(site.server.url + path, {
    method,
    headers: { "content-type": "application/json", cookie: operator.cookie },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  const { data }: { data: Answer } = await answer.json();
  return data;
}

const aDraft = () => asOperator<TemplateDraft>("POST", "/drafts", { from: "scaffold" });
const source = (page: Page) => page.getByRole("textbox", { name: "Source code" });
const sheet = (page: Page) => page.getByRole("region", { name: "Preview" });
/** A page that can't be rendered is answered with 422, which browsers log as an error. */
const beyondRefusals = (complaints: string[]) => complaints.filter((line) => !line.includes("422"));

describe("the template editor", () => {
  it("creates and publishes a template by keyboard, with an error at its line", {
    tags: ["long"],
  }, async () => {
    const { page } = await aKnownPage(site, "/studio", { person: operator });
    const complaints = gatherComplaints(page);
    await page.getByRole("button", { name: "New template" }).press("Enter");
    await page.getByLabel("Template to copy").fill("quarto");
    await page.getByRole("button", { name: "Quarto invoices" }).locator("img").waitFor();
    await page.getByRole("button", { name: "Start blank" }).press("Enter");
    await page.waitForURL("**/studio/drafts/*");
    await sheet(page).getByRole("img").first().waitFor();
    const fields = page.getByRole("region", { name: "Fields" });

    // A field, inserted on the page at the cursor, which is at the end.
    await page.getByRole("button", { name: "Add field" }).press("Enter");
    await page.keyboard.type("Motto of the house");
    await page.keyboard.press("Enter");
    await source(page).getByText('#field("motto_of_the_house")').waitFor();
    const row = fields.getByRole("button", { name: "Motto of the house (Short text)" });
    await expect.poll(() => row.getAttribute("data-highlighted")).toBe("true");

    // Its text in the sample, in the form that people fill in.
    await page.getByRole("button", { name: "Edit sample" }).press("Enter");
    const sample = page.getByRole("dialog", { name: "Sample data" });
    expect(await sample.getByLabel("Motto of the house").inputValue()).toBe("Motto of the house");
    await sample.getByLabel("Motto of the house").fill("Slow is smooth");
    await sample.getByRole("button", { name: "Done" }).press("Enter");
    const word = sheet(page).getByRole("button", { name: "Motto of the house" });
    await word.waitFor({ state: "attached" });

    // The selected field: from text on the sheet to its field, and with Alt to its line.
    await fields
      .getByRole("button", { name: /Short text/ })
      .first()
      .press("Enter");
    await word.focus();
    await word.press("Enter");
    await expect.poll(() => row.getAttribute("data-highlighted")).toBe("true");
    await word.click({ modifiers: ["Alt"] });
    await expect.poll(() => source(page).evaluate((box) => box.matches(":focus"))).toBe(true);
    await source(page).locator("[data-selected-field]").first().waitFor();

    // An error: at its line, in the strip, over the sheet and next to Publish.
    await page.keyboard.press("Control+End");
    await page.keyboard.type('\n#feld("motto_of_the_house")');
    const message = page.getByRole("note").filter({ hasText: "unknown variable: feld" });
    await message.getByText("“feld” isn’t defined. Check the spelling.").waitFor();
    const line = (await source(page).locator(".cm-line").count()).toString();
    await sheet(page)
      .getByText(`This is the last working version. There is an error on line ${line}.`)
      .waitFor();
    await page.getByRole("button", { name: new RegExp(`^Empty.*line ${line}`) }).waitFor();
    await page.getByText("1 error", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Publish…" }).isDisabled()).toBe(true);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);

    // The repair that the message offers.
    await message.getByRole("button", { name: "Use field" }).press("Enter");
    await message.waitFor({ state: "detached" });
    const publish = page.getByRole("button", { name: "Publish…" });
    await expect.poll(() => publish.isEnabled()).toBe(true);

    await publish.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Publish this template" });
    await dialog.getByLabel("Name", { exact: true }).fill("House Motto");
    await dialog.getByLabel("Type").selectOption({ label: "Planners" });
    expect(await dialog.getByLabel("Address").inputValue()).toBe("house-motto");
    await dialog.getByLabel("Description").fill("A quiet page with the motto of a house on it.");
    await dialog.getByLabel("What changed").fill("First version");
    await dialog.getByRole("button", { name: "Publish", exact: true }).press("Enter");
    await page.waitForURL("**/studio/templates/*");
    const heading = page.getByRole("heading", { name: "House Motto", level: 1 });
    await heading.waitFor();
    // The dialog is closed: keyboard users continue from here.
    await expect.poll(() => heading.evaluate((here) => here === document.activeElement)).toBe(true);
    await page.getByRole("link", { name: "View on site" }).press("Enter");
    await page.waitForURL("**/planners/house-motto");
    await page.getByRole("heading", { name: "House Motto", level: 1 }).waitFor();
    expect(beyondRefusals(complaints)).toEqual([]);

    // Exported as files, it passes the check of a whole library and gives the same pages elsewhere.
    const elsewhere = await openElsewhere(site.data, "/planners/house-motto");
    try {
      expect(elsewhere.exported).toMatch(/^\d+ templates of \d+ types written/);
      expect(elsewhere.checked).toMatch(/^1 templates checked in .*: 1 passed, 0 failed$/);
      const modes = ["sample", "long"] as const;
      const here = await drawnPages(
        callOf(site),
        { cookie: operator.cookie },
        "/planners/house-motto",
        modes,
      );
      expect(here[0]?.join("")).toContain("<svg");
      expect(await elsewhere.drawn(modes)).toEqual(here);
    } finally {
      await elsewhere.close();
    }
  });

  it("creates and publishes a template on a phone", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/studio", { person: operator, viewport: PHONE });
    const open = (pane: string | RegExp) =>
      page.getByRole("navigation", { name: "Panels" }).getByRole("button", { name: pane }).click();
    await page.getByRole("button", { name: "New template" }).click();
    await page.getByRole("button", { name: "Start blank" }).click();
    await page.waitForURL("**/studio/drafts/*");
    await open("Fields");
    await page.getByRole("button", { name: "Add field" }).click();
    await page.keyboard.type("Motto of the boat");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Motto of the boat (Short text)" }).waitFor();
    await page.getByRole("button", { name: "Edit sample" }).click();
    const sample = page.getByRole("dialog", { name: "Sample data" });
    await sample.getByLabel("Motto of the boat").fill("Never in a hurry");
    await sample.getByRole("button", { name: "Done" }).click();
    await open("Preview");
    await sheet(page).getByRole("button", { name: "Motto of the boat" }).waitFor({ state: "attached" });
    await open(/^Checks/);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);

    const publish = page.getByRole("button", { name: "Publish…" });
    await expect.poll(() => publish.isEnabled()).toBe(true);
    await publish.click();
    const dialog = page.getByRole("dialog", { name: "Publish this template" });
    await dialog.getByLabel("Name", { exact: true }).fill("Boat Motto");
    await dialog.getByLabel("Type").selectOption({ label: "Planners" });
    await dialog.getByLabel("Description").fill("A page for the motto of a boat.");
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await page.waitForURL("**/studio/templates/*");
    await page.getByRole("link", { name: "View on site" }).click();
    await page.waitForURL("**/planners/boat-motto");
  });

  it("shows another author's changes and overwrites neither", { tags: ["long"] }, async () => {
    const draft = await aDraft();
    const { page } = await aKnownPage(site, `/studio/drafts/${draft.id}`, {
      person: operator,
      viewport: PHONE,
    });
    await source(page).waitFor();
    await asOperator("PATCH", `/items/template_drafts/${draft.id}`, { content: "= Theirs", rev: draft.rev });
    await source(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// Mine\n");
    await page.getByRole("status").getByText("Someone else changed this draft").waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.getByRole("button", { name: "Compare versions" }).click();
    const dialog = page.getByRole("dialog", { name: "Conflicting changes" });
    await dialog.getByText("= Theirs").waitFor();
    await dialog.getByRole("button", { name: "Use saved version" }).click();
    await source(page).getByText("= Theirs").waitFor();
    await page.locator('[data-save-state="saved"]').waitFor();
  });
});
