import { afterAll, beforeAll, expect, it } from "vitest";
import type { Figures } from "../../contract/site/figures.ts";
import { createDayCounts } from "../../server/catalogue/statistics/day-counts.ts";
import type { Db } from "../../server/database/connect.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const today = () => new Date().toISOString().slice(0, 10);

describeOnDatabases("statistics on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let operator: Person;
  let shelf: Awaited<ReturnType<typeof aShelf>>;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const ask = (query = "") => call(`/site/figures${query}`, { headers: { cookie: operator.cookie } });
  const read = async (query = ""): Promise<Figures> => (await (await ask(query)).json()).data;
  const counted = (db: Db) =>
    db.selectFrom("day_counts").selectAll().orderBy("kind").orderBy("subject").execute();

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    operator = await anOperator(call, data);
    shelf = await aShelf(call, { types: ["blog", "email"], count: 4 });
  });
  afterAll(async () => {
    await server?.stop();
    await data?.remove();
  });

  it("are zero at first and visible to operators only", async () => {
    expect((await call("/site/figures")).status).toBe(403);
    const figures = await read();
    expect(figures.days).toHaveLength(30);
    expect(figures.days.at(-1)).toEqual({ day: today(), used: 0, exported: 0, searched: 0, missed: 0 });
    expect([figures.templates, figures.missed]).toEqual([[], []]);
    expect(figures.added).toEqual([{ day: today(), count: 4, name: "blog number 1" }]);
  });

  it("count uses, exports and searches without people", async () => {
    const [blog, email] = shelf as [(typeof shelf)[0], (typeof shelf)[0]];
    const person = await aPerson(call);
    const used = { template_id: [{ templates_id: blog.id }], action: "created" };
    for (let i = 0; i < 2; i++)
      expect((await postJson(call, "/items/history", used, { cookie: person.cookie })).status).toBe(200);
    expect((await postJson(call, `/render/${email.id}/used`, {})).status).toBe(204);
    await withDatabase(data, async (opened) => {
      const node = createDayCounts(opened, quietLog);
      for (const { id } of [blog, email]) node.countExport(id, 2);
      await node.close();
    });
    // Whether the page is cached or not.
    for (let i = 0; i < 3; i++) await call("/templates?q=blog");
    await call("/items/templates?search=email&fields=id");
    for (let i = 0; i < 2; i++) await call("/templates?q=Rental%20agreement");
    await call("/templates?q=ada%40example.org");

    const figures = await read();
    expect(figures.days.at(-1)).toEqual({ day: today(), used: 2, exported: 4, searched: 7, missed: 3 });
    expect(figures.templates.map(({ name, used, exported }) => [name, used, exported])).toEqual(
      expect.arrayContaining([
        ["blog number 1", 1, 2],
        ["email number 2", 1, 2],
      ]),
    );
    expect(figures.types).toEqual([
      { id: "blog", plural: "blog pieces", used: 1, exported: 2 },
      { id: "email", plural: "email pieces", used: 1, exported: 2 },
    ]);
    expect(figures.missed).toEqual([{ words: "rental agreement", times: 2, finds: 0, near: null }]);
    const ofBlog = await read("?type=blog");
    expect(ofBlog.days.at(-1)).toMatchObject({ used: 1, exported: 2, searched: 7 });
    expect(ofBlog.templates).toHaveLength(1);
    const listed = await call(`/items/templates/${blog.id}?fields=used,exported`);
    expect((await listed.json()).data).toEqual({ used: 1, exported: 2 });
    const stored = JSON.stringify(await withDatabase(data, ({ db }) => counted(db)));
    for (const secret of [person.id, person.email, "ada@", "example.org", "127.0.0.1"])
      expect(stored).not.toContain(secret);
  });

  it("mark searches that now find something and suggest types", async () => {
    await call("/templates?q=newsletter");
    await call("/templates?q=blog%20voucher");
    const words = { words: { en: "newsletter" } };
    const headers = { cookie: operator.cookie, "content-type": "application/json" };
    const changed = await call("/items/types/email", {
      method: "PATCH",
      headers,
      body: JSON.stringify(words),
    });
    expect(changed.status).toBe(200);
    await expect
      .poll(async () => (await read()).missed.find((each) => each.words === "newsletter"))
      .toMatchObject({ times: 1, finds: 2 });
  });

  it("export as CSV", async () => {
    const table = async (name: string) => {
      const answer = await ask(`/${name}.csv`);
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(answer.headers.get("content-disposition")).toContain(`filename="${name}-`);
      return (await answer.text()).replace("\ufeff", "").trim().split("\r\n");
    };
    expect((await table("days")).at(-1)).toMatch(new RegExp(`^${today()},2,4,\\d+,\\d+$`));
    expect(await table("templates")).toContain(`${shelf[0]?.id},blog number 1,blog,1,2`);
    expect((await table("searches"))[1]).toBe("rental agreement,2");
    for (const name of ["days", "templates", "searches"])
      expect((await call(`/site/figures/${name}.csv`)).status).toBe(403);
  });

  it("accept a period and explain an invalid one", async () => {
    const figures = await read("?from=2026-02-27&to=2026-03-02");
    expect(figures.days.map(({ day }) => day)).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
    ]);
    for (const query of [
      "from=x",
      "to=2026-02-30",
      "from=2026-03-02&to=2026-03-01",
      "from=2020-01-01&to=2026-01-01",
    ])
      expect((await ask(`?${query}`)).status, query).toBe(400);
  });

  it("are written at shutdown and add up over nodes", async () => {
    await withDatabase(data, async (opened) => {
      const before = (await counted(opened.db)).find(({ kind }) => kind === "searched")?.count ?? 0;
      const nodes = [createDayCounts(opened, quietLog), createDayCounts(opened, quietLog)];
      for (const node of nodes) {
        node.countSearch();
        node.countSearch();
        node.countExport(shelf[0]?.id ?? "", 5);
      }
      expect((await counted(opened.db)).find(({ kind }) => kind === "searched")?.count).toBe(before);
      await Promise.all(nodes.map((node) => node.close()));
      expect((await counted(opened.db)).find(({ kind }) => kind === "searched")?.count).toBe(before + 4);
      const { exported } = await opened.db
        .selectFrom("templates")
        .select("exported")
        .where("id", "=", shelf[0]?.id ?? "")
        .executeTakeFirstOrThrow();
      expect(exported).toBe(12);
    });
  });

  it("keep a limited number of queries per day, for two years", async () => {
    await withDatabase(data, async (opened) => {
      const old = createDayCounts(opened, quietLog, () => new Date("2024-01-01"));
      old.countSearch();
      await old.close();
      const node = createDayCounts(opened, quietLog, () => new Date("2026-06-01"));
      for (let i = 0; i < 600; i++)
        node.countMissedSearch(`word ${"abcdefghij"[i % 10]}${"x".repeat(i / 10)}`);
      await node.close();
      const rows = (await counted(opened.db)).filter(({ day }) => day <= "2026-06-01");
      expect(rows.every(({ day }) => day === "2026-06-01")).toBe(true);
      expect(rows.length).toBeLessThanOrEqual(501);
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(600);
    });
  });
});
