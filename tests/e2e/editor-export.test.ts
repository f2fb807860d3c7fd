import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { Download, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { gatherComplaints, openWholeBrowser } from "../support/browser.ts";
import { aKnownPage, callOf } from "../support/known.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { formField, openSite, PERSON, type Site, untilAlive } from "../support/site.ts";

const QUARTO = "/invoices/quarto/use";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const number = (page: Page) => page.getByRole("textbox", { name: "Invoice number" });
const client = (page: Page) => formField(page, "Client");
const more = (page: Page) => page.getByRole("button", { name: "More options" }).click();
const choose = async (page: Page, name: string | RegExp) => {
  await more(page);
  await page.getByRole("menuitem", { name }).click();
};
/** In the dialog of formats. */
const chooseImage = async (page: Page, kind: string) => {
  await choose(page, /^Other formats/);
  const dialog = page.getByRole("dialog", { name: "Download" });
  await dialog.getByRole("radio", { name: "Image" }).check();
  await dialog.getByLabel("Kind of image").selectOption(kind);
  await dialog.getByRole("button", { name: /^Download/ }).click();
};
async function downloaded(
  page: Page,
  act: () => Promise<void>,
): Promise<{ name: string; bytes: Uint8Array; path: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const path = await (download as Download).path();
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(path)), path };
}
const press = (page: Page) => page.getByRole("button", { name: "Download PDF" }).click();
/** The first export of a document asks about empty fields. */
const anyway = (page: Page) => page.getByRole("button", { name: /anyway$/ }).click();
const pressAnyway = async (page: Page) => {
  await press(page);
  await anyway(page);
};

async function fillFirstItem(page: Page): Promise<void> {
  await page.getByLabel("Item", { exact: true }).fill("Wayfinding system");
}

describe("exporting a draft", () => {
  it("lists recommended empty fields with links before the first export", {
    tags: ["long"],
  }, async () => {
    const page = await site.visit(QUARTO);
    await client(page).fill("Solberg Kunsthall");
    const issued = page.getByLabel("Issued on", { exact: true });
    const today = await issued.inputValue();
    expect(today).toBe(await page.evaluate(() => new Date().toLocaleDateString("sv")));
    await issued.fill("");
    await press(page);
    const asked = page.getByRole("dialog", { name: /fields are empty$/ });
    await asked.waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    const named = (await asked.getByRole("listitem").allInnerTexts()).map((line) => line.split("\n")[1]);
    expect(named).toEqual([
      "Invoice number",
      "Issued on",
      "Due on",
      "From, Name or company",
      "From, Address",
      "Bill to, Address",
      "Items",
      "Tax rate (%)",
      "Payment, Account",
    ]);
    // The same number in the list, at the field and on the page.
    for (const place of ["data-gap", "data-page-gap"])
      expect(await page.locator(`[${place}="6"]`).innerText(), place).toContain("6");
    await asked.getByRole("button", { name: /^Fill in Issued on/ }).click();
    expect(await issued.inputValue()).toBe(today);
    // Without required fields there is no file: Enter leads to the first one.
    expect(await asked.getByRole("button", { name: /anyway/ }).count()).toBe(0);
    await asked.getByRole("button", { name: "Fill in required fields" }).press("Enter");
    await expect.poll(() => number(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type("2026-014");
    await fillFirstItem(page);
    await asked.getByRole("button", { name: "Go to field: Payment, Account" }).click();
    await page.keyboard.type("1503 44 20917");
    await asked.getByText("5 fields are empty").waitFor();
    // A slow server: the button shows progress and can be cancelled.
    const answer = Promise.withResolvers<void>();
    const hold = (route: Route) => answer.promise.then(() => route.abort().catch(() => {}));
    await page.route("**/render/*.pdf", hold);
    await asked.getByRole("button", { name: "Download anyway" }).press("Enter");
    await page.getByRole("button", { name: "Creating PDF…" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled. Nothing was downloaded.").first().waitFor();
    answer.resolve();
    await page.unroute("**/render/*.pdf", hold);
    // The question is asked once.
    const { name, bytes } = await downloaded(page, () => press(page));
    expect(name).toBe("Invoice 2026-014.pdf");
    const words = textOfPdf(bytes);
    for (const typed of ["2026-014", "Solberg Kunsthall", "Wayfinding system"])
      expect(words).toContain(typed);
    expect(words).not.toContain("Field & Frame");
    // Required and invalid fields are listed again before anything is sent.
    await number(page).fill("");
    await page.getByLabel("Unit price").fill("a lot");
    await press(page);
    const wrong = page.getByRole("dialog", { name: "1 field has an error" });
    await wrong.getByText("Enter an amount such as 1234.50, not a percentage.").waitFor();
    expect((await wrong.getByRole("listitem").allInnerTexts()).map((line) => line.split("\n")[1])).toEqual([
      "Items 1, Unit price",
      "Invoice number",
    ]);
    await wrong.getByRole("button", { name: "Fix errors" }).press("Enter");
    const price = page.getByRole("textbox", { name: "Unit price" });
    await expect.poll(() => price.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("75");
    await page.getByRole("dialog", { name: "1 field is empty" }).waitFor();
    await number(page).fill("2026-014");
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    // The next document continues the numbering and is asked about again.
    await choose(page, "Start over");
    await page.getByRole("button", { name: "Fill in Invoice number: 2026-015" }).click();
    expect(await number(page).inputValue()).toBe("2026-015");
    await press(page);
    await asked.waitFor();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "hidden" });
    await page.context().close();
  });

  it("lists invalid fields first and restores focus", { tags: ["long"] }, async () => {
    const page = await site.visit(QUARTO);
    await number(page).fill("2026-014");
    await fillFirstItem(page);
    const price = page.getByRole("textbox", { name: "Unit price" });
    await price.fill("a lot");
    await price.press("Control+Enter");
    const wrong = page.getByRole("dialog", { name: "1 field has an error" });
    await wrong.getByText("Enter an amount such as 1234.50, not a percentage.").waitFor();
    const [first = ""] = await wrong.getByRole("listitem").allInnerTexts();
    expect(first).toContain("Items 1, Unit price");
    expect(await wrong.getByRole("button", { name: /anyway/ }).count()).toBe(0);
    await wrong.getByRole("button", { name: "Fix errors" }).click();
    const isFocused = () => price.evaluate((field) => field === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await price.fill("75");
    await page.getByRole("dialog", { name: /fields are empty$/ }).waitFor();
    await downloaded(page, () => anyway(page));
    await expect.poll(isFocused).toBe(true);
    const { name } = await downloaded(page, () => price.press("Control+s"));
    expect(name).toBe("Invoice 2026-014.pdf");
    expect(await isFocused()).toBe(true);
    // Opened from the button, the dialog returns the focus to it.
    await page.getByRole("button", { name: "Download PDF" }).focus();
    await downloaded(page, () => page.keyboard.press("Enter"));
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-export"))).toBe(true);
    await page.context().close();
  });

  it("reports unsupported characters and asks before exporting them", { tags: ["long"] }, async () => {
    const page = await site.visit(QUARTO);
    await number(page).fill("1");
    await fillFirstItem(page);
    await client(page).fill("Nefer 𓄤");
    const said = "Our fonts don’t include 𓄤. It would print as an empty box.";
    await page.getByText(said).waitFor();
    await expect.poll(() => client(page).getAttribute("aria-invalid")).toBe("true");
    await press(page);
    const asked = page.getByRole("dialog", { name: "Some characters can’t be printed" });
    await asked.getByText(said).waitFor();
    await asked.getByRole("button", { name: "Go to field: Bill to, Client" }).click();
    await expect.poll(() => client(page).evaluate((field) => field === document.activeElement)).toBe(true);
    const { name } = await downloaded(page, () =>
      asked.getByRole("button", { name: "Download anyway" }).click(),
    );
    expect(name).toBe("Invoice 1.pdf");
    // Confirmed for these characters; another character is asked about again.
    await downloaded(page, () => press(page));
    await client(page).fill("Nefer 𓄤 𓆣");
    await press(page);
    await asked.getByText("Our fonts don’t include 𓆣").waitFor();
    await client(page).fill("Nefer");
    await page.getByRole("dialog", { name: "All set" }).waitFor();
    await page.context().close();
  });

  it("exports PNG, SVG and data that can be imported again", async () => {
    const page = await site.visit(QUARTO);
    await number(page).fill("7");
    await fillFirstItem(page);
    await more(page);
    await page.getByRole("menu").waitFor();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.keyboard.press("Escape");
    const picture = await downloaded(page, async () => {
      await chooseImage(page, "150");
      await anyway(page);
    });
    expect(picture.name).toBe("Invoice 7.png");
    expect([...picture.bytes.slice(1, 4)]).toEqual([80, 78, 71]);
    const drawing = await downloaded(page, () => chooseImage(page, "svg"));
    expect(drawing.name).toBe("Invoice 7.svg");
    expect(strFromU8(drawing.bytes)).toMatch(/^<svg/);

    const data = await downloaded(page, () => choose(page, /Download data/));
    expect(JSON.parse(strFromU8(data.bytes))).toMatchObject({
      template: "/invoices/quarto",
      data: { number: "7" },
    });
    await number(page).fill("8");
    const file = page.getByLabel("Data file");
    await file.setInputFiles(data.path);
    await expect.poll(() => number(page).inputValue()).toBe("7");
    await page.getByText("Data imported").first().waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(() => number(page).inputValue()).toBe("8");
    const wrong = join(tmpdir(), `wrong-${process.pid}.json`);
    writeFileSync(wrong, JSON.stringify({ template: "/letters/plinth", data: {} }));
    await file.setInputFiles(wrong);
    await page.getByText("for another template (/letters/plinth)").first().waitFor();
    expect(await number(page).inputValue()).toBe("8");
    await page.context().close();
  });

  it("prints the PDF", { tags: ["long"] }, async () => {
    const browser = await openWholeBrowser();
    const page = await browser.newPage({ userAgent: PERSON });
    await page.goto(site.server.url + QUARTO);
    await untilAlive(page);
    const complaints = gatherComplaints(page);
    await number(page).fill("5");
    await fillFirstItem(page);
    // A headless browser has no print dialog and crashes when asked for one.
    await page.evaluate(() => {
      const print = () => document.documentElement.setAttribute("data-printed", "");
      Object.defineProperty(HTMLIFrameElement.prototype, "contentWindow", {
        get: () => ({ focus() {}, print }),
      });
    });
    await choose(page, /^Print$/);
    await page.getByRole("button", { name: "Print anyway" }).click();
    await page.locator("html[data-printed]").waitFor();
    expect(await page.locator("iframe").getAttribute("src")).toMatch(/^blob:/);
    expect(complaints).toEqual([]);
    await browser.close();
  });

  it("exports several pages as a ZIP", { tags: ["long"] }, async () => {
    const page = await site.visit(QUARTO);
    const data = {
      number: "9",
      items: Array.from({ length: 60 }, (_, row) => ({ description: `Item ${row + 1}` })),
    };
    const long = join(tmpdir(), `long-${process.pid}.json`);
    writeFileSync(long, JSON.stringify({ template: "/invoices/quarto", data }));
    await page.getByLabel("Data file").setInputFiles(long);
    await expect.poll(() => number(page).inputValue()).toBe("9");
    const { name, bytes } = await downloaded(page, async () => {
      await chooseImage(page, "svg");
      await anyway(page);
    });
    expect(name).toBe("Invoice 9.zip");
    const names = Object.keys(unzipSync(bytes));
    expect(names.length).toBeGreaterThan(1);
    expect(names[0]).toBe("Invoice 9 1.svg");
    await page.context().close();
  });
});

describe("a card for a print shop", () => {
  it("is downloaded in the US size with bleed, or eight on a sheet", async () => {
    const page = await site.visit("/business-cards/arc/use");
    await formField(page, "Name").fill("Wilma Sandøy");
    await page.getByRole("tab", { name: "Design" }).click();
    await page.getByRole("radio", { name: "3.5 × 2 in" }).check();
    const dialog = page.getByRole("dialog", { name: "Download" });
    const chooseSheet = async (sheet: string) => {
      await choose(page, /^Other formats/);
      await dialog.getByRole("radio", { name: "For a print shop" }).check();
      await dialog.getByLabel("Sheet").selectOption({ label: sheet });
      await dialog.getByRole("button", { name: "Download print PDF" }).click();
    };
    const trims = async (file: Promise<{ bytes: Uint8Array }>) => {
      const text = Buffer.from((await file).bytes).toString("latin1");
      return [...text.matchAll(/\/TrimBox \[([\d. ]+)\]/g)].map(([, box = ""]) =>
        box.split(" ").map((side) => Math.round((Number(side) / 72) * 25.4 * 10) / 10),
      );
    };
    const alone = downloaded(page, async () => {
      await chooseSheet("One page per sheet");
      await anyway(page);
    });
    expect(await trims(alone)).toEqual([
      [10, 10, 98.9, 60.8],
      [10, 10, 98.9, 60.8],
    ]);
    const several = downloaded(page, () => chooseSheet("A4, 8 per sheet"));
    expect((await trims(several))[0]).toEqual([13.1, 37.9, 196.9, 259.1]);
    await page.context().close();
  });
});

describe("a link with values", () => {
  it("fills a new draft without sending values to the server", { tags: ["long"] }, async () => {
    const page = await site.visit(QUARTO, { permissions: ["clipboard-read", "clipboard-write"] });
    await number(page).fill("2026-secret");
    await client(page).fill("Nordlys");
    await choose(page, /Copy link with data/);
    await page.getByText("Link copied. Anyone with the link can see your data.").first().waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`${QUARTO}#draft=`);
    await page.context().close();

    const other = await site.open();
    const packed = link.split("#draft=")[1] as string;
    const seen: string[] = [];
    other.on("request", (request) => seen.push(`${request.url()} ${JSON.stringify(request.headers())}`));
    await other.goto(link);
    await untilAlive(other);
    await expect.poll(() => number(other).inputValue()).toBe("2026-secret");
    expect(await client(other).inputValue()).toBe("Nordlys");
    expect(new URL(other.url()).hash).toBe("");
    expect(seen.filter((line) => line.includes(packed.slice(0, 40)))).toEqual([]);
    expect(site.server.output()).not.toContain(packed.slice(0, 40));
    await other.reload();
    await expect.poll(() => number(other).inputValue()).toBe("2026-secret");
    await other.context().close();
  });
});

describe("history", () => {
  it("records an export once per document and day", { tags: ["long"] }, async () => {
    const { page, person } = await aKnownPage(site, QUARTO);
    await number(page).fill("31");
    await fillFirstItem(page);
    await page.locator('[data-save-state="saved"]').waitFor();
    await downloaded(page, () => pressAnyway(page));
    await downloaded(page, () => press(page));
    const actions = async () => {
      const answer = await callOf(site)("/items/history?fields=action,title&sort=date_created", {
        headers: { cookie: person.cookie },
      });
      return ((await answer.json()) as { data: { action: string; title: string }[] }).data;
    };
    await expect.poll(actions).toEqual([
      { action: "created", title: expect.stringMatching(/^Invoice/) },
      { action: "exported", title: "Invoice 31" },
    ]);
    await page.context().close();
  });
});
