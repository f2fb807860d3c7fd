import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aKnownPage, callOf } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
import { openOwnSite, openSite, type Site, untilAlive } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

/** A window of 1440 by 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 };

/**
 * Visible controls that are covered or cut off at the sides of the window. Controls in scrollable areas are
 * skipped, because they can be scrolled to.
 */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea");
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return [];
      for (let around = control.parentElement; around && around !== document.body; ) {
        if (/auto|scroll/.test(getComputedStyle(around).overflow)) return [];
        around = around.parentElement;
      }
      const { left, right, top, bottom } = control.getBoundingClientRect();
      if (right - left < 2 || bottom <= 1 || top >= innerHeight - 1 || right <= 0) return [];
      const name = control.ariaLabel || control.textContent?.trim() || control.id;
      if (right > innerWidth + 0.5) return [`${name} is cut off`];
      if (top < 0 || bottom > innerHeight) return [];
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isFree =
        hit && (control.contains(hit) || hit.contains(control) || hit.closest("label")?.contains(control));
      return isFree ? [] : [`${name} lies under ${hit?.className}`];
    });
  });
}

describe("at every width", () => {
  it("“Use this template” is visible without scrolling", async () => {
    const page = await site.visit("/invoices/quarto");
    for (const viewport of [
      ZOOMED,
      { width: 820, height: 1180 },
      { width: 1024, height: 768 },
      { width: 1090, height: 800 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      const use = page.getByRole("link", { name: "Use this template" }).filter({ visible: true });
      const box = await use.boundingBox();
      const sheet = await page.getByRole("img", { name: "Sample of Quarto (Invoice)" }).boundingBox();
      if (!box || !sheet) throw new Error("the button or the sheet is not there");
      expect
        .soft(box.y + box.height, `bottom of the button at ${viewport.width}`)
        .toBeLessThanOrEqual(viewport.height);
      expect.soft(box.x, `left of the button at ${viewport.width}`).toBeGreaterThan(sheet.x + sheet.width);
      expect.soft(await coveredControls(page), `at ${viewport.width}`).toEqual([]);
      const name = await page.getByRole("banner").getByText("Typecase", { exact: true }).boundingBox();
      expect.soft(name?.height, `height of the name at ${viewport.width}`).toBeLessThan(30); // one line
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await coveredControls(page)).toEqual([]);
    await page.context().close();
  });

  it("no control of the editor is cut off or covered", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices/quarto/use");
    await page
      .getByRole("textbox", { name: "Invoice number" })
      .fill("2026-014, a number that makes a long title of the document");
    await page.getByText("Saved on this device").waitFor();
    await page.locator('[data-current="true"]').waitFor();
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 390, height: 844 },
      ZOOMED,
      { width: 820, height: 1180 },
      { width: 1024, height: 768 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      await page.getByRole("button", { name: "Download PDF" }).waitFor();
      expect.soft(await coveredControls(page), `at ${viewport.width}`).toEqual([]);
    }
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByRole("menuitem", { name: "Start over" }).click();
    const message = page.getByText("Started over").filter({ visible: true }).first();
    await message.waitFor();
    for (const width of [1440, 720, 390]) {
      await page.setViewportSize({ width, height: 700 });
      if (width === 390) await page.getByRole("button", { name: "Preview", exact: true }).click();
      const said = await message.locator("..").boundingBox();
      const zoom = await page.getByRole("group", { name: "Zoom" }).boundingBox();
      if (!said || !zoom) throw new Error("the message or the zoom is not there");
      expect(said.y + said.height).toBeLessThanOrEqual(zoom.y);
    }
    await page.context().close();
  });
});

describe("at 400 %", () => {
  /** A window of 1280 by 1024 at 400 %. */
  const WINDOW = { width: 320, height: 256 };

  /** How much of the window is left by fixed elements while the page scrolls. */
  const freeHeight = (page: Page) =>
    page.evaluate(() => {
      scrollTo(0, 300);
      const stays = [...document.querySelectorAll("body *")].filter((element) => {
        const { position } = getComputedStyle(element);
        const isBar = position === "fixed" || position === "sticky";
        return isBar && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      });
      const heights = stays.map((element) => {
        const { top, bottom, width } = element.getBoundingClientRect();
        return width < innerWidth / 2 ? 0 : Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
      });
      return innerHeight - heights.reduce((sum, height) => sum + height, 0);
    });

  it("bars scroll with the page, and the whole editor is reachable", { tags: ["long"] }, async () => {
    const page = await site.visit("/", { viewport: WINDOW });
    for (const path of ["/", "/invoices", "/invoices/quarto", "/templates?q=menu"]) {
      await page.goto(site.server.url + path);
      await untilAlive(page);
      expect.soft(await freeHeight(page), path).toBeGreaterThan(0.8 * WINDOW.height);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(overflow, path).toBeLessThanOrEqual(0);
    }
    await page.goto(`${site.server.url}/invoices/quarto/use`);
    await untilAlive(page);
    const name = page.getByRole("textbox", { name: "Name or company" }).first();
    await name.fill("Field & Frame");
    const room = await name.evaluate((input) => {
      for (let around = input.parentElement; around; around = around.parentElement)
        if (/auto|scroll|hidden/.test(getComputedStyle(around).overflowY) && around.clientHeight < 200)
          return around.clientHeight;
      return innerHeight;
    });
    expect(room).toBe(WINDOW.height);
    expect(await freeHeight(page)).toBeGreaterThan(0.8 * WINDOW.height);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByRole("group", { name: "Zoom" }).waitFor();
    await page.context().close();
  });
});

describe("with forced colours", () => {
  it("shows edges, swatches and switch states", { tags: ["long"] }, async () => {
    const page = await site.visit("/invoices/quarto", { forcedColors: "active" });
    const sheet = page.getByRole("img", { name: "Sample of Quarto (Invoice)" });
    expect(
      await sheet.evaluate((image) => getComputedStyle(image.parentElement as Element).outlineStyle),
    ).toBe("solid");
    const swatches = await page
      .getByRole("list", { name: "Colour" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
    expect(swatches.length).toBeGreaterThan(2);
    expect(new Set(swatches).size).toBe(swatches.length);

    await page.goto(site.server.url);
    await untilAlive(page);
    const knob = (when: string) =>
      page
        .getByRole("switch", { name: "Preview with my details" })
        .evaluate((control) => {
          const track = control.querySelector("i");
          if (!track) throw new Error("no track");
          return [
            getComputedStyle(track).backgroundColor,
            getComputedStyle(track, "::after").backgroundColor,
          ];
        })
        .then(([track, inner]) => expect(inner, when).not.toBe(track));
    await knob("off");
    await page.evaluate(() => document.documentElement.setAttribute("data-personal-gallery", ""));
    await knob("on");
    await page.context().close();
  });
});

/** Controls above the page and in the rail that overlap or are cut off. */
function crowdedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(":is(.site-bar, .rail) :is(a, button)"),
    ].filter((control) => control.checkVisibility({ visibilityProperty: true }));
    const boxes = controls.map((control) => ({
      name: control.ariaLabel || control.textContent?.trim(),
      box: control.getBoundingClientRect(),
    }));
    return boxes.flatMap(({ name, box }, i) => [
      ...(box.left < 0 || box.right > innerWidth + 0.5 || box.width < 16 ? [`${name} is cut off`] : []),
      ...boxes.slice(i + 1).flatMap(({ name: other, box: its }) => {
        const isApart =
          box.right <= its.left + 1 ||
          its.right <= box.left + 1 ||
          box.bottom <= its.top + 1 ||
          its.bottom <= box.top + 1;
        return isApart ? [] : [`${name} overlaps ${other}`];
      }),
    ]);
  });
}

describe("with a long library name", () => {
  let own: Awaited<ReturnType<typeof openOwnSite>>;
  beforeAll(async () => {
    own = await openOwnSite({ RENDER_PROCESSES: "0" });
  });
  afterAll(() => own?.close());

  for (const name of ["Gemeindebibliothekenverzeichnis", "The Town Library of Upper Larnes"])
    it(`fits header, dashboard and studio into the window: ${name}`, { tags: ["long"] }, async () => {
      const call = callOf(own);
      const operator = await anOperator(call, { environment: { DATA_DIR: own.data, DATABASE_URL: "" } });
      const renamed = await call("/site/settings", {
        method: "PATCH",
        headers: { "content-type": "application/json", cookie: operator.cookie },
        body: JSON.stringify({ libraryName: name }),
      });
      expect(renamed.status).toBe(200);
      const visitor = await own.visit("/templates");
      const { page } = await aKnownPage(own, "/dashboard", { person: operator });
      const expectWhole = async (shown: Page, where: string) => {
        for (const width of [390, 720, 820, 1440]) {
          await shown.setViewportSize({ width, height: 900 });
          const overflow = await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect.soft(overflow, `${where} at ${width}`).toBeLessThanOrEqual(0);
          expect.soft(await crowdedControls(shown), `${where} at ${width}`).toEqual([]);
        }
      };
      await expectWhole(visitor, "the header");
      await expectWhole(page, "the dashboard");
      await page.goto(`${own.server.url}/studio/pages`);
      await untilAlive(page);
      await page.getByRole("heading", { name: "Pages", level: 1 }).waitFor();
      await expectWhole(page, "the studio");
    });
});
