import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { gatherComplaints } from "../support/browser.ts";
import { LIBRARY } from "../support/drawn-library.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import {
  DESK,
  formField,
  openOwnSite,
  openSite,
  PHONE,
  type Site,
  untilAlive,
  untilSettled,
} from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const LINES = [
  { item: "Wooden letters", quantity: "12", price: "40" },
  { item: "Paper samples", quantity: "3", price: "9.50" },
  { item: "Proof on newsprint", quantity: "1", price: "120" },
  { item: "Delivery by bicycle", quantity: "2", price: "15.25" },
  { item: "Washing up", quantity: "4", price: "7" },
];
const TOTAL = "687.00"; // 480 + 28.50 + 120 + 30.50 + 28

/** Everything typed so far is on the pages. */
const untilCurrent = (page: Page) => page.locator('[data-current="true"]').waitFor();
const field = (page: Page, label: string) => formField(page, label).first();

async function openEditor(viewport = DESK, on: Site = site): Promise<Page> {
  const page = await on.visit("/invoices/quarto/use", { viewport });
  await untilCurrent(page);
  return page;
}

/** The width of a field's first line as a share of the page. */
async function widthOf(page: Page, path: string): Promise<number> {
  await untilCurrent(page);
  const style = await page.locator(`[data-field="${path}"]`).first().getAttribute("style");
  return Number(/width: ([\d.]+)%/.exec(style ?? "")?.[1]);
}

async function typeInvoice(page: Page): Promise<void> {
  await field(page, "Invoice number").fill("2026-31");
  await field(page, "Client").fill("Hafenbad Nord");
  for (const [index, { item, quantity, price }] of LINES.entries()) {
    if (index > 0) await page.getByRole("button", { name: "Add item" }).click();
    const row = page.locator(`[data-row="items.${index}"]`);
    await row.getByLabel("Item", { exact: true }).fill(item);
    await row.getByLabel("Quantity").fill(quantity);
    await row.getByLabel("Unit price").fill(price);
  }
  await field(page, "Tax rate (%)").fill("0");
}

describe.each([
  ["a desk", DESK, []],
  ["a phone", PHONE, ["long"]],
])("an invoice with five lines, on %s", (_name, viewport, tags) => {
  it("becomes a PDF with the typed data and the right total", { tags }, async () => {
    const page = await site.visit("/invoices/quarto", { viewport });
    const complaints = gatherComplaints(page);
    await page.getByRole("link", { name: "Use this template" }).filter({ visible: true }).click();
    await page.waitForURL("**/invoices/quarto/use");
    await typeInvoice(page);
    await expect.poll(() => page.title()).toBe("Invoice 2026-31 · Typecase");
    await untilCurrent(page);
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download PDF" }).click();
    await page.getByRole("dialog", { name: /fields? (?:is|are) empty/ }).waitFor();
    await page.keyboard.press("Enter");
    const text = textOfPdf(await readFile(await (await coming).path()));
    for (const words of ["2026-31", "Hafenbad Nord", TOTAL, ...LINES.map(({ item }) => item)]) {
      expect(text).toContain(words);
    }
    expect(text).not.toMatch(/Wayfinding|Solberg|Field & Frame/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("the preview", () => {
  it("shows what is typed, and where", async () => {
    const page = await openEditor();
    const sample = await widthOf(page, "to.name");
    await field(page, "Client").pressSequentially("Ode");
    expect(await widthOf(page, "to.name")).toBeLessThan(sample);
    expect(await page.locator("[data-highlight]").count()).toBe(1);
    await field(page, "Client").pressSequentially(" & Hafenbad Nord, Umkleiden und Kasse");
    await expect.poll(() => page.locator("[data-highlight]").count()).toBe(2); // one per line
    expect(await page.locator("[data-note]").textContent()).toBe("Client");
    expect(await page.getByRole("img", { name: "Quarto, page 1 of 1" }).count()).toBe(1);
    await page.context().close();
  });

  it("leads from clicked text to its field", async () => {
    const page = await openEditor();
    await page.getByRole("button", { name: "Add item" }).click();
    await field(page, "Item").fill("Second row");
    await untilCurrent(page);
    await page.getByRole("tab", { name: "Design" }).click();
    await page.locator('[data-field="to.attention"]').first().click();
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest("[data-path]")?.getAttribute("data-path"));
    await expect.poll(focused).toBe("to.attention");
    await page.locator('[data-field="items.1.description"]').click();
    await expect.poll(focused).toBe("items.1.description");
    expect(await field(page, "Item").inputValue()).toBe("Second row");
    await page.context().close();
  });

  it("never shows an older draft when a response is late", async () => {
    const page = await openEditor();
    const late: Route[] = [];
    await page.route("**/render/*.svg", (route) =>
      route.request().postData()?.includes("An older and much longer name")
        ? void late.push(route)
        : route.continue(),
    );
    await field(page, "Client").fill("An older and much longer name");
    await expect.poll(() => late.length).toBe(1);
    await field(page, "Client").fill("New");
    const width = await widthOf(page, "to.name");
    await late[0]?.continue().catch(() => undefined);
    await untilSettled(page);
    expect(await widthOf(page, "to.name")).toBe(width);
    await page.context().close();
  });

  it("reports being offline and catches up afterwards", async () => {
    const page = await openEditor();
    const before = await widthOf(page, "to.name");
    await page.context().setOffline(true);
    await field(page, "Client").fill("Typed on a train, in a tunnel");
    await page.getByText("You’re offline. The preview will update").waitFor();
    await page.context().setOffline(false);
    expect(await widthOf(page, "to.name")).toBeGreaterThan(before);
    expect(await page.getByText("You’re offline").isVisible()).toBe(false);
    await page.context().close();
  });

  it("zooms in, out and to fit", async () => {
    const page = await openEditor();
    const width = async () =>
      (await page.getByRole("img", { name: "Quarto, page 1 of 1" }).boundingBox())?.width ?? 0;
    const whole = await width();
    await page.getByRole("button", { name: "Zoom in" }).click();
    const larger = await width();
    expect(larger).toBeGreaterThan(whole);
    await page.getByRole("button", { name: /Show the whole page/ }).click();
    expect(await width()).toBe(whole);
    await page.getByRole("button", { name: /Show the full width/ }).click();
    expect(await width()).toBeGreaterThan(larger);
    await page.getByRole("region", { name: "Pages" }).hover();
    const wide = await width();
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, 100);
    await page.keyboard.up("Control");
    await expect.poll(width).toBeLessThan(wide);
    await page.context().close();
  });
});

describe("hiding sample text", () => {
  it("shows exactly the export until the tab is closed", {
    tags: ["long"],
  }, async () => {
    const page = await site.visit("/invoices/blueprint/use");
    await untilCurrent(page);
    // The sample is in kroner.
    expect(await page.getByLabel("Currency").locator("option:checked").textContent()).toBe("EUR");
    await field(page, "Invoice number").fill("7");
    await untilCurrent(page);
    const switched = page.getByRole("switch", { name: /^Hide sample text/ });
    const places = (path: string) => page.locator(`[data-field^="${path}"]`);
    expect(await places("items").count()).toBeGreaterThan(0);

    await switched.focus();
    await page.keyboard.press("Space");
    await expect.poll(() => places("items").count()).toBe(0);
    expect(await places("number").count()).toBeGreaterThan(0);
    await page.getByText("Page 1 of 1", { exact: true }).waitFor();
    expect(await findViolationsInTheme(page, "light")).toEqual([]);

    await page.reload();
    await untilCurrent(page);
    expect(await switched.isChecked()).toBe(true);
    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await switched.click();
    await expect.poll(() => places("items").count()).toBeGreaterThan(0);
    await page.context().close();
  });

  it("shows the number of exported pages", { tags: ["long"] }, async () => {
    const page = await site.visit("/proposals/premise/use");
    await field(page, "Title").fill("Fewer empty shelves");
    await page.getByText(/^Page 1 of 1, plus \d sample pages?$/).waitFor();
    await page.context().close();
  });
});

describe("undo", () => {
  it("undoes and redoes ten steps over text, rows and design", async () => {
    const page = await openEditor();
    for (const [label, words] of [
      ["Invoice number", "7"],
      ["Client", "Hafenbad"],
      ["Attention", "Frau Ode"],
      ["Item", "Letters"],
      ["Details", "Of beech"],
      ["Unit price", "10"],
      ["Notes", "Thank you"],
    ] as const) {
      await field(page, label).fill(words);
    }
    await page.getByRole("button", { name: "Add item" }).click();
    await page.getByRole("tab", { name: "Design" }).click();
    await page.getByRole("radio", { name: "#0f766e" }).check();
    await page.getByRole("radio", { name: /^Warm/ }).check();
    await page.getByRole("tab", { name: "Fields" }).click();
    const undo = page.getByRole("button", { name: "Undo" });
    await field(page, "Client").focus();
    for (let step = 0; step < 10; step++) await page.keyboard.press("Control+z");
    expect(await undo.isDisabled()).toBe(true);
    expect(await field(page, "Invoice number").inputValue()).toBe("");
    for (let step = 0; step < 10; step++) await page.keyboard.press("Control+Shift+z");
    expect(await page.getByRole("button", { name: "Redo" }).isDisabled()).toBe(true);
    expect(await field(page, "Client").inputValue()).toBe("Hafenbad");
    expect(await page.getByText(/^\d+ of \d+ filled in$/).textContent()).toMatch(/^7 of/);
    await untilCurrent(page);
    await page.context().close();
  });
});

describe("on a phone", () => {
  it("shows a small preview that follows the field", { tags: ["long"] }, async () => {
    const page = await openEditor(PHONE);
    const stage = page.locator("[data-current]");
    await field(page, "Client").fill("Hafenbad Nord");
    await untilCurrent(page);
    const light = page.locator("[data-highlight]");
    const distance = async () => {
      const [box, spot] = await Promise.all([stage.boundingBox(), light.boundingBox()]);
      if (!box || !spot) return Number.POSITIVE_INFINITY;
      return Math.abs(spot.y + spot.height / 2 - (box.y + box.height / 2));
    };
    await expect.poll(distance).toBeLessThan(4);
    await page.setViewportSize({ width: PHONE.width, height: 480 });
    await expect.poll(() => stage.isVisible()).toBe(false);
    expect(await field(page, "Client").isVisible()).toBe(true);
    await page.setViewportSize(PHONE);
    await expect.poll(() => stage.isVisible()).toBe(true);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByText("A4, 210 × 297 mm").waitFor();
    expect(await page.getByRole("tab", { name: "Fields" }).isVisible()).toBe(false);
    await page.locator('[data-field="number"]').first().click();
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest("[data-path]")?.getAttribute("data-path")),
      )
      .toBe("number");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await page.context().close();
  });
});

describe("for everyone", () => {
  async function expectNoViolations(viewport: typeof DESK, theme: "light" | "dark"): Promise<void> {
    const page = await site.visit("/invoices/quarto/use", { viewport });
    await field(page, "Client").fill("Hafenbad Nord");
    await untilCurrent(page);
    expect(await findViolationsInTheme(page, theme)).toEqual([]);
    await page.getByRole("tab", { name: "Design" }).click();
    expect(await findViolationsInTheme(page, theme)).toEqual([]);
    await page.context().close();
  }

  it("axe finds nothing in fields and design on a phone", { tags: ["long"] }, () =>
    expectNoViolations(PHONE, "dark"),
  );
  it("axe finds nothing in fields and design on a desk", { tags: ["long"] }, () =>
    expectNoViolations(DESK, "light"),
  );

  it("shows the sample without scripts", async () => {
    const page = await site.visit("/invoices/quarto/use", { javaScriptEnabled: false });
    expect(await page.getByText("needs JavaScript").isVisible()).toBe(true);
    expect(await page.getByRole("img", { name: "Quarto, sample page 1 of 1" }).isVisible()).toBe(true);
    expect(await page.getByRole("link", { name: "Download the sample PDF" }).getAttribute("href")).toBe(
      "/invoices/quarto/sample.pdf",
    );
    await page.context().close();
  });

  it("sends everyone the same page", async () => {
    const answer = await site.server.fetch("/invoices/quarto/use");
    const other = await site.server.fetch(
      "/invoices/quarto/use?document=0192f0c1-0000-7000-8000-000000000000",
    );
    expect(other.headers.get("etag")).toBe(answer.headers.get("etag"));
    expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>');
    expect((await site.server.fetch("/invoices/quatro/use")).status).toBe(404);
  });
});

describe("when the server is killed while typing", () => {
  it("loses nothing, and the preview catches up", {
    tags: ["long"],
  }, async () => {
    const own = await openOwnSite();
    let again: ServerProcess | undefined;
    try {
      const page = await openEditor(DESK, own);
      await field(page, "Client").fill("Before");
      await page.getByText("Saved on this device").waitFor();
      const before = await widthOf(page, "to.name");
      await own.server.stop("SIGKILL");
      await field(page, "Client").pressSequentially(" and after the server was gone");
      await page.getByText("We can’t reach the server. The preview will update").waitFor();
      const PORT = new URL(own.server.url).port;
      again = await startServer({
        environment: { PORT, DATA_DIR: own.data, LIBRARY_DIR: LIBRARY, RENDER_PROCESSES: "1" },
      });
      expect(await widthOf(page, "to.name")).toBeGreaterThan(before);
      await page.reload();
      await untilAlive(page);
      await expect
        .poll(() => field(page, "Client").inputValue())
        .toBe("Before and after the server was gone");
    } finally {
      await again?.stop();
      await own.close();
    }
  });
});
