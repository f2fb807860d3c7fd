import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INTERFACE_LANGUAGES, inLanguage, PSEUDO_LANGUAGE } from "../../contract/site/interface-languages.ts";
import { findViolationsInLanguage, findViolationsOfTexts } from "../support/axe.ts";
import { withDatabase } from "../support/database-schema.ts";
import { aKnownBrowser, aKnownPage, callOf, postAs, someTemplates } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
import { knownNames, NARROW, overflowOf, plainTexts } from "../support/page-language.ts";
import {
  DASHBOARD_ROUTES,
  NAMES_OF_ITEMS,
  NOT_TRANSLATED,
  OTHER_STATES,
  PUBLIC_ROUTES,
  pathsOf,
  STUDIO_ROUTES,
} from "../support/page-paths.ts";
import { openStaticPages, walkPages } from "../support/page-walk.ts";
import { aPerson, type Person } from "../support/people.ts";
import { openOwnSite, untilAlive } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
let operator: Person;
let pathOf: (route: string) => string;
beforeAll(async () => {
  // Its own, because it changes pages of the site and a template.
  site = await openOwnSite({ PUBLIC_URL: "", WEBHOOK_HOSTS: "larnes.example" });
  const place = { environment: { DATA_DIR: site.data, DATABASE_URL: "" } };
  operator = await anOperator(callOf(site), place);
  pathOf = await pathsOf(callOf(site), operator, (run) => withDatabase(place, run));
});
afterAll(() => site?.close());

const [PUBLIC_STATES, PERSONAL_STATES] = [
  OTHER_STATES.filter((path) => !path.startsWith("/studio")),
  OTHER_STATES.filter((path) => path.startsWith("/studio")),
];
const PUBLIC = [...PUBLIC_ROUTES, ...PUBLIC_STATES];
const PERSONAL = [...DASHBOARD_ROUTES, ...STUDIO_ROUTES, ...PERSONAL_STATES];
const TEN = [
  ...["/", "/templates", "/invoices", "/invoices/quarto", "/invoices/quarto/use", "/login", "/signup"],
  ...["/contact", "/details", "/nothing"],
];
const OTHER_LANGUAGES = INTERFACE_LANGUAGES.filter((language) => language !== "en" && language !== "ar");

/** Texts of the template that a new draft begins with. */
const SCAFFOLD = [
  ...["New Template", "Heading", "Date", "Your name", "Your email", "Text", "Points", "Point", "Note"],
];

/** Types and categories, which the studio shows as they are stored. */
async function storedTexts(): Promise<string[]> {
  type Stored = { id: string; singular: string; plural: string; categories: Category[] };
  type Category = { label: string; description: string };
  const answer = await fetch(`${site.server.url}/items/types?limit=-1`);
  const types: Stored[] = (await answer.json()).data;
  return types.flatMap(({ id, singular, plural, categories }) => [
    ...[id, singular, plural],
    ...categories.flatMap(({ label, description }) => [label, description]),
  ]);
}

it("the check for overflow finds what can't be seen or scrolled to", async () => {
  const page = await site.open({ viewport: NARROW });
  const look = async (html: string, direction = "ltr") => {
    await page.setContent(`<html dir="${direction}"><body style="margin: 0; overflow: hidden">${html}`);
    return overflowOf(page);
  };
  const box = (style: string, content: string) => `<div class="box" style="${style}">${content}</div>`;
  const wide = '<button style="width: 400px">Save</button>';
  const atEdge = "button.null “Save” right at 400";
  expect(await look(wide)).toContain(atEdge);
  expect(await look(wide, "rtl")).toContain("button.null “Save” left at -80");
  expect(await look(box("width: 90px; overflow: hidden", wide))).toContain(
    "button.null “Save” right is cut off by div.box",
  );
  expect(await look(box("height: 9px; overflow: hidden", "<p>Two<br>lines"))).toContain(
    "p.null “Twolines” bottom is cut off by div.box",
  );
  expect(await look(box("width: 90px; white-space: nowrap; overflow: hidden", "x".repeat(90)))).toHaveLength(
    1,
  );
  expect(await look(box("overflow: auto", wide))).toEqual([]);
  expect(await look(box("overflow: hidden; clip-path: inset(50%)", wide))).toEqual([]);
  expect(await look(box("overflow: hidden", `<div aria-hidden="true">${wide}</div>`))).toEqual([]);
  const shortened = "width: 90px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis";
  expect(await look(box(shortened, "x".repeat(90)))).toEqual([]);
  // A list that opens over what clips its button.
  const list = box("position: fixed; left: 100px; top: 0; width: 90px", "List");
  expect(await look(box("width: 90px; overflow: hidden", list))).toEqual([]);
  await page.context().close();
});

describe("every page", () => {
  for (const language of [PSEUDO_LANGUAGE, "ar"] as const)
    for (const [who, routes] of [
      ["a visitor", PUBLIC],
      ["an operator", PERSONAL],
    ] as const)
      it(`of ${who} fits into 320 px in ${language}, and axe finds nothing`, async () => {
        const isPseudo = language === PSEUDO_LANGUAGE;
        const names = [
          ...(await knownNames(site.server.url)),
          ...[...NAMES_OF_ITEMS, operator.name, operator.email],
        ];
        const stored = routes === PERSONAL ? [...(await storedTexts()), ...SCAFFOLD] : [];
        const options = { viewport: NARROW };
        const { page } =
          routes === PERSONAL
            ? await aKnownBrowser(site, { ...options, person: operator })
            : { page: await site.open(options) };
        await walkPages(page, site.server.url, language, routes.map(pathOf), async (path) => {
          expect.soft(await overflowOf(page), path).toEqual([]);
          if (isPseudo && !NOT_TRANSLATED.includes(path))
            expect.soft(await plainTexts(page, { names, stored }), path).toEqual([]);
          expect.soft(await findViolationsInLanguage(page), path).toEqual([]);
        });
        await page.context().close();
      });

  for (const language of OTHER_LANGUAGES)
    it(`of ten fits into 320 px in ${language}, and axe finds nothing`, async () => {
      const page = await site.open({ viewport: NARROW });
      const show = await openStaticPages(page, site.server.url);
      for (const path of TEN) {
        await show(inLanguage(language, path));
        expect.soft(await page.evaluate(() => document.documentElement.lang)).toBe(language);
        expect.soft(await overflowOf(page), path).toEqual([]);
        expect.soft(await findViolationsOfTexts(page), path).toEqual([]);
      }
      await page.context().close();
    });
});

const number = (page: Page) => page.getByRole("textbox", { name: /^(Invoice number|Rechnungsnummer)/ });

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

  it("keeps a person's document and its address, and is stored in the account", async () => {
    const { page, person } = await aKnownPage(site, "/invoices/quarto/use");
    await number(page).fill("2026-078");
    await page.waitForURL("**/use?document=*");
    const before = new URL(page.url());
    await chooseGerman(page);
    const after = new URL(page.url());
    expect([after.pathname, after.search]).toEqual([`/de${before.pathname}`, before.search]);
    await expect.poll(() => number(page).inputValue()).toBe("2026-078");
    await page.context().close();

    // The account has the language too: the page after signing in on another device is in it.
    const other = await site.visit("/login?next=%2Finvoices", { fresh: true });
    await other.getByLabel("Email").fill(person.email);
    await other.getByLabel("Password").fill(person.password);
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.waitForURL("**/de/invoices");
    await other.context().close();
  });
});

describe("a shared link", () => {
  it("opens the document in the language it was shared in", async () => {
    const person = await aPerson(callOf(site));
    const template = { templates_id: (await someTemplates(site))[0]?.id };
    const title = "Speicherstadt 12";
    await postAs(site, person, "/items/documents", { ...template, title, data: {} });
    const { page } = await aKnownPage(site, "/de/dashboard/documents", { person });
    await page.getByRole("button", { name: `Weitere Aktionen für ${title}` }).press("Enter");
    await page.getByRole("menuitem", { name: "Teilen" }).click();
    const dialog = page.getByRole("dialog", { name: `„${title}“ teilen` });
    await dialog.getByRole("button", { name: "Link erstellen" }).click();
    const link = new URL(await dialog.getByRole("textbox", { name: "Link" }).inputValue());
    await page.context().close();

    const reader = await site.visit(link.pathname, { locale: "en-GB" });
    expect(await reader.locator("html").getAttribute("lang")).toBe("de");
    await reader.getByText(`Geteilt von ${person.name}`).waitFor();
    await reader.context().close();
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
