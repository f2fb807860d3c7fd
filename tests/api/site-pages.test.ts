import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bringStarterPages } from "../../server/collections/starter-pages.ts";
import { withDatabase } from "../support/database-schema.ts";
import { databases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

describe.each(databases)("the site's own pages on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let operator: { cookie: string };
  const start = () =>
    startServerHere({
      environment: {
        ...place.environment,
        OPERATOR_TOKEN,
        PRODUCT_NAME: "Larnes <Print> Room",
        CONTACT_EMAIL: "post@larnes.example",
      },
    });
  const read = async (path: string) => (await fetch(server.url + path)).text();
  const change = (id: string, values: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${server.url}/items/pages/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(values),
    });

  beforeAll(async () => {
    place = await database.place();
    server = await start();
    operator = { cookie: (await anOperator(server.visitor().fetch, place)).cookie };
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test("a first start has them, with the library's name and whom to write to, and every page leads to them", async () => {
    const [privacy, terms] = [await fetch(`${server.url}/privacy`), await fetch(`${server.url}/terms`)];
    expect([privacy.status, terms.status]).toEqual([200, 200]);
    expect(privacy.headers.get("cache-control")).toBe("public, no-cache");
    const html = await privacy.text();
    expect(html).toContain("<title>Privacy · Larnes &lt;Print&gt; Room</title>");
    expect(html).toContain('href="mailto:post@larnes.example"');
    for (const said of ["typecase.session_token", "typecase.device", "/dashboard/account"])
      expect(html).toContain(said);
    expect(html).not.toMatch(/\{(?:library|contact)\}/);
    expect(await terms.text()).toContain("<h1>Terms</h1>");
    for (const path of ["/", "/signup", "/privacy"])
      expect(await read(path), path).toMatch(
        /href="\/privacy"[\s\S]*href="\/terms"|href="\/terms"[\s\S]*href="\/privacy"/,
      );
    expect(await read("/sitemap.xml")).toMatch(/\/privacy<\/loc><lastmod>[\s\S]*\/terms<\/loc>/);
  });

  test("the cookies that it names are those that are set, and no others", async () => {
    const visit = await fetch(server.url);
    expect(visit.headers.getSetCookie()).toEqual([]);
    const { cookie } = await aPerson(server.visitor().fetch);
    const names = cookie.split("; ").map((pair) => pair.split("=")[0]);
    expect(names.sort()).toEqual(["typecase.device", "typecase.session_token"]);
  });

  test("an operator changes one, everybody reads it at once, and the log says so; a token and a person can't", async () => {
    const person = { cookie: (await aPerson(server.visitor().fetch)).cookie };
    for (const headers of [{}, person, asOperator])
      expect((await change("terms", { title: "Mine" }, headers)).status).toBe(403);
    expect((await change("terms", { title: "House rules", body: "Be *kind*." }, operator)).status).toBe(200);
    expect(await read("/terms")).toMatch(/<h1>House rules<\/h1>[\s\S]*Be <em>kind<\/em>\./);
    const listed = await fetch(`${server.url}/items/pages?fields=id,title`);
    expect((await listed.json()).data).toEqual([
      { id: "privacy", title: "Privacy" },
      { id: "terms", title: "House rules" },
    ]);
    const log = await fetch(`${server.url}/auth/actions`, { headers: operator });
    expect((await log.json()).data[0]).toMatchObject({
      action: "page.changed",
      target: { kind: "page", name: "House rules", url: "/terms" },
    });
  });

  test("HTML, scripts behind links and pictures from elsewhere come out harmless", async () => {
    const body =
      "<script>alert(1)</script>\n\n[go](javascript:alert(2)) ![cat](https://elsewhere.example/cat.png) <img src=x onerror=alert(3)>";
    expect((await change("privacy", { body }, operator)).status).toBe(200);
    const html = await read("/privacy");
    const shown = html.slice(html.indexOf("<article"), html.indexOf("</article>"));
    expect(shown).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(shown).toContain("&lt;img src=x onerror=alert(3)&gt;");
    expect(shown).not.toMatch(/<script|<img|href="javascript|src="https/);
    expect(html).not.toContain("<script>alert");
  });

  test("what an operator wrote stays over a restart; a text that nobody changed follows the software", async () => {
    await server.stop();
    const now = new Date("2026-11-01");
    const catalogue = { bump: async () => {}, refresh: async () => {} };
    const rows = await withDatabase(place, async (opened) => {
      await opened.db.deleteFrom("pages").where("id", "=", "privacy").execute();
      await bringStarterPages(opened, catalogue, now);
      const older = { body: "As an older version said it." };
      await opened.db.updateTable("pages").set(older).where("id", "=", "privacy").execute();
      await bringStarterPages(opened, catalogue, now);
      await bringStarterPages(opened, catalogue, new Date("2026-11-02"));
      return opened.db.selectFrom("pages").selectAll().orderBy("id").execute();
    });
    expect(rows[0]).toMatchObject({ id: "privacy", origin: "starter", date_updated: now.toISOString() });
    expect(rows[0]?.body).toContain("## Cookies");
    expect(rows[1]).toMatchObject({ id: "terms", title: "House rules", body: "Be *kind*.", origin: null });
    server = await start();
    expect(await read("/terms")).toContain("<h1>House rules</h1>");
  });
});
