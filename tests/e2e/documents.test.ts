import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownBrowser, aKnownPage, callOf, postAs, someTemplates } from "../support/known.ts";
import { aPerson, type Person } from "../support/people.ts";
import { openSite, PHONE, type Site } from "../support/site.ts";

let site: Site;
let shelf: Awaited<ReturnType<typeof someTemplates>>;
let template: string;
beforeAll(async () => {
  site = await openSite();
  shelf = await someTemplates(site);
  template = shelf.find(({ url }) => url === "/invoices/quarto")?.id as string;
});
afterAll(() => site?.close());

async function aWriter(titles: string[]): Promise<Person> {
  const person = await aPerson(callOf(site));
  for (let at = 0; at < titles.length; at += 100)
    await postAs(
      site,
      person,
      "/items/documents?fields=id",
      titles.slice(at, at + 100).map((title) => ({ templates_id: template, title, data: { number: title } })),
    );
  return person;
}

async function listed(person: Person, sort: string) {
  const answer = await callOf(site)(`/items/documents?fields=id,title&sort=${sort}&limit=1000`, {
    headers: { cookie: person.cookie },
  });
  return ((await answer.json()) as { data: { id: string; title: string }[] }).data;
}
const titlesOf = async (person: Person, sort = "title") =>
  (await listed(person, sort)).map(({ title }) => title);
const idsOf = async (person: Person) => (await listed(person, "title")).map(({ id }) => id);

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const card = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });
/** With the keyboard: cards move when a title changes, so a click could miss. */
const act = async (page: Page, title: string, what: string) => {
  await page.getByRole("button", { name: `More actions for ${title}`, exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: what }).click();
};

describe("documents", () => {
  it("shows an empty state", async () => {
    const { page } = await aKnownPage(site, "/dashboard/documents");
    await page.getByRole("heading", { name: "No documents yet" }).waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.context().close();
  });

  it("can be previewed, renamed, duplicated, deleted, restored, found and opened", async () => {
    const person = await aWriter(["Nordlys", "Solberg"]);
    const { page } = await aKnownPage(site, "/dashboard/documents", { person });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await expect.poll(() => card(page, "Nordlys").locator("img").count()).toBe(1);
    expect(asked.filter((url) => /items\/documents\?/.test(url) && /fields=[^&]*\bdata\b/.test(url))).toEqual(
      [],
    );
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);

    await act(page, "Nordlys", "Rename");
    await page.getByLabel("Title").fill("Nordlys, invoice 0147");
    await page.keyboard.press("Enter");
    await card(page, "Nordlys, invoice 0147").waitFor();
    await act(page, "Solberg", "Duplicate");
    await card(page, "Solberg (copy)").waitFor();
    expect(await titlesOf(person)).toEqual(["Nordlys, invoice 0147", "Solberg", "Solberg (copy)"]);

    const before = await idsOf(person);
    await act(page, "Solberg", "Delete");
    await card(page, "Solberg").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await card(page, "Solberg").waitFor();
    // The same document, not a copy: its links still work.
    expect(await idsOf(person)).toEqual(before);
    const link = await card(page, "Solberg").getByRole("heading").getByRole("link").getAttribute("href");
    await act(page, "Solberg", "Delete");
    await card(page, "Solberg").waitFor({ state: "detached" });
    await expect.poll(() => titlesOf(person)).toEqual(["Nordlys, invoice 0147", "Solberg (copy)"]);
    // An old link leads to the bin.
    await page.goto(`${site.server.url}${link}`);
    await page.getByText("This document is in the bin.").first().waitFor();
    await page.getByText("Open the bin").click();
    await page.getByText("deleted permanently in 30 days").waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.getByRole("button", { name: "Restore Solberg" }).click();
    await page.getByText("The bin is empty").waitFor();
    expect(await idsOf(person)).toEqual(before);
    await page.getByRole("link", { name: "All documents" }).click();
    await act(page, "Solberg", "Delete");
    await page.getByRole("link", { name: "Bin 1" }).click();
    await page.getByRole("button", { name: "Empty bin" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete permanently" }).click();
    await page.getByText("The bin is empty").waitFor();
    await page.getByRole("link", { name: "All documents" }).click();

    await page.getByLabel("Search your documents").fill("invoice 01");
    await expect.poll(() => cards(page).count()).toBe(1);
    await page.getByLabel("Search your documents").fill("nothing like it");
    await page.getByText("No documents match “nothing like it”").waitFor();
    await page.getByRole("button", { name: "Show all documents" }).click();
    await card(page, "Nordlys, invoice 0147").getByRole("heading").getByRole("link").click();
    await page.waitForURL("**/invoices/quarto/use?document=*");
    await expect
      .poll(() => page.getByRole("textbox", { name: "Invoice number" }).inputValue())
      .toBe("Nordlys");
    await page.context().close();
  });

  it("can be sorted, labelled, filtered, downloaded, deleted and restored together", {
    tags: ["long"],
  }, async () => {
    const person = await aPerson(callOf(site));
    const [letter, bill] = ["/cover-letters/spine", "/invoices/quarto"].map(
      (url) => shelf.find((each) => each.url === url)?.id,
    );
    const whole = { items: [{ description: "Lamps", quantity: "1", price: "100" }], number: "7" };
    const documents = [
      { templates_id: bill, title: "bill 2", data: whole },
      { templates_id: letter, title: "Abendlicht" },
      { templates_id: bill, title: "Bill 1", data: whole, labels: [{ label: "Kunsthall" }] },
      { templates_id: bill, title: "Äpfel", data: {} },
    ];
    await postAs(site, person, "/items/documents?fields=id", documents);
    const { page } = await aKnownBrowser(site, { person });
    const drawn: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().includes(".svg?priority=background")) drawn.push(request.postDataJSON().mode);
    });
    await page.goto(`${site.server.url}/dashboard/documents`);
    await expect.poll(() => cards(page).locator("img").count()).toBe(4);
    expect(new Set(drawn)).toEqual(new Set(["proof"]));
    const titles = () => cards(page).getByRole("heading").allTextContents();
    const sortBy = async (words: string) => {
      await page.getByRole("button", { name: /^Sort by:/ }).click();
      await page.getByRole("menuitemradio", { name: words }).click();
    };
    await sortBy("Name");
    await expect.poll(titles).toEqual(["Abendlicht", "Äpfel", "Bill 1", "bill 2"]);
    await sortBy("Template");
    await expect.poll(async () => (await titles()).at(-1)).toBe("Abendlicht");
    expect(new URL(page.url()).search).toBe("?sort=template");

    // Two documents get a label that one of them has in another case, and a new one.
    await act(page, "Bill 1", "Select");
    const first = page.getByRole("checkbox", { name: "Select Bill 1" });
    await expect.poll(() => first.evaluate((box) => box === document.activeElement)).toBe(true);
    expect(await first.isChecked()).toBe(true);
    await page.getByRole("checkbox", { name: "Select bill 2" }).check();
    await page.getByRole("button", { name: "Label", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Labels for 2 documents" });
    expect(
      await dialog
        .getByRole("checkbox", { name: "Kunsthall" })
        .evaluate((box: HTMLInputElement) => box.indeterminate),
    ).toBe(true);
    await dialog.getByLabel("New label").fill("kunstHALL");
    await dialog.getByLabel("New label").press("Enter");
    expect(await dialog.getByRole("checkbox", { name: "Kunsthall" }).isChecked()).toBe(true);
    await dialog.getByLabel("New label").fill("Sent");
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    const filter = page.getByRole("navigation", { name: "Filter documents" });
    await filter.getByRole("link", { name: "Kunsthall 2" }).waitFor();
    await filter.getByRole("link", { name: "Sent 2" }).click();
    await expect.poll(async () => (await titles()).sort()).toEqual(["Bill 1", "bill 2"]);
    expect(new URL(page.url()).searchParams.get("label")).toBe("Sent");
    await filter.getByRole("link", { name: "All 4" }).click();
    await expect.poll(() => cards(page).count()).toBe(4);

    // Empty fields are reported before the download, and invalid documents are skipped.
    await page.getByRole("button", { name: "Select all" }).click();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);
    await page.getByRole("button", { name: "Download 4 PDFs" }).click();
    const question = page.getByRole("dialog", { name: /of 4 documents aren’t finished$/ });
    await question.getByText(/^Required: .*Items/).waitFor();
    const downloading = page.waitForEvent("download");
    await question.getByRole("button", { name: /^Download the other/ }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe("Documents.zip");
    const packed = unzipSync(new Uint8Array(readFileSync(await file.path())));
    expect(Object.keys(packed).sort()).toEqual(["Bill 1.pdf", "bill 2.pdf"]);

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect.poll(() => cards(page).count()).toBe(0);
    expect(await titlesOf(person)).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await filter.getByRole("link", { name: "Sent 2" }).waitFor();
    await expect.poll(() => cards(page).count()).toBe(4);
    await page.context().close();
  });

  it("returns to the list as it was and names the document in the tab", {
    tags: ["long"],
  }, async () => {
    const person = await aWriter(Array.from({ length: 60 }, (_, place) => `Bill ${place + 10}`));
    const { page } = await aKnownPage(site, "/dashboard/documents", { person });
    const open = (which: Locator) => which.getByRole("heading").getByRole("link").click();
    const goBack = () => page.getByRole("link", { name: "Back to your documents" }).click();
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => cards(page).count()).toBe(60);
    const last = cards(page).last();
    await last.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(500);
    const title = (await last.getByRole("heading").textContent()) as string;
    await open(last);
    await expect.poll(() => page.title()).toBe(`${title} · Typecase`);
    await page.getByLabel("Document title").fill(`${title} for Hafenbad`);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.title()).toBe(`${title} for Hafenbad · Typecase`);
    await page.reload();
    await goBack();
    await page.waitForURL("**/dashboard/documents");
    await expect.poll(() => page.title()).toBe("Documents · Typecase");

    await page.getByLabel("Search your documents").fill("Bill 2");
    await expect.poll(() => cards(page).count()).toBe(10);
    await open(cards(page).first());
    await page.waitForURL("**/use?document=*");
    await goBack();
    await expect.poll(() => page.getByLabel("Search your documents").inputValue()).toBe("Bill 2");
    await expect.poll(() => cards(page).count()).toBe(10);
    await page.context().close();
  });

  it("lists a thousand documents", { tags: ["long"] }, async () => {
    const person = await aWriter(Array.from({ length: 1_000 }, (_, place) => `Invoice ${place + 1}`));
    const { page } = await aKnownPage(site, "/dashboard/documents", { person });
    const button = page.getByRole("button", { name: "Show more" });
    await button.waitFor();
    expect(await cards(page).count()).toBe(48);
    await button.click();
    await expect.poll(() => cards(page).count()).toBe(96);
    await page.getByLabel("Search your documents").fill("Invoice 1000");
    await card(page, "Invoice 1000").waitFor();
    await page.context().close();
  });

  it("appear on the dashboard and home, also on a phone", { tags: ["long"] }, async () => {
    const person = await aWriter(["One", "Two", "Three"]);
    const { page } = await aKnownPage(site, "/dashboard", { person, viewport: PHONE });
    const [newest = ""] = await titlesOf(person, "-date_updated,id");
    await page.getByRole("heading", { name: newest }).waitFor();
    await page.getByText("required field is empty: Items").waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.goto(`${site.server.url}/`);
    const strip = page.getByRole("region", { name: "Continue" });
    await strip.getByRole("link", { name: newest }).click();
    await page.waitForURL("**/use?document=*");
    await page.context().close();
    const visitor = await site.visit("/");
    expect(await visitor.getByRole("region", { name: "Continue" }).isVisible()).toBe(false);
    await visitor.context().close();
  });
});

describe("a shared document", () => {
  it("is readable and copyable until its link is turned off", async () => {
    const person = await aWriter(["Solberg 7", "Kept back"]);
    const { page } = await aKnownPage(site, "/dashboard/documents", { person });
    const shared = page
      .getByRole("navigation", { name: "Filter documents" })
      .getByRole("link", { name: /^Shared/ });
    await card(page, "Solberg 7").waitFor();
    expect(await shared.count()).toBe(0);
    await act(page, "Solberg 7", "Share");
    const dialog = page.getByRole("dialog", { name: "Share “Solberg 7”" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
    expect(await findViolationsInTheme(page, "dark")).toEqual([]);

    const stranger = await site.visit(new URL(link).pathname);
    await stranger.getByRole("heading", { level: 1, name: "Solberg 7" }).waitFor();
    await stranger.getByText(`Shared by ${person.name}`).waitFor();
    await stranger.getByRole("img", { name: "Page 1 of Solberg 7" }).waitFor();
    expect(await stranger.getByRole("main").getByRole("textbox").count()).toBe(0); // read-only
    expect(await findViolationsInTheme(stranger, "light")).toEqual([]);
    const downloading = stranger.waitForEvent("download");
    await stranger.getByRole("link", { name: "Download PDF" }).click();
    expect((await downloading).suggestedFilename()).toBe("Solberg 7.pdf");
    await stranger.getByRole("button", { name: "Make a copy" }).click();
    await stranger.waitForURL("**/invoices/quarto/use");
    await expect
      .poll(() =>
        stranger
          .getByRole("textbox", { name: /^(Invoice )?[Nn]umber/ })
          .first()
          .inputValue(),
      )
      .toBe("Solberg 7");

    await dialog.getByRole("button", { name: "Close" }).click();
    await page.reload();
    await card(page, "Solberg 7").getByText("Opened once").waitFor();
    await shared.click();
    await expect.poll(() => cards(page).count()).toBe(1);
    expect(await shared.textContent()).toBe(" Shared 1");
    expect(new URL(page.url()).search).toBe("?shared=yes");
    await page.reload(); // the address keeps it
    await card(page, "Solberg 7").waitFor();
    expect(await cards(page).count()).toBe(1);
    await act(page, "Solberg 7", "Share");
    await dialog.getByRole("button", { name: "Turn off link" }).click();
    await page.getByRole("heading", { name: "No shared documents" }).waitFor();
    await page.getByText("Choose Share in a document’s menu to create a link.").waitFor();
    expect(await shared.textContent()).toBe(" Shared 0");
    await stranger.goto(link);
    await stranger.getByRole("heading", { name: "This link no longer works" }).waitFor();
    await stranger.context().close();
    await page.context().close();
  });
});
