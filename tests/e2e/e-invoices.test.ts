import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAttachedXml } from "../../shared/bill/attached-xml.ts";
import { readBill, writeBill } from "../../shared/bill/xml/bill-xml.ts";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage } from "../support/known.ts";
import { formField, openSite, PHONE, type Site } from "../support/site.ts";

const QUARTO = "/invoices/quarto/use";
const OPEN = "/e-invoices/open";

let site: Site;
let folder: string;
/** What is received: made by the API. */
let made: { pdf: Buffer; xml: Buffer };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "typecase-e-invoices-"));
  site = await openSite();
  made = { pdf: await makeFile("pdf"), xml: await makeFile("xml") };
});
afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

const data = {
  number: "2026-31",
  issued: "2026-11-16",
  due: "2026-11-30",
  from: { name: "Studio Sorell", address: "Lampengasse 12\n10437 Berlin", tax_id: "DE555555555" },
  to: { name: "Kunsthalle Meerfeld", address: "Hafenstraße 4\n20457 Hamburg" },
  currency: "EUR",
  items: [{ description: "Lighting concept", quantity: "3", price: "420" }],
  tax_rate: "19",
  payment: { account: "DE02 1203 0000 0000 2020 51", reference: "2026-31" },
};

async function makeFile(format: "pdf" | "xml"): Promise<Buffer> {
  const filter = "filter[url][_eq]=/invoices/quarto&fields=id";
  const { data: found } = await (await fetch(`${site.server.url}/items/templates?${filter}`)).json();
  const country = { address: { country: "DE" } };
  const answer = await fetch(`${site.server.url}/render/${found[0].id}.${format}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data, profile: "en16931", invoice: { seller: country, buyer: country } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return Buffer.from(await answer.arrayBuffer());
}

const fileOf = (values: object) => ({
  name: "data.json",
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify({ template: "/invoices/quarto", data: values })),
});
const number = (page: Page) => page.getByRole("textbox", { name: "Invoice number" });
const formats = (page: Page) => page.getByRole("dialog", { name: "Download" });
const panel = (page: Page) => page.getByRole("region", { name: "E-invoice details" });

async function openDraft(options = {}): Promise<Page> {
  const page = await site.visit(QUARTO, options);
  await page.getByLabel("Data file").setInputFiles(fileOf(data));
  await expect.poll(() => number(page).inputValue()).toBe("2026-31");
  return page;
}

async function chooseEInvoice(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("menuitem", { name: /^Other formats/ }).click();
  await formats(page).getByRole("radio", { name: "E-invoice" }).check();
}

it("an e-invoice is made in the editor once what is missing is entered", async () => {
  const page = await openDraft();
  await chooseEInvoice(page);
  await formats(page).getByRole("button", { name: "Add: The buyer’s country is missing." }).click();
  await panel(page).locator('[id="invoice.buyer.address.country"]').selectOption("DE");
  await panel(page).getByRole("button", { name: "Accept 5 suggestions" }).click();
  await panel(page).getByText("No problems found").waitFor();
  const pressed = page.waitForEvent("download");
  await panel(page).getByRole("button", { name: "Download e-invoice" }).click();
  const xml = findAttachedXml(readFileSync(await (await pressed).path()));
  expect(readBill(xml as Uint8Array).bill).toMatchObject({
    number: "2026-31",
    seller: { name: "Studio Sorell", address: { town: "Berlin", country: "DE" } },
    buyer: { name: "Kunsthalle Meerfeld", address: { country: "DE" } },
    totals: { due: "1499.40" },
  });
  await page.context().close();
});

it("a received e-invoice is dropped on the invoices, and nothing of it is sent before the person agrees", async () => {
  const page = await site.visit("/invoices");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.url()} ${request.postData() ?? ""}`);
    else if (/Kunsthalle|2026-31|1499/.test(decodeURIComponent(request.url()))) sent.push(request.url());
  });
  const dataTransfer = await page.evaluateHandle((xml) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([xml], "received.xml", { type: "text/xml" }));
    return dropped;
  }, made.xml.toString());
  await page.getByRole("heading", { level: 1, name: "Invoices" }).dispatchEvent("drop", { dataTransfer });
  await page.getByRole("heading", { name: "No problems found" }).waitFor();
  await page
    .getByRole("table", { name: "Sums" })
    .getByRole("row", { name: /Amount due.*1,499\.40/ })
    .waitFor();
  await page.getByText("All data").click();
  await page.getByRole("row", { name: "totals.due BT-115 1499.40" }).waitFor();
  // This browser says it has two cores, so the page is drawn by the server if the person agrees.
  const agree = page.getByRole("button", { name: "Draw the page on the server" });
  await agree.waitFor();
  expect(sent).toEqual([]);
  await agree.click();
  await page.getByRole("img", { name: /page 1 of 1/ }).waitFor();
  expect(sent.filter((each) => each.includes("Kunsthalle Meerfeld"))).toHaveLength(1);
  await page.context().close();
});

it("a file of Factur-X without lines is shown with its sums", async () => {
  const page = await site.visit(OPEN);
  const { bill } = readBill(made.xml);
  const { net, tax, gross, due } = bill.totals;
  const specification = "urn:factur-x.eu:1p0:minimum";
  const buyer = { name: bill.buyer.name };
  const minimum = {
    ...bill,
    specification,
    buyer,
    due: undefined,
    delivery: undefined,
    lines: [],
    taxes: [],
  };
  const xml = writeBill({ ...minimum, totals: { net, tax, gross, due } }, "cii");
  await page
    .getByLabel("E-invoice")
    .setInputFiles({ name: "minimum.xml", mimeType: "text/xml", buffer: Buffer.from(xml) });
  await page.getByRole("heading", { name: "No problems found" }).waitFor();
  await page.getByText("Factur-X MINIMUM, CII").waitFor();
  await page.getByText("This file has sums but no lines, so there is no page to show.").waitFor();
  await page.context().close();
});

describe("an e-invoice from the editor", { tags: ["long"] }, () => {
  it("is made from the page and the details, which are asked for, suggested and stored", async () => {
    const page = await openDraft();
    await chooseEInvoice(page);
    // The seller's country follows from the VAT number; the buyer's is nowhere.
    await formats(page).getByText("The buyer’s country is missing.").waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await formats(page).getByRole("button", { name: "Add: The buyer’s country is missing." }).click();
    const country = panel(page).locator('[id="invoice.buyer.address.country"]');
    await expect.poll(() => country.evaluate((field) => field === document.activeElement)).toBe(true);
    const download = panel(page).getByRole("button", { name: "Download e-invoice" });
    expect(await download.isDisabled()).toBe(true);
    await country.selectOption("DE");
    await panel(page).getByRole("button", { name: "Accept 5 suggestions" }).click();
    await panel(page).getByText("No problems found").waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);

    // A buyer reference makes it an XRechnung, which needs more.
    const reference = panel(page).getByLabel("Buyer reference");
    await reference.fill("04011000-12345-34");
    await panel(page).getByText("XRechnung, because a buyer reference is given.").waitFor();
    await panel(page)
      .getByText(/details missing|missing, /)
      .waitFor();
    await reference.fill("");

    await panel(page).getByLabel("Delivery date").fill("2026-11-14");
    const pressed = page.waitForEvent("download");
    await download.click();
    const file = await pressed;
    expect(file.suggestedFilename()).toBe("Invoice 2026-31.pdf");
    const path = join(folder, "made.pdf");
    await file.saveAs(path);
    execFileSync("pdfdetach", ["-save", "1", "-o", join(folder, "made.xml"), path]);
    expect(readFileSync(path).toString("latin1")).toContain("/AFRelationship /Alternative");
    expect(execFileSync("pdfinfo", ["-meta", path], { encoding: "utf8" })).toContain(
      "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
    );
    expect(readBill(readFileSync(join(folder, "made.xml"))).bill).toMatchObject({
      number: "2026-31",
      seller: { name: "Studio Sorell", vatId: "DE555555555", address: { town: "Berlin", country: "DE" } },
      buyer: { name: "Kunsthalle Meerfeld", address: { country: "DE" } },
      delivery: { date: "2026-11-14" },
      totals: { due: "1499.40" },
    });

    // The details are stored on this device, and belong to this buyer.
    await page.getByText("Saved on this device").first().waitFor();
    await page.reload();
    await expect.poll(() => number(page).inputValue()).toBe("2026-31");
    await chooseEInvoice(page);
    await formats(page).getByRole("button", { name: "Download e-invoice" }).waitFor();
    await page.keyboard.press("Escape");
    await formField(page, "Client").fill("Noor Halvorsen");
    await chooseEInvoice(page);
    await formats(page).getByText("The buyer’s country is missing.").waitFor();
    await page.context().close();
  });

  it("leads from what is missing on the page to its field, on a phone as well", async () => {
    const page = await site.visit(QUARTO, { viewport: PHONE });
    await page
      .getByLabel("Data file")
      .setInputFiles(fileOf({ ...data, tax_rate: undefined, due: undefined }));
    await expect.poll(() => number(page).inputValue()).toBe("2026-31");
    await chooseEInvoice(page);
    await formats(page)
      .getByRole("button", { name: "Add: The due date or the payment terms are missing." })
      .click();
    const due = page.getByLabel("Due on", { exact: true });
    await expect.poll(() => due.evaluate((field) => field === document.activeElement)).toBe(true);
    await due.fill("2026-11-30");
    await chooseEInvoice(page);
    await formats(page).getByRole("button", { name: "Add missing details" }).click();
    await panel(page).locator('[id="invoice.taxCase"]').selectOption("E");
    await panel(page).getByLabel("Reason no tax is charged").fill("§ 19 UStG");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await panel(page).getByRole("button", { name: "Close" }).click();
    await number(page).waitFor();
    await page.context().close();
  });
});

describe("a batch of e-invoices", { tags: ["long"] }, () => {
  it("has the XML in each PDF, and lists what a row lacks", async () => {
    const page = await openDraft();
    await page.getByRole("tab", { name: "Batch" }).click();
    const batch = page.getByRole("tabpanel", { name: "Batch" });
    const table = "Invoice number;Client;Country\r\n2026-1;Moreau;France\r\n2026-2;Halvorsen;\r\n";
    await batch
      .getByLabel("Table file")
      .setInputFiles({ name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
    await batch.getByLabel("E-invoices: PDFs with invoice data").check();
    await batch.getByLabel(/^Use what can be read/).check();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    const coming = page.waitForEvent("download");
    await batch.getByRole("button", { name: "Create 2 PDFs" }).click();
    const { "report.csv": _, ...files } = unzipSync(readFileSync(await (await coming).path()));
    await batch.getByText("E-invoice: The buyer’s country is missing.").waitFor();
    const [pdf = new Uint8Array(), ...others] = Object.values(files);
    expect(others).toEqual([]);
    expect(readBill(findAttachedXml(pdf) as Uint8Array).bill).toMatchObject({
      number: "2026-1",
      buyer: { name: "Moreau", address: { country: "FR" } },
    });
    await page.context().close();
  });
});

describe("a received e-invoice", { tags: ["long"] }, () => {
  const open = async (page: Page, name: string, buffer: Buffer) =>
    page.getByLabel("E-invoice").setInputFiles({ name, mimeType: "application/octet-stream", buffer });

  it.each(["cii", "ubl", "pdf"] as const)("is shown with its sums from %s", async (kind) => {
    const page = await site.visit(OPEN);
    const { bill } = readBill(made.xml);
    const bytes = kind === "pdf" ? made.pdf : Buffer.from(writeBill(bill, kind));
    await open(page, `received.${kind === "pdf" ? "pdf" : "xml"}`, bytes);
    await page.getByRole("heading", { name: "No problems found" }).waitFor();
    await page.getByText("We check sums, required fields and codes, not every rule.").waitFor();
    const sums = page.getByRole("table", { name: "Sums" });
    await sums.getByRole("row", { name: /Amount due.*1,499\.40/ }).waitFor();
    // Nothing is sent to the server before the person agrees.
    const ask = page.getByRole("button", { name: "Draw the page on the server" });
    const drawn = page.getByRole("img", { name: /page 1 of 1/ });
    await ask.or(drawn).first().waitFor();
    if (await ask.isVisible()) await ask.click();
    await drawn.waitFor();
    if (kind === "cii") expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.context().close();
  });

  it("is dropped on the dashboard, and its page is downloaded and saved", async () => {
    const { page } = await aKnownPage(site, "/dashboard");
    const dataTransfer = await page.evaluateHandle((xml) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([xml], "received.xml", { type: "text/xml" }));
      return dropped;
    }, made.xml.toString());
    await page.getByRole("link", { name: "Open an e-invoice" }).dispatchEvent("drop", { dataTransfer });
    await page.getByRole("heading", { name: "No problems found" }).waitFor();
    const ask = page.getByRole("button", { name: "Draw the page on the server" });
    const download = page.getByRole("button", { name: "Download PDF" });
    await ask.or(download).first().waitFor();
    if (await ask.isVisible()) await ask.click();
    const pressed = page.waitForEvent("download");
    await download.click();
    expect((await pressed).suggestedFilename()).toBe("Invoice 2026-31.pdf");
    await page.getByRole("button", { name: "Save to documents" }).click();
    await expect.poll(() => number(page).inputValue()).toBe("2026-31");
    expect(page.url()).toContain("document=");
    await page.context().close();
  });

  it("shows wrong sums with what they should be", async () => {
    const page = await site.visit(OPEN);
    const xml = made.xml.toString().replaceAll("1499.40", "1500.40");
    await open(page, "wrong.xml", Buffer.from(xml));
    await page.getByRole("heading", { name: /problems? found/ }).waitFor();
    await page.getByRole("row", { name: /Amount due.*1,500\.40.*Expected: €1,499\.40/ }).waitFor();
    await page.getByText("BR-CO-16 · BT-115").waitFor();
    await page.context().close();
  });

  it("refuses hostile and other files in words", async () => {
    const page = await site.visit(OPEN);
    const hostile = '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "b">]>\n<x>&a;</x>';
    await open(page, "hostile.xml", Buffer.from(hostile));
    await page
      .getByRole("alert")
      .getByText(/can’t be read as an e-invoice.*Line 2/)
      .waitFor();
    const plain = join(folder, "plain.pdf");
    writeFileSync(plain, "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n");
    await open(page, "plain.pdf", readFileSync(plain));
    await page.getByRole("alert").getByText("This PDF has no invoice data.").waitFor();
    await page.context().close();
  });
});
