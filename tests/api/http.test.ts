import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "../support/raw-request.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const PERSON = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const CRAWLER = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };

let server: TestServer;

beforeAll(async () => {
  server = await startServerHere({
    environment: { CORS_ORIGINS: "https://shop.example", PRODUCT_NAME: "Setzkasten" },
  });
});
afterAll(async () => {
  await server?.stop();
});

const statusOf = async (path: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(await raw("GET", path))?.[1]);
const raw = (method: string, path: string, more = "") =>
  sendRaw(server.url, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`);

/** The visible text of a page, still escaped. */
const textOf = (html: string) => html.replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->|<[^>]+>/g, "");

describe("requests", () => {
  it("have an id in the response and in one log line without the query", async () => {
    const answer = await server.fetch("/health?email=ada@example.org");
    const requestId = answer.headers.get("x-request-id");
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(() => server.log().filter((line) => line.requestId === requestId)).toHaveLength(1);
    const line = server.log().find((entry) => entry.requestId === requestId);
    expect(line).toMatchObject({
      level: "info",
      method: "GET",
      path: "/health",
      status: 200,
      msg: "request",
    });
    expect(line?.ms).toBeTypeOf("number");
    expect(line?.bytes).toBeGreaterThan(0);
    expect(server.output()).not.toContain("ada@example.org");
  });

  it("to unknown API paths are answered with JSON", async () => {
    for (const path of [
      "/items",
      "/items/templates/x/y/z",
      "/files/x/y",
      "/auth/nothing",
      "/render",
      "/builds/assets/x.js",
      "/builds/nothing",
    ]) {
      const answer = await server.fetch(path, { headers: PERSON });
      expect(answer.headers.get("content-type"), path).toMatch(/^application\/json/);
    }
    const answer = await server.fetch("/render/x/y");
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      errors: [
        {
          message: "Route /render/x/y doesn't exist.",
          extensions: { path: "/render/x/y", code: "ROUTE_NOT_FOUND" },
        },
      ],
    });
  });

  it("with a bad address are rejected without an error", async () => {
    for (const path of ["/%E0%A4%A", "/items/%E0%A4%A", "/%"]) expect(await statusOf(path), path).toBe(400);
    for (const path of [
      "//",
      "/a%00b",
      "/%0D/",
      "/%09/invoices",
      "//evil.example/x",
      "/items//templates",
      `/${"a".repeat(2_000)}`,
      `/${"a".repeat(6_000)}`,
    ])
      expect(await statusOf(path), path).toBe(404);
    for (const path of [
      "/..%2f..%2fetc/passwd",
      "/builds/assets/..%2f..%2f..%2fpackage.json",
      "/builds/assets/%252e%252e/x",
    ])
      expect(await statusOf(path), path).toBe(404);
    expect(await statusOf("nonsense")).toBe(400);
  });

  it("with a body that is too long are rejected, with and without a length", async () => {
    const long = "x".repeat(1024 * 1024 + 1);
    const declared = await server.fetch("/items/nothing", { method: "POST", body: long });
    expect(declared.status).toBe(413);
    expect(await declared.json()).toMatchObject({ errors: [{ extensions: { code: "CONTENT_TOO_LARGE" } }] });
    // Larger than any buffer on the way, so they are still being sent when they are rejected.
    const body = "x".repeat(9 * 1024 * 1024);
    const several = Array.from({ length: 24 }, () =>
      server.fetch("/items/nothing", { method: "POST", body }),
    );
    for (const answer of await Promise.all(several)) expect(answer.status).toBe(413);
    const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
    const streamed = await raw(
      "POST",
      "/items/nothing",
      `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n`,
    );
    expect(streamed).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe("methods", () => {
  const headOf = (answer: string) => answer.split("\r\n\r\n", 1)[0] ?? "";
  const ask = async (method: string, path: string, agent: { "user-agent": string } = PERSON) => {
    const head = headOf(await raw(method, path, `User-Agent: ${agent["user-agent"]}\r\n`));
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? [];
    const [, allow] = /^allow: (.*)$/im.exec(head) ?? [];
    return { status: Number(status), allow: allow?.trim(), head };
  };
  const PAGES = [
    "/",
    "/nothing",
    "/templates",
    "/sitemap.xml",
    "/robots.txt",
    "/manifest.webmanifest",
    "/logo.svg",
  ];

  it("a page doesn't support are rejected with the supported ones", async () => {
    for (const path of PAGES)
      for (const method of ["PUT", "DELETE", "PATCH", "POST", "PROPFIND"])
        for (const agent of [PERSON, CRAWLER])
          expect(await ask(method, path, agent), `${method} ${path}`).toMatchObject({
            status: 405,
            allow: "GET, HEAD, OPTIONS",
          });
  });

  it("are listed by OPTIONS", async () => {
    for (const path of PAGES)
      expect(await ask("OPTIONS", path), path).toMatchObject({ status: 204, allow: "GET, HEAD, OPTIONS" });
  });

  it("never include TRACE", async () => {
    for (const path of [
      ...PAGES,
      "/health",
      "/items/templates",
      "/auth/get-session",
      "/openapi.json",
      "/assets/x",
    ]) {
      const { status, allow, head } = await ask("TRACE", path);
      expect(status, path).toBe(405);
      expect(allow).toContain("GET, HEAD");
      expect(allow).not.toContain("TRACE");
      expect(head).not.toContain("message/http");
    }
  });
});

describe("page addresses", () => {
  it("redirect from a trailing slash and keep the query", async () => {
    for (const [path, to] of [
      ["/invoices/", "/invoices"],
      ["/invoices/quarto/", "/invoices/quarto"],
      ["/privacy/", "/privacy"],
      ["/templates/?q=a%20b&page=2", "/templates?q=a%20b&page=2"],
      ["/invoices/quarto/use/", "/invoices/quarto/use"],
    ] as const) {
      const answer = await server.fetch(path, { redirect: "manual", headers: PERSON });
      expect([answer.status, answer.headers.get("location")]).toEqual([308, to]);
    }
    for (const path of ["//evil.example/", "/\\evil.example/", "/\\\\evil.example/", "//"])
      expect(await statusOf(path), path).not.toBe(308);
  });

  it("below the site map that don't exist answer 404", async () => {
    const title = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
    const missing = await server.fetch("/nothing/nowhere", { headers: PERSON });
    for (const path of ["/sitemap/anything", "/sitemap/9.xml", "/sitemap/0.xml", "/sitemap/1.xml/x"]) {
      const answer = await server.fetch(path, { headers: PERSON });
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(title(await answer.text())).toBe(title(await missing.clone().text()));
    }
    const part = await server.fetch("/sitemap/1.xml");
    expect(part.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(await part.text()).toContain("<urlset");
  });
});

describe("writes from another website", () => {
  const write = (origin: string, type = "text/plain") =>
    server.fetch("/items/templates", {
      method: "POST",
      headers: { origin, "content-type": type },
      body: "{}",
    });

  it("are rejected whatever their content type", async () => {
    for (const type of [
      "text/plain",
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
    ])
      for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1"]) {
        const answer = await write(origin, type);
        expect(answer.status, `${origin} ${type}`).toBe(403);
        expect(await answer.json()).toMatchObject({
          errors: [{ message: expect.stringContaining("another website") }],
        });
        expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      }
  });

  it("pass when the origin is ours or listed", async () => {
    for (const origin of [server.url, "https://shop.example"])
      expect(await (await write(origin, "application/json")).text(), origin).not.toContain("another website");
  });

  it("are allowed in preflight for listed origins only", async () => {
    const ask = (origin: string) =>
      server.fetch("/items/templates", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "PATCH" },
      });
    const listed = await ask("https://shop.example");
    expect(listed.status).toBe(204);
    expect(listed.headers.get("access-control-allow-origin")).toBe("https://shop.example");
    expect(listed.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect((await ask("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("pages", () => {
  it("home has the product's name as title and a script policy", async () => {
    const answer = await server.fetch("/", { headers: PERSON });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain("<title>Setzkasten</title>");
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(html).not.toContain("nonce=");
  });

  it("are the same bytes every time", async () => {
    const [first, second] = await Promise.all([server.fetch("/"), server.fetch("/")]);
    expect(await first.text()).toBe(await second.text());
  });

  it("that don't exist show the requested path", async () => {
    for (const [path, shown] of [
      ["/nothing/here?x=1", "/nothing/here"],
      ["/caf%C3%A9/men%C3%BC", "/café/menü"],
      ["/unknown-type", "/unknown-type"],
      ["/%3Cscript%3Ealert(1)%3C/script%3E/x", "/&lt;script&gt;alert(1)&lt;/script&gt;/x"],
    ] as const) {
      const answer = await server.fetch(path, { headers: PERSON });
      const html = await answer.text();
      expect(answer.status, path).toBe(404);
      expect(textOf(html)).toContain("Page Not Found");
      expect(textOf(html)).toContain(`Page not found: ${shown}`);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("give crawlers the status and one line", async () => {
    const answer = await server.fetch("/nothing", { headers: CRAWLER });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toBe("404 Page not found: /nothing\n");
    expect((await server.fetch("/", { headers: CRAWLER })).status).toBe(200);
  });

  it("give crawlers no error page for impossible paths", async () => {
    for (const [path, status] of [
      ["//x", 404],
      ["/invoices/%00", 404],
      ["/%E0%A4%A", 400],
      [`/${"a".repeat(3_000)}`, 404],
    ] as const) {
      const asked = (agent: { "user-agent": string }) =>
        raw("GET", path, `User-Agent: ${agent["user-agent"]}\r\n`);
      const plain = await asked(CRAWLER);
      expect(plain, path).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*content-type: text/plain`, "i"));
      expect(plain).toMatch(new RegExp(`${status} .+\\n`));
      expect(plain).not.toContain("<html");
      expect(plain.toLowerCase()).toContain("x-content-type-options: nosniff");
      expect(await asked(PERSON), path).toContain("<html");
    }
  });

  it("serve build files as immutable", async () => {
    const html = await (await server.fetch("/")).text();
    const script = /\/builds\/assets\/[^"]+\.js/.exec(html)?.[0] ?? "";
    const answer = await server.fetch(script);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(answer.headers.get("content-type")).toMatch(/javascript/);
  });
});
