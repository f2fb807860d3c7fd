import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { boxesOf } from "../support/jobs.ts";
import { aKnownPage } from "../support/known.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { openSite, PHONE, type Site } from "../support/site.ts";
import { aWorkbook } from "../support/workbook.ts";

const ROWS = 200;
const BAD = { 20: "a price that is none", 77: "a number that is missing", 150: "a price that is none" };

/** As a spreadsheet with a decimal comma writes it. */
function aTable(): string {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const row = index + 1;
    const bad = BAD[row as keyof typeof BAD];
    const number = bad === BAD[77] ? "" : `2026-${row}`;
    const price = bad === BAD[20] ? "a lot" : `1 ${String(row).padStart(3, "0")},50`;
    return `${number};Solberg Kunsthall ${row};Wayfinding;2;${price}`;
  });
  return ["Invoice number;Name;Item;Quantity;Unit price", ...lines].join("\r\n");
}

describe("batch", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  async function openBatch(page: Page) {
    await page.getByRole("tab", { name: "Batch" }).click();
    return page.getByRole("tabpanel", { name: "Batch" });
  }

  it("creates a ZIP of valid rows and a report of invalid ones", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices/quarto/use");
    const panel = await openBatch(page);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await panel
      .getByLabel("Table file")
      .setInputFiles({ name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from(aTable()) });
    await panel.getByLabel(/^Name/).selectOption({ label: "Bill to, Client" });
    await panel.getByLabel("File names").fill("Invoice {Invoice number} {Name}");
    await panel.getByText("First file: Invoice 2026-1 Solberg Kunsthall 1.pdf").waitFor();
    await panel.getByAltText("Row 4, first page").waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    const coming = page.waitForEvent("download", { timeout: 90_000 });
    await panel.getByRole("button", { name: "Create 200 PDFs" }).click();
    const zip = unzipSync(readFileSync(await (await coming).path()));
    await panel.getByText("197 of 200 PDFs created. 3 failed.").waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);

    const { "report.csv": report, ...files } = zip;
    expect(Object.keys(files)).toHaveLength(197);
    const text = textOfPdf(files["Invoice 2026-42 Solberg Kunsthall 42.pdf"] as Uint8Array);
    expect(text).toContain("Solberg Kunsthall 42");
    expect(text).toMatch(/2.?085/); // two times 1,042.50
    const lines = new TextDecoder().decode(report).split(/\r?\n/);
    expect(lines).toHaveLength(ROWS + 1);
    for (const row of Object.keys(BAD)) {
      // Row 1 of the spreadsheet has the column names.
      const counted = Number(row) + 1;
      expect(lines[Number(row)]).toMatch(new RegExp(`^${counted},,`));
      await panel.getByRole("cell", { name: `${counted}`, exact: true }).waitFor();
    }
    expect(lines[77]).toContain("Invoice number");
    expect(lines[150]).toContain("Unit price");
    expect(lines[20]).toContain("a lot");
    await panel
      .getByText("Items 1, Unit price is “a lot”. Enter an amount such as 1234.50, not a percentage.")
      .first()
      .waitFor();

    await panel.getByRole("button", { name: "Choose another table" }).click();
    await panel.getByRole("button", { name: "Choose a file" }).waitFor();
  });

  it("groups rows of a chosen worksheet into one invoice per number", async () => {
    const page = await site.visit("/invoices/quarto/use");
    const panel = await openBatch(page);
    await panel.getByLabel("Table file").setInputFiles({
      name: "May.xlsx",
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer: aWorkbook({
        Notes: [["Nothing"], ["here"]],
        May: [
          ["Invoice number", "Client", "Item", "Quantity", "Unit price"],
          ["2026-1", "Ada Sons", "Sign", 2, "1.500"],
          ["2026-2", "Bo Ltd", "Poster", 1, "20"],
          [],
          ["2026-1", "", "Map", 3, "12.750"],
          ["2026-3", "Cy", "Card", 1, "5"],
          ["2026-3", "Di", "Card", 1, "5"],
        ],
      }),
    });
    await panel.getByRole("button", { name: "May" }).click();
    await panel.getByText("5 rows, 3 documents").waitFor();
    const reading = panel.getByLabel("How to read Unit price");
    await reading.getByText(/^Read 1\.500 as \D?1\.50$/).waitFor({ state: "attached" });
    await reading.selectOption("1500");
    await panel.getByAltText("Rows 2, 5, first page").waitFor();
    await panel.getByText(/“Cy” in row 6, “Di” in row 7/).waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    const coming = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Create 3 PDFs" }).click();
    const zip = unzipSync(readFileSync(await (await coming).path()));
    await panel.getByText("2 of 3 PDFs created. 1 failed.").waitFor();
    const { "report.csv": report, ...files } = zip;
    expect(Object.keys(files)).toHaveLength(2);
    const first =
      Object.values(files)
        .map(textOfPdf)
        .find((text) => text.includes("2026-1")) ?? "";
    for (const words of ["Ada Sons", "Sign", "Map", "3,000.00", "38,250.00", "41,250.00"])
      expect(first).toContain(words);
    expect(new TextDecoder().decode(report)).toContain('"6, 7",,"Bill to, Client"');
  });

  it("fills badge sheets from two German columns and skips rows that don't fit", async () => {
    const page = await site.visit("/badges/sett/use");
    const panel = await openBatch(page);
    const rows = Array.from({ length: 40 }, (_, index) =>
      index === 4 || index === 20 ? `${"Langenscheidt".repeat(12)};Vera;Gast` : `Name${index + 1};Vera;Gast`,
    );
    await panel
      .getByLabel("Or paste rows from a spreadsheet")
      .fill(["Nachname;Vorname;Funktion", ...rows].join("\n"));
    await panel.getByRole("button", { name: "Use this table" }).click();
    const what = panel.getByLabel("Group rows");
    expect(await what.locator("option:checked").textContent()).toBe("All rows on shared sheets");
    await panel.getByText("Combined with Vorname").waitFor();
    await panel.getByText("Skipped rows").waitFor();
    const coming = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Create 1 PDF" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe("Name badges.pdf");
    await panel.getByText("38 of 40 rows are on the sheets. 2 skipped.").waitFor();
    expect(await panel.getByRole("row").allTextContents()).toHaveLength(3);
    await panel.getByRole("button", { name: "Download report" }).waitFor();
    const text = textOfPdf(readFileSync(await file.path()));
    expect(text).toContain("Name40");
    expect(text).not.toContain("Langenscheidt");
    await page.context().close();
  });

  it("makes cards for a print shop, in the browser and on the server", async () => {
    const { page } = await aKnownPage(site, "/business-cards/arc/use");
    const panel = await openBatch(page);
    const useTable = async (count: number) => {
      const rows = Array.from({ length: count }, (_, index) => `Ada ${index + 1}`);
      await panel
        .getByLabel("Or paste rows from a spreadsheet")
        .fill(["Name;Profession", ...rows.map((name) => `${name};Gardener`)].join("\n"));
      await panel.getByRole("button", { name: "Use this table" }).click();
    };
    await useTable(2);
    const bleed = panel.getByRole("checkbox", { name: "For a print shop" });
    await bleed.check();
    await panel.getByLabel("Print sheets").selectOption("a4"); // cut where each card ends
    expect(await bleed.count()).toBe(0);
    await panel.getByLabel("Print sheets").selectOption("");
    const coming = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Create 2 PDFs" }).click();
    const zip = unzipSync(readFileSync(await (await coming).path()));
    const { "report.csv": _, ...cards } = zip;
    const trims = Object.values(cards).map((pdf) => boxesOf(pdf).TrimBox[0]);
    expect(trims).toEqual([
      [10, 10, 95, 65],
      [10, 10, 95, 65],
    ]);

    await panel.getByRole("button", { name: "Choose another table" }).click();
    await useTable(201);
    await bleed.check();
    await page.route("**/render/jobs", (route) => route.abort());
    const sent = page.waitForRequest("**/render/jobs");
    await panel.getByRole("button", { name: "Create 201 PDFs" }).click();
    expect((await sent).postDataJSON()).toMatchObject({ bleed: true });
    await page.context().close();
  });

  it("can be stopped and keeps finished rows, also on a phone", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices/quarto/use", { viewport: PHONE });
    const panel = await openBatch(page);
    await panel.getByLabel("Or paste rows from a spreadsheet").fill(aTable());
    await panel.getByRole("button", { name: "Use this table" }).click();
    let asked = 0;
    let rows = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/render/*/rows", async (route) => {
      if (++asked > 5) await held;
      else rows += route.request().postDataJSON().rows.length;
      await route.continue().catch(() => {});
    });
    await panel.getByRole("button", { name: "Create 200 PDFs" }).click();
    await expect.poll(() => asked).toBe(7);
    await panel.getByText(`${rows} of 200`).waitFor();
    await panel.getByRole("button", { name: "Stop and keep finished PDFs" }).click();
    release();
    await panel.getByText(`${rows} of 200 PDFs created`).waitFor();
    const coming = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Download ZIP" }).click();
    const zip = unzipSync(readFileSync(await (await coming).path()));
    expect(Object.keys(zip)).toHaveLength(rows + 1);
  });

  it("explains why a file is not a table", async () => {
    const page = await site.visit("/invoices/quarto/use");
    const panel = await openBatch(page);
    const choose = (buffer: Buffer) =>
      panel.getByLabel("Table file").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
    await choose(Buffer.from([0x50, 0x4b, 3, 4]));
    await panel.getByRole("alert").getByText("This file is damaged").waitFor();
    await choose(Buffer.from("Number,Name\n"));
    await panel.getByRole("alert").getByText("column names but no rows").waitFor();
  });
});
