import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSettings } from "../../server/config/settings.ts";
import { type Database, openDatabase } from "../../server/database/connect.ts";
import { describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

type Share = { path: string; ends: string | null; opened: number };
const VISITOR = { "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" };
const NOBODY_KEEPS_FINDS_OR_LEARNS_IT = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
};
const DAY_MS = 86_400_000;
const TOMORROW = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);

describeOnDatabases("a shared document, on $name", ({ name, place }) => {
  let data: Place;
  let server: TestServer;
  let database: Database;
  let template: string;
  let owner: Person;
  let stranger: Person;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  // Pages are drawn on one database only: drawing doesn't depend on it.
  const draws = name === "SQLite";
  beforeAll(async () => {
    data = await place();
    server = await startServerHere({
      environment: { ...data.environment, OPERATOR_TOKEN, RENDER_PROCESSES: draws ? "1" : "0" },
    });
    database = await openDatabase(readSettings({ NODE_ENV: "test", ...data.environment }), quietLog);
    template = (await aShelf(call, { count: 1 }))[0]?.id as string;
    owner = await aPerson(call, { name: "Mila Sorell" });
    stranger = await aPerson(call);
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
    await data.remove();
  });

  const as = ({ cookie }: Person) => ({ headers: { cookie } });
  async function aDocument(title: string): Promise<string> {
    const made = await postJson(
      call,
      "/items/documents",
      { templates_id: template, title },
      as(owner).headers,
    );
    return ((await made.json()) as { data: { id: string } }).data.id;
  }
  const share = (id: string, body: unknown = {}, { cookie } = owner) =>
    call(`/shares/${id}`, {
      method: "PUT",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const readShare = async (answer: Response) => ((await answer.json()) as { data: Share }).data;
  const find = async (id: string) => readShare(await call(`/shares/${id}`, as(owner)));
  const content = (path: string) => call(`${path}/content.json`, { headers: VISITOR });

  it("is readable with the link until it is turned off", async () => {
    const id = await aDocument("Light");
    expect(await find(id)).toBeNull();
    const { path } = await readShare(await share(id));
    const headers = { "content-type": "application/json", cookie: owner.cookie };
    await call(`/items/documents/${id}`, { method: "PATCH", headers, body: '{"title":"Light, later"}' });
    const page = await call(path, { headers: VISITOR });
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject(NOBODY_KEEPS_FINDS_OR_LEARNS_IT);
    const html = await page.text();
    expect(html).toContain("Light, later");
    expect(html).toContain("Mila Sorell");
    expect(html).not.toContain(owner.email);
    const answer = await content(path);
    expect(Object.fromEntries(answer.headers)).toMatchObject(NOBODY_KEEPS_FINDS_OR_LEARNS_IT);
    expect(await answer.json()).toEqual({
      data: expect.objectContaining({ title: "Light, later", templateId: template, data: {} }),
    });
    expect((await call(`/shares/${id}`, { method: "DELETE", ...as(owner) })).status).toBe(204);
    expect((await call(path, { headers: VISITOR })).status).toBe(404);
    expect((await content(path)).status).toBe(403);
    expect((await readShare(await share(id))).path).not.toBe(path);
  });

  it("has one link, shown to its owner and stored as a hash", async () => {
    const id = await aDocument("Mine");
    const made = await readShare(await share(id));
    expect(await find(id)).toEqual(made);
    expect((await readShare(await share(id))).path).toBe(made.path);
    for (const init of [{ headers: { cookie: stranger.cookie } }, {}])
      expect((await call(`/shares/${id}`, init)).status).toBe(403);
    expect((await share(id, {}, stranger)).status).toBe(403);
    expect(
      (await call(`/shares/${id}`, { method: "DELETE", headers: { cookie: stranger.cookie } })).status,
    ).toBe(403);
    await content(made.path);
    expect(server.output()).toContain("/shared/[hidden]");
    expect(server.output()).not.toContain(made.path.slice("/shared/".length));
    const secret = made.path.slice("/shared/".length);
    const list = await call("/shares", as(owner));
    expect(await list.text()).not.toContain(secret);
    const kept = await database.db.selectFrom("shares").selectAll().where("documents_id", "=", id).execute();
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(kept[0]?.secret_hash).toBe(createHash("sha256").update(secret).digest("hex"));
  });

  it("expires after its day, which must be in the future", async () => {
    const id = await aDocument("Soon over");
    const { path, ends } = await readShare(await share(id, { ends: TOMORROW }));
    expect(ends).toBe(TOMORROW);
    expect((await content(path)).status).toBe(200);
    for (const wrong of ["2020-01-01", "2026-13-01", "tomorrow", 5])
      expect((await share(id, { ends: wrong })).status).toBe(400);
    expect((await share(id, { end: null })).status).toBe(400);
    expect((await find(id)).ends).toBe(TOMORROW);
    // Two days ago is over in every time zone.
    for (const [daysAgo, works] of [
      [2, false],
      [0, true],
    ] as const) {
      const day = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
      await database.db.updateTable("shares").set({ ends: day }).where("documents_id", "=", id).execute();
      expect((await content(path)).status).toBe(works ? 200 : 403);
      const page = await call(path, { headers: VISITOR });
      expect(page.status).toBe(works ? 200 : 404);
      expect((await page.text()).includes("Soon over")).toBe(works);
    }
    expect((await readShare(await share(id, { ends: null }))).ends).toBeNull();
  });

  it("answers unknown and malformed links alike", async () => {
    const id = await aDocument("Other");
    const { path } = await readShare(await share(id));
    for (const wrong of ["/shared/x", path.slice(0, -1), `${path.slice(0, -1)}%00`, `/shared/${id}`]) {
      const answer = await call(wrong, { headers: VISITOR });
      expect([404, 400]).toContain(answer.status);
      expect(await answer.text()).not.toContain("Other");
    }
    expect((await content(`/shared/${id}`)).status).toBe(403);
  });

  it("ends with its document or account", async () => {
    const leaving = await aPerson(call);
    const make = async () => {
      const made = await postJson(call, "/items/documents", { templates_id: template }, as(leaving).headers);
      const { id } = ((await made.json()) as { data: { id: string } }).data;
      return { id, ...(await readShare(await share(id, {}, leaving))) };
    };
    const first = await make();
    const second = await make();
    await call(`/items/documents/${first.id}`, { method: "DELETE", headers: { cookie: leaving.cookie } });
    expect((await content(first.path)).status).toBe(403);
    expect((await content(second.path)).status).toBe(200);
    for (const [disabledAt, status] of [
      [new Date().toISOString(), 403],
      [null, 200],
    ] as const) {
      await database.db
        .updateTable("auth_user")
        .set({ disabledAt })
        .where("email", "=", leaving.email)
        .execute();
      expect((await content(second.path)).status).toBe(status);
    }
    const gone = await postJson(
      call,
      "/auth/delete-user",
      { password: leaving.password },
      as(leaving).headers,
    );
    expect(gone.status).toBe(200);
    expect((await content(second.path)).status).toBe(403);
    const left = database.db
      .selectFrom("shares")
      .select("id")
      .where("documents_id", "in", [first.id, second.id]);
    expect(await left.execute()).toEqual([]);
  });

  it.runIf(draws)("counts views by others", async () => {
    const id = await aDocument("Drawn");
    const { path } = await readShare(await share(id));
    const pages = (headers: Record<string, string>) => call(`${path}/pages.json`, { headers });
    const drawn = (await (await pages(VISITOR)).json()) as { pages: { svg: string }[] };
    expect(drawn.pages[0]?.svg).toContain("<svg");
    expect(Object.fromEntries((await pages({ ...VISITOR, cookie: owner.cookie })).headers)).toMatchObject(
      NOBODY_KEEPS_FINDS_OR_LEARNS_IT,
    );
    await pages({ "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" });
    await pages({ ...VISITOR, cookie: stranger.cookie });
    expect((await find(id)).opened).toBe(2);
    const pdf = await call(`${path}/document.pdf`, { headers: VISITOR });
    const part = await call(`${path}/document.pdf`, { headers: { ...VISITOR, range: "bytes=0-4" } });
    expect([part.status, await part.text()]).toEqual([206, "%PDF-"]);
    expect(Object.fromEntries(pdf.headers)).toMatchObject(NOBODY_KEEPS_FINDS_OR_LEARNS_IT);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdf.headers.get("content-disposition")).toContain("Drawn.pdf");
    expect(new TextDecoder("latin1").decode((await pdf.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
  });
});
