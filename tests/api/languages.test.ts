import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { directionOf, INTERFACE_LANGUAGES, inLanguage } from "../../contract/site/interface-languages.ts";
import { LANGUAGES } from "../../contract/templates/languages.ts";
import { databases, type Place } from "../support/databases.ts";
import { type Call, postJson } from "../support/people.ts";
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
        expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}"`);
        expect(html).toContain(`<meta property="og:locale" content="${language.replace("-", "_")}"/>`);
        expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${inLanguage(language, path)}"/>`);
        for (const each of INTERFACE_LANGUAGES)
          expect(html).toContain(`hrefLang="${each}" href="${PUBLIC_URL}${inLanguage(each, path)}"`);
        expect(html).toContain(`hrefLang="x-default" href="${PUBLIC_URL}${path}"`);
      }
    }
  });

  test("sheets and their ruler run from left to right in Arabic too", async () => {
    expect(await read("/ar")).toContain('<div class="lineup" dir="ltr"');
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

  describe("texts of the library", () => {
    const OWN_TYPE = {
      id: "bills",
      singular: "Invoice",
      plural: "Invoices",
      description: "Clear invoices that are easy to read and easy to pay.",
      categories: [{ slug: "trades", label: "Trades", description: "Our own {words}, as they’re written." }],
    };
    const OWN_TEMPLATE = {
      type: "bills",
      category: "trades",
      template_name: "Invoice",
      content: "= 1",
      description: "A Swiss-style invoice with one huge word, four columns and a total you can’t miss.",
      fields: {
        type: "object",
        additionalProperties: false,
        properties: {
          number: { type: "string", title: "Invoice number", "x-means": "invoice.number" },
          other: { type: "string", title: "Invoice number" },
          own: { type: "string", title: "Our own title" },
        },
      },
    };
    beforeAll(async () => {
      for (const [collection, item] of [["types", OWN_TYPE] as const, ["templates", OWN_TEMPLATE] as const]) {
        const answer = await postJson(call, `/items/${collection}`, item, asOperator);
        expect(answer.status, await answer.text()).toBe(200);
      }
    });

    test.each(["", "/bills", "/templates", "/nothing"])("are in the language of /de%s", async (path) => {
      const html = await read(`/de${path}`);
      expect(html).toContain("Rechnungen");
      expect(html).not.toContain("Invoices");
    });

    test("are translated on the page of a type, and stay as written if they have no translation", async () => {
      const html = await read("/de/bills");
      expect(html).toContain("Handwerk");
      expect(html).toContain("Our own {words}, as they’re written.");
    });

    test("are translated on the page of a template, whose name stays", async () => {
      const html = await read("/de/bills/invoice");
      expect(html).toMatch(/<h1[^>]*>Invoice<\/h1>/);
      expect(html).toMatch(/<meta name="description" content="Eine Rechnung im Schweizer Stil/);
      expect(html).toContain("Our own title");
      expect(html).not.toContain("Invoice number");
    });

    test("are translated in the form of the editor, whatever a field means", async () => {
      const html = await read("/de/bills/invoice/use");
      expect(html).toContain("Rechnungsnummer");
      expect(html).toContain("Our own title");
      expect(html).not.toContain("Invoice number");
    });

    test("are translated in a version of a template, which a document may use", async () => {
      const path = "/items/template_versions?fields=id&filter[template_name][_eq]=Invoice";
      const { data } = await (await call(path)).json();
      const address = `/template-versions/${data[0].id}/fields`;
      const { data: fields } = await (await call(`/de${address}`)).json();
      expect(fields.properties.number.title).toBe("Rechnungsnummer");
      expect((await call(`/de${address.replace(data[0].id, crypto.randomUUID())}`)).status).toBe(404);
    });

    test("are changed in the pseudo-language", async () => {
      expect(await read("/en-XA/bills")).toContain("Íínvóóíícéés");
    });

    test("are as stored in English and in the API", async () => {
      expect(await read("/bills")).toContain("Invoices");
      const { data } = await (await call("/items/types/bills")).json();
      expect(data.plural).toBe("Invoices");
    });
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
      expect((await answer.json()).errors[0].message).toContain(`“${id}” is an address of the site itself`);
    },
  );
});
