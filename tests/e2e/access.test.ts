import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { DESK, openSite, PHONE, type Site, untilAlive } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

async function openPalette(page: Page) {
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill("invioce");
  await page.getByRole("option").first().waitFor();
}

async function openTypes(page: Page) {
  await page
    .getByRole("button", { name: /^(Types|Menu)$/ })
    .filter({ visible: true })
    .click();
}

async function openFilters(page: Page) {
  await page.getByRole("button", { name: "Filters" }).click();
}

async function openOrder(page: Page) {
  await page.getByRole("button", { name: /^Sort by/ }).click();
}

const SCREENS: [name: string, path: string, act?: (page: Page) => Promise<void>][] = [
  ["home", "/"],
  ["all templates", "/templates"],
  ["a search that finds nothing", "/templates?q=zzzzzz"],
  ["a type", "/invoices"],
  ["a template", "/invoices/quarto"],
  ["the error page", "/invoices/quatro"],
  ["the palette", "/invoices", openPalette],
  ["the types", "/", openTypes],
  ["the order", "/invoices", openOrder],
];

const LOOKS = [
  ["desk", DESK, "light"],
  ["phone", PHONE, "dark"],
] as const;

describe("axe", () => {
  // Each runs in one colour scheme in `npm test` and in the other in `npm test -- long`.
  for (const [index, [name, path, act]] of SCREENS.entries())
    for (const [device, viewport, theme] of LOOKS)
      it(`finds nothing on ${name}, on a ${device}`, {
        tags: LOOKS[index % 2]?.[0] === device ? [] : ["long"],
      }, async () => {
        const page = await site.visit(path, { viewport });
        await act?.(page);
        expect(await findViolationsInTheme(page, theme)).toEqual([]);
        await page.context().close();
      });

  it("finds nothing in the filters on a phone", async () => {
    const page = await site.visit("/invoices", { viewport: PHONE });
    await openFilters(page);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.context().close();
  });
});

describe("the theme", () => {
  it("follows the system, can be switched, is remembered and doesn't flash", async () => {
    const page = await site.visit("/", { colorScheme: "light" });
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.goto(`${site.server.url}/invoices`, { waitUntil: "commit" });
    await page.waitForSelector("h1");
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
    expect(await ground()).toBe(dark);
    await page.context().close();
  });
});

describe("at 200 % zoom", () => {
  let page: Page;
  beforeAll(async () => {
    page = await site.open();
  });

  it.each(["/", "/templates", "/invoices", "/invoices/quarto", "/nothing"])(
    "%s needs no horizontal scrolling",
    async (path) => {
      await page.setViewportSize({ width: 640, height: 400 });
      await page.goto(site.server.url + path);
      await untilAlive(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    },
  );
});
