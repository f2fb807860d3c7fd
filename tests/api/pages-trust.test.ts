import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aToken } from "../support/operators.ts";
import { aPerson, type Person } from "../support/people.ts";
import { sendRaw } from "../support/raw-request.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const BREAKOUT = `</script><script>alert('in')</script><img src=x onerror="alert('in')"><!--<script>`;
const QUOTES = `" onload="alert('in')" x='\u2028' \${alert('in')} {{alert('in')}} &lt;b&gt;`;
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

describeOnDatabases("pages on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let person: Person;
  let templates: { id: string; type: string }[];

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    templates = await aShelf(server.visitor().fetch, { count: 6 });
    person = await aPerson(server.visitor().fetch);
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const asPerson = () => ({ cookie: person.cookie });

  async function write(method: string, path: string, json: unknown, headers: Record<string, string>) {
    const answer = await server.visitor().fetch(path, { method, json, headers });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()).data;
  }

  /** The page, after checking that it contains no foreign script. */
  async function inertPage(path: string, status = 200): Promise<string> {
    const answer = await fetch(server.url + path, { headers: BROWSER });
    const html = await answer.text();
    expect(answer.status, path).toBe(status);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    for (const { attributes, text } of scriptsOf(html)) {
      if (attributes.includes("application/ld+json")) JSON.parse(text);
      else if (!/\ssrc=/.test(attributes)) expect(policy, text.slice(0, 200)).toContain(hashOf(text));
    }
    expect(html).not.toMatch(/<script>alert|<img src=x/i);
    // Quotes may contain anything; what remains of a tag are its attributes.
    expect(html.replace(/="[^"]*"/g, "")).not.toMatch(/<[a-z][^<>]*\son\w+=?/i);
    return html;
  }

  test("escape <script> in template texts, JSON-LD included", async () => {
    await write(
      "POST",
      "/items/types",
      {
        id: "hostile",
        singular: `One ${BREAKOUT}`.slice(0, 80),
        plural: `<script>alert('in')</script>`,
        description: BREAKOUT,
        categories: [{ slug: "worse", label: `<script>alert('in')</script>`, description: QUOTES }],
      },
      asOperator,
    );
    const names = [BREAKOUT, QUOTES, `]]>--></title></style></textarea>${BREAKOUT}`.slice(0, 120)];
    for (const [index, template_name] of names.entries())
      await write(
        "POST",
        "/items/templates",
        {
          template_name: template_name.replace("\u2028", " "),
          type: "hostile",
          category: "worse",
          url: `/hostile/t-${index}`,
          description: `${template_name} ${BREAKOUT}`,
          fields: { type: "object", properties: { a: { type: "string", title: BREAKOUT } } },
        },
        asOperator,
      );
    for (const [index, name] of names.entries()) {
      const html = await inertPage(`/hostile/t-${index}`);
      const linked = scriptsOf(html).filter(({ attributes }) => attributes.includes("application/ld+json"));
      expect(linked).toHaveLength(1);
      expect(JSON.parse(linked[0]?.text ?? "").name).toBe(name.replace("\u2028", " "));
    }
    for (const path of ["/", "/hostile", "/hostile?category=worse", "/templates", "/templates?q=script"])
      await inertPage(path);
    const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
    expect(sitemap).not.toContain("<script");
  });

  test("escape <script> in addresses and queries", async () => {
    const words = encodeURIComponent(BREAKOUT);
    await inertPage(`/templates?q=${words}&category=${words}&sort=${words}&page=${words}`);
    await inertPage(`/blog?q=${words}&category=${words}`);
    await inertPage(`/${words.replaceAll("%2F", "")}`, 404);
  });

  test("send <script> in a profile only as data", async () => {
    const profile = {
      name: BREAKOUT.slice(0, 100),
      bio: `${BREAKOUT}\n${QUOTES}`,
      profession: QUOTES.slice(0, 40),
    };
    await write("PATCH", `/items/user/${person.id}`, profile, asPerson());
    const answer = await fetch(`${server.url}/items/user`, { headers: asPerson() });
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect((await answer.json()).data[0]).toMatchObject(profile);
    for (const path of ["/", "/blog", "/dashboard"]) {
      const own = await fetch(server.url + path, { headers: { ...BROWSER, ...asPerson() } });
      const everyones = await fetch(server.url + path, { headers: BROWSER });
      expect(await own.text(), path).toBe(await everyones.text());
      expect(own.headers.getSetCookie()).toEqual([]);
    }
  });

  test("reject invalid templates so that no page fails", async () => {
    const template = { template_name: "Nonsense", type: "blog", category: "sales" };
    for (const looks of [
      { content: "" },
      { content: " \n\t\u00a0" },
      { page: {} },
      { page: { papers: [] } },
      { page: { width: "wide", height: 5 } },
      { page: { papers: ["a4"], orientation: "askew" } },
      { fields: {} },
      { fields: { type: "object" } },
      { fields: { type: "object", properties: { a: 1 } } },
      { fields: { type: "object", properties: { a: { type: "object" } } } },
      { fields: { type: "object", properties: { a: { type: "string", title: { b: 1 } } } } },
      { fields: { type: "object", properties: {}, "x-order": "a" } },
    ]) {
      const made = await server
        .visitor()
        .fetch("/items/templates", { method: "POST", json: { ...template, ...looks }, headers: asOperator });
      expect(made.status, JSON.stringify(looks)).toBe(400);
      const [error] = (await made.json()).errors;
      expect(error.extensions).toMatchObject({ code: "FAILED_VALIDATION", field: Object.keys(looks)[0] });
      const changed = await server
        .visitor()
        .fetch(`/items/templates/${templates[0]?.id}`, { method: "PATCH", json: looks, headers: asOperator });
      expect(changed.status, JSON.stringify(looks)).toBe(400);
    }
    for (const path of ["/", "/blog", "/blog/blog-number-1"]) await inertPage(path);
  });

  test("are not poisoned by a spoofed Host or X-Forwarded-Host", async () => {
    const spoof = (path: string, host: string) =>
      sendRaw(
        server.url,
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: gopher\r\n` +
          "X-Forwarded-For: 203.0.113.9\r\nForwarded: host=evil.example;proto=gopher\r\nX-Original-URL: /evil.example\r\n" +
          "X-Rewrite-URL: /evil.example\r\nConnection: close\r\n\r\n",
      );
    for (const host of ["evil.example", "evil.example:8443", new URL(server.url).host])
      for (const path of [
        "/",
        "/email",
        "/templates?sort=name",
        `/ad/ad-number-3`,
        "/robots.txt",
        "/sitemap.xml",
        "/openapi.json",
        "/items/templates?limit=2",
        "/no/such/page",
      ]) {
        const spoofed = await spoof(path, host);
        expect(spoofed, `${path} ${host}`).toMatch(/^HTTP\/1\.1 (200|404) /);
        expect(spoofed, `${path} ${host}`).not.toMatch(/evil\.example|gopher/);
        const clean = await fetch(server.url + path, { headers: BROWSER });
        expect(await clean.text(), path).not.toMatch(/evil\.example|gopher/);
        expect([...clean.headers.values()].join("\n"), path).not.toMatch(/evil\.example|gopher/);
      }
  });

  test("mark personal responses private and no-store", async () => {
    const call = (
      method: string,
      path: string,
      json?: unknown,
      headers: Record<string, string> = asPerson(),
    ) => server.visitor().fetch(path, { method, headers, ...(json === undefined ? {} : { json }) });
    const template = templates[0]?.id;
    const made = await call("POST", "/items/documents", { templates_id: template, title: "Mine" });
    const { id } = (await made.clone().json()).data;
    const form = new FormData();
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    form.set("file", new File([new Uint8Array(picture)], "me.png"));
    const uploaded = await fetch(`${server.url}/files`, { method: "POST", headers: asPerson(), body: form });
    const photo = (await uploaded.clone().json()).data.id;
    const answers = [
      made,
      uploaded,
      await call("GET", "/items/user"),
      await call("GET", `/items/user/${person.id}`),
      await call("PATCH", `/items/user/${person.id}`, { profession: "Printer" }),
      await call("POST", "/items/saved_templates", { template_id: [{ templates_id: template }] }),
      await call("GET", "/items/saved_templates"),
      await call("POST", "/items/history", { template_id: [{ templates_id: template }] }),
      await call("GET", "/items/history"),
      await call("GET", "/items/documents"),
      await call("GET", `/items/documents/${id}`),
      await call("SEARCH", "/items/documents", { query: {} }),
      await call("GET", "/items/contact_messages", undefined, await aToken(place, "messages:read")),
      await call("GET", "/files"),
      await call("GET", `/files/${photo}`),
      await call("GET", `/assets/${photo}`),
      await call("GET", `/assets/${photo}?width=5`),
      await call("DELETE", `/items/documents/${id}`),
    ];
    for (const answer of answers) {
      expect([200, 204], answer.url).toContain(answer.status);
      expect(answer.headers.get("cache-control"), answer.url).toBe("private, no-store");
    }
    const session = await call("GET", "/auth/get-session");
    expect(session.headers.get("cache-control")).toContain("no-store");
    for (const refused of [
      await call("GET", `/items/documents/${id}`),
      await call("GET", "/items/user", undefined, {}),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.headers.get("cache-control")).toContain("no-store");
    }
  });

  test("give everyone the same public pages", async () => {
    for (const path of ["/items/templates?limit=3", "/items/types", `/items/templates/${templates[1]?.id}`]) {
      const texts = await Promise.all(
        [{}, asPerson(), asOperator].map(async (headers: Record<string, string>) => {
          const answer = await fetch(server.url + path, { headers });
          expect(answer.headers.getSetCookie()).toEqual([]);
          return answer.text();
        }),
      );
      expect(new Set(texts).size, path).toBe(1);
    }
  });
});

function scriptsOf(html: string): { attributes: string; text: string }[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi)].map(
    ([, attributes = "", text = ""]) => ({
      attributes,
      text,
    }),
  );
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
