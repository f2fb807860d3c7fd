import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INTERFACE_LANGUAGES, inLanguage } from "../../contract/site/interface-languages.ts";
import { LANGUAGES } from "../../contract/templates/languages.ts";
import { databases, type Place } from "../support/databases.ts";
import type { Call } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const PUBLIC_URL = "https://templates.example.org";
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const [FIRST] = databases;

describe("languages of the interface", () => {
  let data: Place;
  let server: TestServer;
  const call: Call = (path, init) =>
    fetch(server.url + path, { redirect: "manual", ...init, headers: { ...BROWSER, ...init?.headers } });
  const read = async (path: string) => (await call(path)).text();

  beforeAll(async () => {
    if (!FIRST) throw new Error("no database");
    data = await FIRST.place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN, PUBLIC_URL } });
    await aShelf(call, { types: ["invoices"], count: 2 });
  });
  afterAll(async () => {
    await server?.stop();
    await data?.remove();
  });

  test("a crawler finds every page in every language from the site map", async () => {
    const map = await read("/sitemap.xml");
    const pages = [...map.matchAll(/<url><loc>([^<]*)<\/loc>(.*?)<\/url>/g)];
    expect(pages.length).toBeGreaterThan(4);
    for (const [, address = "", rest = ""] of pages) {
      const path = address.slice(PUBLIC_URL.length);
      const found = [...rest.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, ...pair]) => pair);
      expect(found).toEqual(INTERFACE_LANGUAGES.map((each) => [each, PUBLIC_URL + inLanguage(each, path)]));
      for (const language of INTERFACE_LANGUAGES) {
        const html = await read(inLanguage(language, path));
        expect(html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"`);
        expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${inLanguage(language, path)}"/>`);
        for (const each of INTERFACE_LANGUAGES)
          expect(html).toContain(`hrefLang="${each}" href="${PUBLIC_URL}${inLanguage(each, path)}"`);
        expect(html).toContain(`hrefLang="x-default" href="${PUBLIC_URL}${path}"`);
      }
    }
  });

  test("links of a page stay in its language", async () => {
    const html = await read("/de/invoices");
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, path = ""]) => path);
    const menu = INTERFACE_LANGUAGES.map((each) => inLanguage(each, "/invoices"));
    const others = links.filter((path) => !/^\/de(\/|$|\?)/.test(path) && !menu.includes(path));
    expect(others).toEqual([]);
    expect(links.filter((path) => path.startsWith("/de/")).length).toBeGreaterThan(5);
  });

  test("the data of a page can be read in its language", async () => {
    for (const path of ["/de/_.data", "/de/invoices.data"]) expect((await call(path)).status, path).toBe(200);
  });

  test.each(["/xx", "/xx/invoices", "/en", "/en/invoices", "/DE/invoices"])("%s is unknown", async (path) => {
    const answer = await call(path);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain('<html lang="en"');
    expect(html).toContain(`Page not found: <code>${path}</code>`);
  });

  test("an unknown page of a language is a 404 with the texts that the specification fixes", async () => {
    const answer = await call("/de/nothing");
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain("Page not found: <code>/nothing</code>");
    expect(html).toContain("Page Not Found");
  });

  test("addresses of the API have no prefix", async () => {
    expect((await call("/de/items/templates")).status).toBe(404);
    expect((await call("/items/templates")).status).toBe(200);
  });

  test.each(LANGUAGES.filter((language) => !language.includes("-")))(
    "no type can have the slug %s",
    async (id) => {
      const answer = await call("/items/types", {
        method: "POST",
        headers: { ...asOperator, "content-type": "application/json" },
        body: JSON.stringify({ id, singular: "Note", plural: "Notes" }),
      });
      expect(answer.status).toBe(400);
      expect((await answer.json()).errors[0].message).toContain(`"${id}" is a path of the site itself`);
    },
  );
});
