import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unpackRows } from "../../contract/row-pack.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { broken, ID, openRenderSite, type RenderSite, slow } from "../support/render-site.ts";

let site: RenderSite;
beforeAll(async () => {
  site = await openRenderSite();
});
afterAll(() => site?.close());

const render: RenderSite["render"] = (...request) => site.render(...request);

describe("more requests than can be met", () => {
  test("too many from one address: 429 and when to come again", async () => {
    const limited = await site.limit(3);
    const answers = [];
    for (let count = 0; count < 4; count++)
      answers.push(await render("svg", { data: { number: "1" } }, ID, limited.url));
    limited.close();
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429]);
    expect(Number(answers[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a batch has a share of its own, so whoever sends one can go on typing", async () => {
    const limited = await site.limit(1);
    const ask = (query: string) =>
      render("svg", { data: { number: "1" } }, ID, limited.url, query).then(({ status }) => status);
    const statuses = [];
    for (const query of ["?priority=background", "?priority=background", "", "?priority=soon"])
      statuses.push(await ask(query));
    limited.close();
    expect(statuses).toEqual([200, 429, 200, 400]);
  });

  test("one of many waits for what a person is looking at", async () => {
    const done: string[] = [];
    const held = render("svg", { data: { number: "held" } }, slow.id);
    await expect.poll(() => site.rendering.state().busy).toBe(1);
    const asked = ["batch 1", "batch 2"].map(async (number) => {
      await render("pdf", { data: { number } }, ID, site.url, "?priority=background");
      done.push(number);
    });
    await expect.poll(() => site.rendering.state().waiting).toBe(2);
    const typed = render("svg", { data: { number: "typed" } }).then(() => done.push("typed"));
    await expect.poll(() => site.rendering.state().waiting).toBe(3);
    await Promise.all([held, ...asked, typed]);
    expect(done[0]).toBe("typed");
  });

  test("more than the queue holds: 503 and when to come again, and the rest is answered", async () => {
    const held = render("svg", { data: { number: "1" } }, slow.id);
    await expect.poll(() => site.rendering.state().busy).toBe(1);
    const table = await site.askRows(Array(8).fill({ number: "1" }));
    expect([table.status, table.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(site.rendering.state().waiting).toBe(0);
    const crowd = await Promise.all(
      Array.from({ length: 8 }, (_, n) => render("svg", { data: { number: `crowd ${n}` } })),
    );
    const statuses = crowd.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, 200, 200, 503, 503, 503, 503, 503]);
    expect(crowd.find((answer) => answer.status === 503)?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await held).status).toBe(422);
  });

  test("a client that goes away is not rendered for", async () => {
    const held = render("svg", { data: { number: "1" } }, slow.id);
    await expect.poll(() => site.rendering.state().busy).toBe(1);
    const leaving = request(`${site.url}/render/${ID}.svg`, {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    leaving.on("error", () => {});
    leaving.end(JSON.stringify({ data: { number: "leaving" } }));
    await expect.poll(() => site.rendering.state().waiting).toBe(1);
    leaving.destroy();
    await expect.poll(() => site.rendering.state().waiting).toBe(0);
    await held;
  });
});

describe("POST /render/{id}/rows", () => {
  test("each row is a PDF or says what is wrong with it, in its place", async () => {
    await expect.poll(() => site.rendering.state().idle).toBe(1);
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

  test("a template that breaks is every row's error; no template, no rows and too many are the request's", async () => {
    const rows = unpackRows(await (await site.askRows([{ number: "1" }], broken.id)).bytes());
    expect(rows).toMatchObject([{ errors: [{ extensions: { code: "TEMPLATE_BROKEN" } }] }]);
    expect((await site.askRows([{}], ID.replace(/1$/, "9"))).status).toBe(403);
    expect((await site.askRows([])).status).toBe(400);
    expect((await site.askRows(Array(17).fill({}))).status).toBe(400);
  });
});
