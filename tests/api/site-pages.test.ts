import { afterAll, beforeAll, expect, test } from "vitest";
import { bringStarterPages } from "../../server/collections/starter-pages.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("the site's own pages on $name", (database) => {
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
  const change = (id: string, values: Record<string, unknown>, headers: Record<string, string>) =>
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

  test("exist after the first start and are linked from every page", async () => {
    const [privacy, terms] = [await fetch(`${server.url}/privacy`), await fetch(`${server.url}/terms`)];
    expect([privacy.status, terms.status]).toEqual([200, 200]);
    expect(privacy.headers.get("cache-control")).toBe("public, no-cache");
    const html = await privacy.text();
    expect(html).toContain("<title>Privacy · Larnes &lt;Print&gt; Room</title>");
    expect(html).toContain('href="mailto:post@larnes.example"');
    for (const said of ["typecase.session_token", "typecase.device", "/dashboard/account"])
      expect(html).toContain(said);
    expect(html).not.toMatch(/\{(?:library|contact)\}/);
    expect(await terms.text()).toMatch(/<h1[^>]*>Terms<\/h1>/);
    for (const path of ["/", "/signup", "/privacy"])
      expect(await read(path), path).toMatch(
        /href="\/privacy"[\s\S]*href="\/terms"|href="\/terms"[\s\S]*href="\/privacy"/,
      );
    expect(await read("/sitemap.xml")).toMatch(/\/privacy<\/loc><lastmod>[\s\S]*\/terms<\/loc>/);
  });

  test("name exactly the cookies that are set", async () => {
    const visit = await fetch(server.url);
    expect(visit.headers.getSetCookie()).toEqual([]);
    const { cookie } = await aPerson(server.visitor().fetch);
    const names = cookie.split("; ").map((pair) => pair.split("=")[0]);
    expect(names.sort()).toEqual(["typecase.device", "typecase.session_token"]);
  });

  test("are changed by operators only, at once and logged", async () => {
    const person = { cookie: (await aPerson(server.visitor().fetch)).cookie };
    for (const headers of [{}, person, asOperator])
      expect((await change("terms", { title: "Mine" }, headers)).status).toBe(403);
    expect((await change("terms", { title: "House rules", body: "Be *kind*." }, operator)).status).toBe(200);
    expect(await read("/terms")).toMatch(/<h1[^>]*>House rules<\/h1>[\s\S]*Be <em>kind<\/em>\./);
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

  test("sanitise HTML, script links and external pictures", async () => {
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

  test("can be created, linked, renamed and deleted, except two", async () => {
    const make = (values: Record<string, unknown>, headers = operator) =>
      postJson(server.visitor().fetch, "/items/pages", values, headers);
    const hours = { id: "opening-hours", title: "Opening hours", body: "Every *day*.", footer: 2 };
    for (const headers of [{ cookie: "" }, { cookie: (await aPerson(server.visitor().fetch)).cookie }])
      expect((await make(hours, headers)).status).toBe(403);
    expect((await make(hours)).status).toBe(200);
    expect(await read("/pages/opening-hours")).toMatch(
      /<h1[^>]*>Opening hours<\/h1>[\s\S]*Every <em>day<\/em>/,
    );
    const foot = async () => {
      const html = await read("/");
      const links = html.slice(html.indexOf('class="foot-library"')).matchAll(/<a href="([^"]+)"/g);
      return [...links].map(([, path]) => path).filter((path) => !/templates|contact|api/.test(path ?? ""));
    };
    expect(await foot()).toEqual(["/privacy", "/pages/opening-hours", "/terms"]);
    expect(await read("/sitemap.xml")).toContain("/pages/opening-hours</loc>");

    for (const wrong of [
      { ...hours, id: "Opening Hours" },
      { ...hours },
      { ...hours, id: "privacy" },
      { ...hours, id: "new" },
      { ...hours, id: "other", title: "  " },
      { ...hours, id: "other", footer: 0 },
      { ...hours, id: "other", body: "x".repeat(50_001) },
      { id: "other" },
    ])
      expect((await make(wrong)).status, JSON.stringify(wrong).slice(0, 80)).toBe(400);

    expect((await change("opening-hours", { id: "hours", title: "Hours" }, operator)).status).toBe(200);
    expect((await fetch(`${server.url}/pages/opening-hours`)).status).toBe(404);
    expect(await read("/pages/hours")).toMatch(/<h1[^>]*>Hours<\/h1>/);
    expect((await change("terms", { id: "rules" }, operator)).status).toBe(400);
    const remove = (id: string) =>
      fetch(`${server.url}/items/pages/${id}`, { method: "DELETE", headers: operator });
    expect((await remove("hours")).status).toBe(204);
    expect((await fetch(`${server.url}/pages/hours`)).status).toBe(404);
    expect(await foot()).toEqual(["/privacy", "/terms"]);
    expect((await remove("privacy")).status).toBe(403);
    expect((await fetch(`${server.url}/privacy`)).status).toBe(200);
    expect((await fetch(`${server.url}/pages/privacy`)).status).toBe(404);
  });

  test("hide an empty imprint", async () => {
    expect((await fetch(`${server.url}/imprint`)).status).toBe(404);
    const empty = { id: "imprint", title: "Imprint", body: " \n ", footer: 3 };
    expect((await postJson(server.visitor().fetch, "/items/pages", empty, operator)).status).toBe(200);
    expect((await fetch(`${server.url}/imprint`)).status).toBe(404);
    expect(await read("/")).not.toContain('href="/imprint"');
    expect(await read("/sitemap.xml")).not.toContain("/imprint<");
    expect((await change("imprint", { body: "Larnes, Harbour 1" }, operator)).status).toBe(200);
    expect(await read("/imprint")).toContain("Larnes, Harbour 1");
    expect(await read("/")).toContain('href="/imprint"');
  });

  test("reject the later of two saves and return the current text", async () => {
    const stored = async () => (await (await fetch(`${server.url}/items/pages/imprint`)).json()).data;
    const { rev } = await stored();
    expect((await change("imprint", { body: "First", rev }, operator)).status).toBe(200);
    const late = await change("imprint", { body: "Second", rev }, operator);
    expect(late.status).toBe(412);
    const { extensions } = (await late.json()).errors[0];
    expect(extensions).toMatchObject({
      code: "PRECONDITION_FAILED",
      current: { body: "First", rev: rev + 1 },
    });
    expect(Object.keys(extensions.current).sort()).toEqual(Object.keys(await stored()).sort());
    expect((await stored()).body).toBe("First");
    expect((await change("imprint", { body: "Second", rev: rev + 1 }, operator)).status).toBe(200);
  });

  test("can be previewed before saving", async () => {
    const view = (body: unknown, headers: Record<string, string> = operator) =>
      postJson(server.visitor().fetch, "/site/page-view", { body }, headers);
    expect((await view("x", {})).status).toBe(403);
    expect((await view("x".repeat(50_001))).status).toBe(400);
    const { blocks } = (await (await view("{library} *is* <b>")).json()).data;
    expect(blocks).toEqual([
      {
        kind: "paragraph",
        children: ["Larnes <Print> Room", " ", { kind: "emphasis", children: ["is"] }, " <b>"],
      },
    ]);
  });

  test("keep operators' texts and update unchanged ones", async () => {
    await server.stop();
    const now = new Date("2026-11-01");
    const catalogue = { bump: async () => {}, refresh: async () => {} };
    const rows = await withDatabase(place, async (opened) => {
      await opened.db.deleteFrom("pages").where("id", "=", "privacy").execute();
      await bringStarterPages(opened, catalogue, { now });
      const older = { body: "As an older version said it." };
      await opened.db.updateTable("pages").set(older).where("id", "=", "privacy").execute();
      await bringStarterPages(opened, catalogue, { now });
      await bringStarterPages(opened, catalogue, { now: new Date("2026-11-02") });
      return opened.db.selectFrom("pages").selectAll().orderBy("id").execute();
    });
    const [imprint, privacy, terms] = rows;
    expect(imprint).toMatchObject({ id: "imprint", body: "Second", origin: null });
    expect(privacy).toMatchObject({ id: "privacy", origin: "starter", date_updated: now.toISOString() });
    expect(privacy?.body).toContain("## Cookies");
    expect(terms).toMatchObject({ id: "terms", title: "House rules", body: "Be *kind*.", origin: null });
    server = await start();
    expect(await read("/terms")).toMatch(/<h1[^>]*>House rules<\/h1>/);
  });
});
