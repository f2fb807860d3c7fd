import { request } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { unpackRows } from "../../contract/rendering/row-pack.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { broken, ID, openRenderSite, type RenderSite } from "../support/render-site.ts";
import { createStandInChildren } from "../support/stand-in-children.ts";

describe("overload", () => {
  const children = createStandInChildren();
  let site: RenderSite;
  let serial = 0;
  beforeAll(async () => {
    site = await openRenderSite({ spawn: children.spawn, queue: 100 });
  });
  afterEach(async () => {
    children.hold(false);
    await expect.poll(() => site.rendering.state()).toMatchObject({ busy: 0, waiting: 0 });
  });
  afterAll(() => site?.close());

  const waiting = () => site.rendering.state().waiting;
  const render: RenderSite["render"] = (...request) => site.render(...request);
  /** A new page that occupies the only process until it is released. */
  async function occupy() {
    children.hold(true);
    const held = site.renderAs({ address: "198.51.100.1" }, { number: `held ${++serial}` });
    await expect.poll(() => site.rendering.state().busy).toBe(1);
    return { held }; // in an object, because returning the promise itself would await it
  }
  const ask = (client: { address?: string; person?: string }) =>
    site.renderAs(client, { number: `page ${++serial}` });

  test("delays other previews by one running render at most", async () => {
    children.hold(true);
    const answers = Array.from({ length: 150 }, () => ask({ address: "192.0.2.66" }));
    const done: string[] = [];
    for (const answer of answers) void answer.then(({ status }) => status === 200 && done.push("many"));
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    await expect.poll(() => [site.rendering.state().busy, waiting()]).toEqual([1, 50]);

    const other = ask({ address: "203.0.113.7" }).then(({ status }) => done.push(`other ${status}`));
    await expect.poll(waiting).toBe(51);
    children.answerOne();
    await expect.poll(() => done).toHaveLength(1);
    await expect.poll(() => site.rendering.state().busy).toBe(1);
    children.answerOne();
    await other;
    expect(done).toEqual(["many", "other 200"]);
    children.hold(false);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(51);
  });

  test("schedules people behind one address separately", async () => {
    const { held } = await occupy();
    const done: string[] = [];
    const add = async (name: string, client: { address?: string; person?: string }) => {
      const before = waiting();
      void ask(client).then(() => done.push(name));
      await expect.poll(waiting).toBe(before + 1);
    };
    await add("Ada 1", { person: "ada" });
    await add("Ada 2", { person: "ada" });
    await add("Ben 1", { person: "ben" });
    await add("house 1", { address: "2001:db8:0:7::1" });
    await add("house 2", { address: "2001:db8:0:7::2" });
    children.hold(false);
    await held;
    await expect.poll(() => done).toEqual(["Ada 1", "Ben 1", "house 1", "Ada 2", "house 2"]);
  });

  test("counts sample pictures as previews", async () => {
    const limited = await site.limit(2);
    const ask = (query: string) => fetch(`${limited.url}/invoices/plain/sample.webp?accent=${query}`);
    expect((await site.render("svg", { data: {} }, ID, limited.url)).status).toBe(200);
    expect((await ask("0f766e")).status).not.toBe(429);
    const refused = await ask("be123c");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    limited.close();
  });

  test("answers 429 with Retry-After for one address", async () => {
    const limited = await site.limit(3);
    const answers = [];
    for (let count = 0; count < 4; count++)
      answers.push(await render("svg", { data: { number: "1" } }, ID, limited.url));
    limited.close();
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429]);
    expect(Number(answers[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("limits batches by row, apart from typing", async () => {
    const limited = await site.limit(2);
    const askRows = (count: number) =>
      site.askRows(Array(count).fill({ number: "1" }), ID, limited.url).then(({ status }) => status);
    const type = (query: string) =>
      render("svg", { data: { number: "1" } }, ID, limited.url, query).then(({ status }) => status);
    const statuses = [
      await askRows(5),
      await askRows(4),
      await askRows(2),
      await type("?priority=background"),
      await type(""),
      await type("?priority=soon"),
    ];
    limited.close();
    expect(statuses).toEqual([200, 429, 200, 429, 200, 400]);
  });

  test("draws 24 gallery sheets within limits, behind typing", async () => {
    const limited = await site.limit(8);
    const { held } = await occupy();
    const done: string[] = [];
    const draw = () =>
      fetch(`${limited.url}/render/${ID}/sheet`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ width: 240 }),
      }).then(({ status }) => {
        done.push("sheet");
        return status;
      });
    const sheets = Array.from({ length: 24 }, draw);
    await expect.poll(waiting).toBe(1); // one at a time while someone types, and the others wait
    const typed = render("svg", { data: { number: "typed" } }, ID, limited.url).then(({ status }) => {
      done.push(`typed ${status}`);
    });
    await expect.poll(waiting).toBe(2);
    children.answerOne();
    await held;
    await expect.poll(() => site.rendering.state()).toMatchObject({ busy: 1, waiting: 1 });
    children.answerOne();
    await typed;
    expect(done).toEqual(["typed 200"]);
    children.hold(false);
    // The stand-in page can't be drawn; what counts is that no sheet was rejected.
    const statuses = await Promise.all(sheets);
    expect(statuses.filter((status) => status === 429 || status === 503)).toEqual([]);
    limited.close();
  });

  test("prefers what a person is looking at", async () => {
    const { held } = await occupy();
    const done: string[] = [];
    const asked = ["batch 1", "batch 2"].map(async (number) => {
      await render("pdf", { data: { number } }, ID, site.url, "?priority=background");
      done.push(number);
    });
    await expect.poll(waiting).toBe(2);
    const typed = render("svg", { data: { number: "typed" } }).then(() => done.push("typed"));
    await expect.poll(waiting).toBe(3);
    children.hold(false);
    await Promise.all([held, ...asked, typed]);
    expect(done[0]).toBe("typed");
  });

  test("answers 503 with Retry-After when the queue is full", async () => {
    const { held } = await occupy();
    const everyone = Array.from({ length: 100 }, (_, n) => ask({ address: `203.0.113.${n}` }));
    await expect.poll(waiting).toBe(100);
    const late = await ask({ address: "192.0.2.9" });
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    children.hold(false);
    expect(new Set((await Promise.all([held, ...everyone])).map(({ status }) => status))).toEqual(
      new Set([200]),
    );
  });

  test("rejects a whole table when the queue is full", async () => {
    const { held } = await occupy();
    const batch = () =>
      render("svg", { data: { number: `batch ${++serial}` } }, ID, site.url, "?priority=background");
    const before = Array.from({ length: 48 }, batch);
    await expect.poll(waiting).toBe(48);
    const table = await site.askRows(Array(8).fill({ number: "1" }));
    expect([table.status, table.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(waiting()).toBe(48);
    children.hold(false);
    await Promise.all([held, ...before]);
  });

  test("stops rendering for a disconnected client", async () => {
    const { held } = await occupy();
    const leaving = request(`${site.url}/render/${ID}.svg`, {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    leaving.on("error", () => {});
    leaving.end(JSON.stringify({ data: { number: "leaving" } }));
    await expect.poll(waiting).toBe(1);
    leaving.destroy();
    await expect.poll(waiting).toBe(0);
    children.hold(false);
    await held;
  });
});

describe("POST /render/{id}/rows", () => {
  let site: RenderSite;
  beforeAll(async () => {
    site = await openRenderSite();
  });
  afterAll(() => site?.close());

  test("returns a PDF or an error for each row", async () => {
    const numbers = Array.from({ length: 16 }, (_, index) =>
      index === 4 ? "x".repeat(50) : `2026-${index}`,
    );
    const answer = await site.askRows(
      numbers.map((number, index) => (index === 9 ? { customer: "Nobody" } : { number })),
    );
    const rows = unpackRows(await answer.bytes());
    expect(rows).toHaveLength(16);
    for (const [index, row] of rows.entries()) {
      if ("bytes" in row) expect(textOfPdf(row.bytes)).toContain(`2026-${index}`);
      else expect(row.errors[0]?.extensions).toMatchObject({ field: "number", code: "FAILED_VALIDATION" });
    }
    expect(rows.flatMap((row, index) => ("errors" in row ? [index] : []))).toEqual([4, 9]);
  });

  test("reports template errors per row and request errors once", async () => {
    const rows = unpackRows(await (await site.askRows([{ number: "1" }], broken.id)).bytes());
    expect(rows).toMatchObject([{ errors: [{ extensions: { code: "TEMPLATE_BROKEN" } }] }]);
    expect((await site.askRows([{}], ID.replace(/1$/, "9"))).status).toBe(403);
    expect((await site.askRows([])).status).toBe(400);
    expect((await site.askRows(Array(17).fill({}))).status).toBe(400);
  });
});
