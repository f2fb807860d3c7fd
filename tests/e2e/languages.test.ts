import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INTERFACE_LANGUAGES, inLanguage } from "../../contract/site/interface-languages.ts";
import { findViolationsInLanguage } from "../support/axe.ts";
import { dataOf, draftsOf } from "../support/drafts.ts";
import { aKnownPage, callOf, postAs, someTemplates } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
import { knownNames, NARROW, overflowOf, plainTexts } from "../support/page-language.ts";
import { aPerson, type Person } from "../support/people.ts";
import { openSite, untilAlive, untilSettled } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

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
  "/reset-password",
  "/reset-password?token=used",
  "/verify-email",
  "/contact",
  "/details",
  "/e-invoices/open",
  "/docs/api",
  "/privacy",
  "/terms",
  "/setup",
  "/shared/nothing",
  "/nothing",
];
const TEN = [
  ...["/", "/templates", "/invoices", "/invoices/quarto", "/invoices/quarto/use", "/login", "/signup"],
  ...["/contact", "/details", "/nothing"],
];
const OTHER_LANGUAGES = INTERFACE_LANGUAGES.filter((language) => language !== "en" && language !== "ar");
/** The API's description is in English, the others in the operator's language. */
const IN_ENGLISH = ["/docs/api", "/privacy", "/terms"];
const PERSONAL = [
  "",
  "/saved",
  "/documents",
  "/templates",
  "/details",
  "/history",
  "/profile",
  "/account",
  "/account/keys",
  "/account/webhooks",
  "/jobs",
  "/connect",
].map((path) => `/dashboard${path}`);
const STUDIO = [
  "",
  "/types",
  "/home",
  "/pages",
  "/pages/new",
  "/figures",
  "/handed-in",
  "/people",
  "/messages",
  "/ratings",
  "/translations",
  "/log",
].map((path) => `/studio${path}`);

/** Texts of the template that a new draft begins with. */
const SCAFFOLD = [
  ...["New Template", "Heading", "Date", "Your name", "Your email", "Text", "Points", "Point", "Note"],
];

describe("every page of a visitor", () => {
  it("is translated and fits into 320 px in the pseudo-language", async () => {
    const names = await knownNames(site.server.url);
    const page = await site.open({ viewport: NARROW });
    for (const path of PUBLIC) {
      await page.goto(site.server.url + inLanguage("en-XA", path));
      await untilAlive(page);
      expect.soft(await overflowOf(page), path).toEqual([]);
      if (!IN_ENGLISH.includes(path)) expect.soft(await plainTexts(page, { names }), path).toEqual([]);
    }
    await page.context().close();
  });

  it("fits into 320 px in Arabic, and axe finds nothing", { tags: ["long"] }, async () => {
    const page = await site.open({ viewport: NARROW });
    for (const path of PUBLIC) {
      await page.goto(site.server.url + inLanguage("ar", path));
      await untilAlive(page);
      expect.soft(await overflowOf(page), path).toEqual([]);
      expect.soft(await findViolationsInLanguage(page), path).toEqual([]);
    }
    await page.context().close();
  });

  for (const language of OTHER_LANGUAGES)
    it(`fits into 320 px in ${language}, and axe finds nothing`, { tags: ["long"] }, async () => {
      const page = await site.open({ viewport: NARROW });
      for (const path of TEN) {
        await page.goto(site.server.url + inLanguage(language, path));
        await untilAlive(page);
        expect.soft(await page.evaluate(() => document.documentElement.lang)).toBe(language);
        expect.soft(await overflowOf(page), language + path).toEqual([]);
        expect.soft(await findViolationsInLanguage(page), language + path).toEqual([]);
      }
      await page.context().close();
    });
});

/** On the operator's first pages; those of deleted people are in the log. */
async function namesOfPeople(operator: Person): Promise<string[]> {
  const { data } = (await (
    await callOf(site)("/auth/people", { headers: { cookie: operator.cookie } })
  ).json()) as { data: { name: string | null }[] };
  return data.flatMap(({ name }) => (name ? [name] : []));
}

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

describe("pages of people and operators", () => {
  const TITLE = "Night at the harbour";
  const KEY = "Larnes harbour shop";
  let operator: Person;
  let screens: string[];
  beforeAll(async () => {
    operator = await anOperator(callOf(site), { environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
    const template = { templates_id: (await someTemplates(site))[0]?.id };
    const own = { user_id: operator.id, template_id: [template] };
    const document = await postAs(site, operator, "/items/documents", {
      ...template,
      title: TITLE,
      data: {},
    });
    await postAs(site, operator, "/items/saved_templates", own);
    await postAs(site, operator, "/items/history", { ...own, action: "created", title: TITLE });
    const drafts = draftsOf(callOf(site), { cookie: operator.cookie });
    const draft = await drafts.newDraft();
    const shared = await callOf(site)(`/shares/${(await dataOf<{ id: string }>(document)).id}`, {
      method: "PUT",
      headers: { "content-type": "application/json", cookie: operator.cookie },
      body: "{}",
    });
    const { path } = await dataOf<{ path: string }>(shared);
    await postAs(site, operator, "/auth/keys", { name: KEY, scopes: ["render"], days: 90 });
    screens = [
      ...PERSONAL,
      ...STUDIO,
      `/studio/drafts/${draft.id}`,
      `/studio/templates/${template.templates_id}`,
      path,
    ];
  });

  async function visitAll(language: "en-XA" | "ar", look: (page: Page, path: string) => Promise<void>) {
    const { page } = await aKnownPage(site, inLanguage(language, "/dashboard"), {
      person: operator,
      viewport: NARROW,
    });
    for (const path of screens) {
      await page.goto(site.server.url + inLanguage(language, path));
      await untilAlive(page);
      await page.waitForFunction(
        () => document.querySelector("h1") && !document.querySelector('[aria-busy="true"]'),
      );
      await untilSettled(page);
      expect.soft(await overflowOf(page), language + path).toEqual([]);
      await look(page, language + path);
    }
    await page.context().close();
  }

  it("are translated and fit into 320 px in the pseudo-language", async () => {
    // Other tests have people of their own on this site.
    const names = [
      ...(await knownNames(site.server.url)),
      operator.name,
      operator.email,
      TITLE,
      KEY,
      ...(await namesOfPeople(operator)),
      "Person ",
      "person-",
    ];
    const stored = [...(await storedTexts()), ...SCAFFOLD];
    await visitAll("en-XA", async (page, path) => {
      expect.soft(await plainTexts(page, { names, stored }), path).toEqual([]);
    });
  });

  it("fit into 320 px in Arabic, and axe finds nothing", { tags: ["long"] }, async () => {
    await visitAll("ar", async (page, path) => {
      expect.soft(await findViolationsInLanguage(page), path).toEqual([]);
    });
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
