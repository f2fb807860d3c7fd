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
  ["a template", "/invoices/quarto"],
  ["a type", "/invoices"],
  ["the palette", "/invoices", openPalette],
];

const MORE_SCREENS: typeof SCREENS = [
  ["all templates", "/templates"],
  ["a search that finds nothing", "/templates?q=zzzzzz"],
  ["the error page", "/invoices/quatro"],
  ["the types", "/", openTypes],
  ["the order", "/invoices", openOrder],
];

const LOOKS = [
  ["desk", DESK, "light"],
  ["phone", PHONE, "dark"],
] as const;

describe("axe", () => {
  // Each of the first runs in one colour scheme in `npm test`, and in the other in `npm test -- long`.
  for (const [index, [name, path, act]] of [...SCREENS, ...MORE_SCREENS].entries())
    for (const [device, viewport, theme] of LOOKS) {
      const isQuick = index < SCREENS.length && LOOKS[index % 2]?.[0] === device;
      it(`finds nothing on ${name}, on a ${device}`, { tags: isQuick ? [] : ["long"] }, async () => {
        const page = await site.visit(path, { viewport });
        await act?.(page);
        expect(await findViolationsInTheme(page, theme)).toEqual([]);
        await page.context().close();
      });
    }

  it("finds nothing in the filters on a phone", { tags: ["long"] }, async () => {
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
