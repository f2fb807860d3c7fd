import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage, callOf } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
import { openSite, untilAlive, untilSettled } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const NARROW = { width: 320, height: 640 };
const PUBLIC = [
  "/",
  "/templates",
  "/templates?q=zzzzzz",
  "/invoices",
  "/invoices/quarto",
  "/invoices/quarto/use",
  "/login",
  "/signup",
  "/forgot-password",
  "/contact",
  "/details",
  "/docs/api",
  "/nothing",
];
/** Pages whose texts are mostly those of the library or of the API's description. */
const OF_OTHERS = ["/invoices/quarto/use", "/docs/api"];
const PERSONAL = [
  "",
  "/saved",
  "/documents",
  "/templates",
  "/details",
  "/history",
  "/profile",
  "/account",
].map((path) => `/dashboard${path}`);
const STUDIO = [
  "",
  "/types",
  "/home",
  "/pages",
  "/figures",
  "/handed-in",
  "/people",
  "/messages",
  "/ratings",
  "/log",
].map((path) => `/studio${path}`);

/** Texts of the interface that are not in the pseudo-language, in which every vowel has an accent. */
function plainTexts(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((known) => {
    const isData = (text: string) => known.some((name) => name.includes(text) || text.includes(name));
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? "";
      const around = node.parentElement;
      if (!around || around.closest("script, noscript, style, template, code, pre, kbd, [lang]:not(html)"))
        continue;
      if (/[a-z]{3}/i.test(text) && /[aeiou]/i.test(text) && !/[áéíóú]/i.test(text) && !isData(text))
        found.add(text);
    }
    return [...found];
  }, names);
}

/** What makes a page wider than its window. */
async function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const isWide = (element: Element) =>
      element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    return [...document.querySelectorAll("body *")]
      .filter(isWide)
      .map((element) => `${element.localName}.${element.className} ${element.textContent?.slice(0, 40)}`);
  });
}

/** Names and descriptions of the library, which is in English. */
async function libraryTexts(): Promise<string[]> {
  const read = async (path: string) => (await (await fetch(site.server.url + path)).json()).data;
  const types: {
    singular: string;
    plural: string;
    description: string;
    categories: { label: string; description: string }[];
  }[] = await read("/items/types?limit=-1");
  const templates: { template_name: string; description: string | null }[] = await read(
    "/items/templates?limit=-1&fields=template_name,description",
  );
  const invoices = await read("/items/templates?limit=-1&filter[type][_eq]=invoices&fields=fields");
  const titles = [...JSON.stringify(invoices).matchAll(/"title":"([^"]*)"/g)].map(([, title = ""]) => title);
  return [
    ...titles,
    ...["Typecase", "API", "curl", "JavaScript", "Python", "Privacy", "Terms"],
    ...["Page Not Found", "Page not found:"], // as the specification has them
    ...types.flatMap(({ singular, plural, description, categories }) => [
      singular,
      plural,
      description,
      ...categories.flatMap((each) => [each.label, each.description]),
    ]),
    ...templates.flatMap(({ template_name, description }) => [template_name, description ?? ""]),
  ].filter((text) => text.length > 2);
}

describe("every page of a visitor", () => {
  it("is translated and fits into 320 px in the pseudo-language", async () => {
    const names = await libraryTexts();
    const page = await site.open({ viewport: NARROW });
    for (const path of PUBLIC) {
      await page.goto(`${site.server.url}/en-XA${path === "/" ? "" : path}`);
      await untilAlive(page);
      expect.soft(await overflowOf(page), path).toEqual([]);
      if (!OF_OTHERS.includes(path)) expect.soft(await plainTexts(page, names), path).toEqual([]);
    }
    await page.context().close();
  });

  it("fits into 320 px in Arabic", async () => {
    const page = await site.open({ viewport: NARROW });
    for (const path of PUBLIC) {
      await page.goto(`${site.server.url}/ar${path === "/" ? "" : path}`);
      await untilAlive(page);
      expect.soft(await overflowOf(page), path).toEqual([]);
    }
    await page.context().close();
  });
});

describe("pages of people and operators", () => {
  it("fit into 320 px in the pseudo-language and in Arabic", async () => {
    const place = { environment: { DATA_DIR: site.data, DATABASE_URL: "" } };
    const person = await anOperator(callOf(site), place);
    const { page } = await aKnownPage(site, "/dashboard", { person, viewport: NARROW });
    for (const language of ["en-XA", "ar"])
      for (const path of [...PERSONAL, ...STUDIO]) {
        await page.goto(`${site.server.url}/${language}${path}`);
        await untilAlive(page);
        await untilSettled(page);
        expect.soft(await overflowOf(page), language + path).toEqual([]);
      }
    await page.context().close();
  });
});

describe("axe finds nothing in Arabic", () => {
  it.each(["", "/invoices", "/invoices/quarto", "/login"])("on /ar%s", async (path) => {
    const page = await site.visit(`/ar${path}`);
    expect(await findViolationsInTheme(page, "light")).toEqual([]);
    await page.context().close();
  });
});

/** The library's texts are in English. */
const number = (page: Page) => page.getByRole("textbox", { name: "Invoice number" });

describe("changing the language", () => {
  async function chooseGerman(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Language", exact: true }).filter({ visible: true }).click();
    await page.getByRole("link", { name: /^Deutsch/ }).click();
    await page.waitForURL("**/de/**");
    await untilAlive(page);
  }

  it("keeps a visitor's draft", async () => {
    const page = await site.visit("/invoices/quarto/use");
    await number(page).fill("2026-077");
    await page.getByText("Saved on this device").waitFor();
    await chooseGerman(page);
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await expect.poll(() => number(page).inputValue()).toBe("2026-077");
    await page.context().close();
  });

  it("keeps a person's document, and its address", async () => {
    const { page } = await aKnownPage(site, "/invoices/quarto/use");
    await number(page).fill("2026-078");
    await page.waitForURL("**/use?document=*");
    const before = new URL(page.url());
    await chooseGerman(page);
    const after = new URL(page.url());
    expect([after.pathname, after.search]).toEqual([`/de${before.pathname}`, before.search]);
    await expect.poll(() => number(page).inputValue()).toBe("2026-078");
    await page.context().close();
  });
});

describe("the offer of a language", () => {
  it("is in the browser's language, leads there and can be dismissed", async () => {
    const page = await site.visit("/invoices", { locale: "de-AT" });
    const offer = page.getByRole("region", { name: "Language" });
    await offer.getByText("Diese Seite gibt es auch auf Deutsch.").waitFor();
    await offer.getByRole("button", { name: "Stay in English" }).click();
    await expect.poll(() => offer.isVisible()).toBe(false);
    await page.reload();
    await untilAlive(page);
    expect(await offer.isVisible()).toBe(false);

    const other = await site.visit("/invoices", { locale: "de-AT", fresh: true });
    await other.getByRole("link", { name: "Auf Deutsch wechseln" }).click();
    await other.waitForURL("**/de/invoices");
    await untilAlive(other);
    expect(await other.getByText("auch auf").count()).toBe(0);
    await page.context().close();
    await other.context().close();
  });
});
