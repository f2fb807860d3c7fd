import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { as, readJob, startJob, textOfPdf } from "../support/jobs.ts";
import { aKnownPage, callOf, someTemplates } from "../support/known.ts";
import { aPerson } from "../support/people.ts";
import { openSite, PHONE, type Site } from "../support/site.ts";

const ROWS = 201;
const LONG = { tags: ["long"], timeout: 400_000 };
const ITEMS = [{ description: "Sign", price: "10" }];

describe("jobs", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const templateNamed = async (name: string) => {
    const found = (await someTemplates(site)).find((each) => each.template_name === name);
    return found?.id ?? "";
  };

  it("take over a long batch, notify every tab and are downloaded after coming back", LONG, async () => {
    const { page, person } = await aKnownPage(site, "/invoices/quarto/use");
    const other = await page.context().newPage();
    await other.goto(`${site.server.url}/dashboard`);
    await page.getByRole("tab", { name: "Batch" }).click();
    const panel = page.getByRole("tabpanel", { name: "Batch" });
    const table = Array.from({ length: ROWS }, (_, index) => `A-${index + 1};Sign;10`);
    await panel
      .getByLabel("Or paste rows from a spreadsheet")
      .fill(["Invoice number;Item;Unit price", ...table].join("\n"));
    await panel.getByRole("button", { name: "Use this table" }).click();
    await panel.getByText("More than 200 documents: created on the server.").waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await panel.getByRole("button", { name: `Create ${ROWS} PDFs` }).click();
    await panel.getByText("You can leave this page. We’ll notify you when it’s done.").waitFor();
    await panel.getByRole("link", { name: "Open job" }).click();
    await page.getByRole("button", { name: "Cancel job" }).waitFor();
    await page.goto(`${site.server.url}/templates`);
    const notified = (tab: Page) =>
      tab.getByText("Quarto is ready to download.").waitFor({ timeout: LONG.timeout });
    await Promise.all([notified(other), notified(page)]);
    await page.goto(`${site.server.url}/dashboard`);
    await page.getByRole("link", { name: "Jobs 1" }).click();
    await page.getByText(`${ROWS} of ${ROWS} PDFs created`).waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.getByRole("link", { name: "Quarto", exact: true }).click();
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download ZIP" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe("Quarto.zip");
    const names = Object.keys(unzipSync(readFileSync(await file.path())));
    expect(names).toHaveLength(ROWS);
    expect(names.at(-1)).toMatch(/^201 .*A-201\.pdf$/);
    await expect.poll(() => page.getByRole("link", { name: "Jobs", exact: true }).count()).toBe(1);
    expect(await callOf(site)("/render/jobs", { headers: as(person) }).then((a) => a.json())).toMatchObject({
      data: [{ rows: ROWS, date_downloaded: expect.any(String) }],
    });
  });

  it("name failed rows with field and value, and can be deleted, on a phone", {
    tags: ["long"],
  }, async () => {
    const call = callOf(site);
    const person = await aPerson(call);
    const template = await templateNamed("Quarto");
    const rows = [
      { number: "1", items: ITEMS },
      { number: "2", items: [{ ...ITEMS[0], price: "a lot" }] },
    ];
    const body = { template, rows, names: ["First", "Second"], title: "Invoices for May", delivery: "pdf" };
    const { id } = await startJob(call, body, as(person));
    await expect.poll(async () => (await readJob(call, id, as(person))).state).toBe("done");
    const { page } = await aKnownPage(site, `/dashboard/jobs/${id}`, { person, viewport: PHONE });
    await page.getByRole("heading", { name: "Invoices for May" }).waitFor();
    await page.getByText("1 of 2 PDFs created. 1 failed.").waitFor();
    const row = page.getByRole("row", { name: /Second/ });
    expect(await row.textContent()).toContain("is “a lot”. This isn’t in the expected format.");
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.goto(`${site.server.url}/de/dashboard/jobs/${id}`);
    await expect.poll(() => page.getByRole("row", { name: /Second/ }).textContent()).toContain("Einzelpreis");
    await page.goto(`${site.server.url}/dashboard/jobs/${id}`);
    const wide = () => document.documentElement.scrollWidth > innerWidth;
    expect(await page.evaluate(wide)).toBe(false);
    await page.getByRole("link", { name: "Download PDF" }).waitFor();
    await page.getByRole("button", { name: "Delete job" }).press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete job" }).press("Enter");
    await page.getByRole("heading", { name: "Jobs", exact: true }).waitFor();
    await page.goto(`${site.server.url}/dashboard/jobs/${id}`);
    await page.getByText("This job was deleted or has expired").waitFor();
  });

  it("open a failed row in the editor, to be corrected and added to the result", {
    tags: ["long"],
  }, async () => {
    const call = callOf(site);
    const person = await aPerson(call);
    const template = await templateNamed("Quarto");
    const wrong = { number: "2026-77", items: [{ ...ITEMS[0], price: "a lot" }] };
    const rows = [{ number: "2026-76", items: ITEMS }, wrong];
    const body = { template, rows, names: ["First", "Second"], title: "Invoices for June" };
    const { id } = await startJob(call, body, as(person));
    await expect.poll(async () => (await readJob(call, id, as(person))).state).toBe("done");
    const { page } = await aKnownPage(site, `/dashboard/jobs/${id}`, { person });
    await page.getByRole("button", { name: "Fix row 2" }).click();
    await page.waitForURL("**/invoices/quarto/use?document=*");
    await expect.poll(() => page.getByLabel("Invoice number").inputValue()).toBe("2026-77");
    const refused = page.getByRole("list", { name: "Not shown as typed" });
    await refused.getByRole("button", { name: "Items 1, Unit price" }).click();
    await page.getByRole("textbox", { name: "Unit price" }).fill("40");
    const tab = await page.context().newPage();
    await tab.goto(`${site.server.url}/dashboard/jobs/${id}`);
    await tab.getByRole("button", { name: "Fix row 2" }).click();
    await tab.getByRole("button", { name: "Add to result" }).waitFor();
    await page.bringToFront();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.getByRole("button", { name: "Add to result" }).click();
    await page.getByText("Row 2 is in the result of the job.").waitFor();
    await page.getByText("2 of 2 PDFs created").waitFor();
    expect(await page.getByRole("button", { name: "Fix row 2" }).count()).toBe(0);
    const coming = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download ZIP" }).click();
    const files = unzipSync(readFileSync(await (await coming).path()));
    expect(Object.keys(files).sort()).toEqual(["1 First.pdf", "2 Second.pdf"]);
    expect(await textOfPdf(files["2 Second.pdf"] as Uint8Array)).toContain("2026-77");
    // Another tab that was open meanwhile.
    await tab.bringToFront();
    await tab.getByRole("list", { name: "Not shown as typed" }).getByRole("button").click();
    await tab.getByRole("textbox", { name: "Unit price" }).fill("41");
    await tab.getByRole("button", { name: "Add to result" }).click();
    await tab.getByText("Row 2 of “Invoices for June” is in the result of the job.").waitFor();
    await tab.close();
  });

  it("say why a row can’t be added: still wrong, or the job is gone", async () => {
    const call = callOf(site);
    const person = await aPerson(call);
    const template = await templateNamed("Quarto");
    const rows = [{ number: "2026-78", items: [{ ...ITEMS[0], price: "a lot" }] }];
    const { id } = await startJob(call, { template, rows }, as(person));
    await expect.poll(async () => (await readJob(call, id, as(person))).state).toBe("done");
    const { page } = await aKnownPage(site, `/dashboard/jobs/${id}`, { person, viewport: PHONE });
    await page.getByRole("button", { name: "Fix row 1" }).click();
    await page.getByRole("button", { name: "Add to result" }).click();
    const dialog = page.getByRole("dialog", { name: "Some fields have errors" });
    await dialog.getByText("The row was not added to the result.").waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await dialog.getByRole("button", { name: "Items 1, Unit price" }).click();
    await expect
      .poll(() =>
        page.getByRole("textbox", { name: "Unit price" }).evaluate((it) => it === document.activeElement),
      )
      .toBe(true);
    await call(`/render/jobs/${id}`, { method: "DELETE", headers: as(person) });
    await page.getByRole("button", { name: "Add to result" }).click();
    await page.getByText("The job of this row was deleted or has expired.").waitFor();
    await page.reload();
    await page.getByText("The job of this row was deleted or has expired.").waitFor();
  });

  it("explain themselves when there are none, and when one has expired", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard/jobs");
    await page.getByRole("heading", { name: "No jobs yet" }).waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.goto(`${site.server.url}/dashboard/jobs/0190b0a0-0000-7000-8000-000000000000`);
    await page.getByText("This job was deleted or has expired").waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
  });

  it("say that the connection is lost, and go on when it is back", { tags: ["long"] }, async () => {
    const call = callOf(site);
    const person = await aPerson(call);
    const template = await templateNamed("Quarto");
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ number: String(index), items: ITEMS }));
    const { id } = await startJob(call, { template, rows }, as(person));
    const { page } = await aKnownPage(site, `/dashboard/jobs/${id}`, { person });
    const sheets = page.getByRole("list", { name: "Rows in progress" });
    await expect.poll(() => sheets.locator("img[data-row]").count()).toBeGreaterThan(0);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.context().setOffline(true);
    await page.getByText("We lost the connection to the server.").waitFor();
    await page.context().setOffline(false);
    await page.getByText("We lost the connection to the server.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Cancel job" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel job" }).click();
    await page.getByText("Job cancelled").waitFor();
    await expect.poll(() => page.getByRole("listitem").filter({ hasText: "Cancelled" }).count()).toBe(1);
  });
});
