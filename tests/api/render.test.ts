import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RenderedPages } from "../../contract/render.ts";
import { unpackRows } from "../../contract/row-pack.ts";
import type { RequestEnv } from "../../server/http/request.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { renderRoutes } from "../../server/rendering/requests/routes.ts";
import type { TemplateSheet, TemplateSource } from "../../server/rendering/requests/template-source.ts";
import { quietLog } from "../support/databases.ts";
import { textOfPdf } from "../support/pdf-text.ts";

const ID = "01890000-0000-7000-8000-000000000001";
const sheet: TemplateSheet = {
  id: ID,
  type: "invoices",
  slug: "plain",
  name: "Plain",
  singular: "Invoice",
  version: "v1",
  content: `#let mode = sys.inputs.mode
#let source = json(bytes(if mode == "sample" { sys.inputs.sample } else { sys.inputs.data }))
#let sample = json(bytes(sys.inputs.sample))
#let theme = json(bytes(sys.inputs.theme))
#set page(paper: theme.paper)
#set document(title: "Invoice " + source.at("number", default: ""))
#set text(font: "Inter", lang: theme.language)
#let field(name) = {
  let shown = source.at(name, default: sample.at(name, default: ""))
  if mode == "preview" { link("field:" + name, shown) } else { shown }
}
= Invoice #field("number")
#field("customer")`,
  fields: {
    type: "object",
    additionalProperties: false,
    required: ["number"],
    properties: {
      number: { type: "string", maxLength: 40, title: "Number" },
      customer: { type: "string" },
      issued: { type: "string", format: "date" },
    },
  },
  sample: { number: "2026-001", customer: "Solberg Kunsthall" },
  title: "Invoice {number}",
  page: { papers: ["a4", "us-letter"], orientation: "portrait" },
  theme: { accent: "#1f4fd8" },
};
const broken: TemplateSheet = { ...sheet, id: ID.replace(/1$/, "2"), slug: "broken", content: "\n#nope" };
const slow: TemplateSheet = {
  ...sheet,
  id: ID.replace(/1$/, "3"),
  slug: "slow",
  content: "#for a in range(9000) { for b in range(9000) { for c in range(9000) {} } }",
};
const listed: TemplateSheet = {
  ...sheet,
  id: ID.replace(/1$/, "4"),
  slug: "listed",
  content: `#let data = json(bytes(sys.inputs.data))
#set document(title: "List")
#for (place, task) in data.tasks.enumerate() [
  #link("field:tasks." + str(place), if type(task) == str { task } else [not yet]) \
]`,
  fields: {
    type: "object",
    additionalProperties: false,
    properties: { tasks: { type: "array", items: { type: "string", pattern: "^[a-z]+$" } } },
  },
  sample: {},
};
const shelf = [sheet, broken, slow, listed];
const templates: TemplateSource = {
  find: async (id) => shelf.find((each) => each.id === id),
  findBySlug: async (type, slug) => shelf.find((each) => each.type === type && each.slug === slug),
};

type Served = { url: string; close(): void };
function open(rendering: Rendering, rate?: number): Promise<Served> {
  const app = new Hono<RequestEnv>();
  app.use(async (c, next) => {
    c.set("clientAddress", "192.0.2.1");
    c.set("log", quietLog);
    await next();
  });
  app.route("/", renderRoutes({ rendering, templates, ...(rate ? { rate } : {}) }));
  app.notFound((c) => c.text("not found", 404));
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (address: AddressInfo) =>
      resolve({ url: `http://127.0.0.1:${address.port}`, close: () => server.close() }),
    );
  });
}

let rendering: Rendering;
let served: Served;
beforeAll(async () => {
  rendering = createRendering({
    settings: { processes: 1, queue: 3, deadlineMs: 10_000, kitDir: "library/kit" },
    log: quietLog,
  });
  served = await open(rendering);
  await rendering.ready();
});
afterAll(async () => {
  served.close();
  await rendering.close();
});

const render = (format: string, body: unknown, id = ID, url = served.url, query = "") =>
  fetch(`${url}/render/${id}.${format}${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const errorsOf = async (answer: Response) =>
  ((await answer.json()) as { errors: { message: string; extensions: Record<string, unknown> }[] }).errors;

function askRows(rows: unknown[], id = ID): Promise<Response> {
  return fetch(`${served.url}/render/${id}/rows`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rows, theme: { paper: "us-letter" } }),
  });
}

async function printedText(answer: Response): Promise<string> {
  return textOfPdf(await answer.bytes());
}

describe("POST /render/{templateId}.pdf", () => {
  test("gives the person's words and nothing of the sample", async () => {
    const answer = await render("pdf", { data: { number: "2026-014" }, theme: { paper: "us-letter" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("typecase-conformance")).toBe("PDF/UA-1");
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename=\"Invoice 2026-014.pdf\"; filename*=UTF-8''Invoice%202026-014.pdf",
    );
    expect(await printedText(answer)).toMatch(/^Invoice 2026-014\s*$/);
  });

  test("says which characters keep it from being PDF/UA-1", async () => {
    const answer = await render("pdf", { data: { number: "1", customer: "株" } });
    expect(answer.headers.get("typecase-conformance")).toBe("tagged");
    const problems = JSON.parse(decodeURIComponent(answer.headers.get("typecase-problems") ?? ""));
    expect(problems).toMatchObject([{ kind: "character", character: "株", path: "customer" }]);
  });

  test("names every field that is wrong", async () => {
    const answer = await render("pdf", { data: { issued: "soon", colour: "red" } });
    expect(answer.status).toBe(400);
    const errors = await errorsOf(answer);
    expect(
      errors.map(({ extensions }) => `${extensions.code} ${extensions.field} ${extensions.type}`).sort(),
    ).toEqual([
      "FAILED_VALIDATION colour additionalProperties",
      "FAILED_VALIDATION issued format",
      "FAILED_VALIDATION number required",
    ]);
  });

  test("the same request is answered from memory, with the same bytes", async () => {
    const body = { data: { number: "same" } };
    const first = await (await render("pdf", body)).bytes();
    const before = rendering.state();
    const second = await (await render("pdf", { theme: {}, ...body })).bytes();
    expect(Buffer.from(first).equals(second)).toBe(true);
    expect(rendering.state().bytes).toBe(before.bytes);
  });
});

describe("POST /render/{templateId}.svg", () => {
  test("gives pages with the sample where nothing was typed, and the places of fields", async () => {
    const answer = await render("svg", { data: { customer: "Me" } });
    const { pages, ignored } = (await answer.json()) as RenderedPages;
    expect(ignored).toEqual([]);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatchObject({ width: 595.276, height: 841.89 });
    expect(pages[0]?.fields.map((field) => field.path)).toEqual(["number", "customer"]);
    const [number, customer] = pages[0]?.fields ?? [];
    expect(customer?.y).toBeGreaterThan(number?.y ?? 0);
    expect(customer?.width).toBeGreaterThan(5);
    expect(pages[0]?.svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  });

  test("a preview forgives what is not finished and says what it left out", async () => {
    const answer = await render("svg", { data: { issued: "2026-1", customer: "Me" } });
    expect(answer.status).toBe(200);
    const { ignored } = (await answer.json()) as RenderedPages;
    expect(ignored).toMatchObject([{ field: "issued", type: "format" }]);
  });

  test("a preview keeps the rows that are still empty in their places; a finished page drops them", async () => {
    const data = { tasks: ["", "sweep", "WASH", "dry"] };
    const { pages, ignored } = (await (await render("svg", { data }, listed.id)).json()) as RenderedPages;
    expect(pages[0]?.fields.map(({ path }) => path)).toEqual(["tasks.0", "tasks.1", "tasks.2", "tasks.3"]);
    expect(ignored.map(({ field }) => field)).toEqual(["tasks.2"]);
    const final = await render("svg", { data: { tasks: ["", "sweep", "dry"] }, mode: "final" }, listed.id);
    expect(((await final.json()) as RenderedPages).pages[0]?.fields).toHaveLength(2);
  });
});

describe("POST /render/{templateId}.png", () => {
  test("is as large as asked for", async () => {
    const answer = await render("png", { data: { number: "1" }, dpi: 72 });
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({
      format: "png",
      width: 595,
      height: 842,
    });
  });

  test("a page that is not there, or too large a picture, is refused", async () => {
    expect((await render("png", { data: { number: "1" }, page: 2 })).status).toBe(400);
    expect((await render("png", { data: { number: "1" }, dpi: 5_000 })).status).toBe(400);
  });
});

describe("requests that can't be met", () => {
  test("an unknown template and a malformed id are the same answer as everywhere", async () => {
    for (const id of ["01890000-0000-7000-8000-00000000ffff", "..%2f..", "x"]) {
      const answer = await render("pdf", {}, id);
      expect(answer.status).toBe(403);
      expect((await errorsOf(answer))[0]?.extensions.code).toBe("FORBIDDEN");
    }
  });

  test("a format we do not make is no route", async () => {
    expect((await render("docx", {})).status).toBe(404);
  });

  test("what is no JSON, or not of this shape, is named", async () => {
    for (const body of ["{", "[]", '{"data":[]}', '{"theme":{"paper":"a0"}}', '{"mode":"x"}']) {
      const answer = await render("pdf", body);
      expect(answer.status, body).toBe(400);
      expect((await errorsOf(answer))[0]?.extensions.code).toBe("INVALID_PAYLOAD");
    }
  });

  test("nesting without end is refused", async () => {
    const answer = await render("pdf", `{"data":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`);
    expect((await errorsOf(answer))[0]?.extensions.code).toBe("DATA_TOO_DEEP");
  });

  test("a broken template says where", async () => {
    const answer = await render("svg", { data: {} }, broken.id);
    expect(answer.status).toBe(422);
    const [error] = await errorsOf(answer);
    expect(error?.extensions).toMatchObject({
      code: "TEMPLATE_BROKEN",
      diagnostics: [{ line: 2, column: 2 }],
    });
  });

  test("too many from one address: 429 and when to come again", async () => {
    const limited = await open(rendering, 3);
    const answers = [];
    for (let count = 0; count < 4; count++)
      answers.push(await render("svg", { data: { number: "1" } }, ID, limited.url));
    limited.close();
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429]);
    expect(Number(answers[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a batch has a share of its own, so whoever sends one can go on typing", async () => {
    const limited = await open(rendering, 1);
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
    await expect.poll(() => rendering.state().busy).toBe(1);
    const asked = ["batch 1", "batch 2"].map(async (number) => {
      await render("pdf", { data: { number } }, ID, served.url, "?priority=background");
      done.push(number);
    });
    await expect.poll(() => rendering.state().waiting).toBe(2);
    const typed = render("svg", { data: { number: "typed" } }).then(() => done.push("typed"));
    await expect.poll(() => rendering.state().waiting).toBe(3);
    await Promise.all([held, ...asked, typed]);
    expect(done[0]).toBe("typed");
  });

  test("more than the queue holds: 503 and when to come again, and the rest is answered", async () => {
    const held = render("svg", { data: { number: "1" } }, slow.id);
    await expect.poll(() => rendering.state().busy).toBe(1);
    const table = await askRows(Array(8).fill({ number: "1" }));
    expect([table.status, table.headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(rendering.state().waiting).toBe(0);
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
    await expect.poll(() => rendering.state().busy).toBe(1);
    const leaving = request(`${served.url}/render/${ID}.svg`, {
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    leaving.on("error", () => {});
    leaving.end(JSON.stringify({ data: { number: "leaving" } }));
    await expect.poll(() => rendering.state().waiting).toBe(1);
    leaving.destroy();
    await expect.poll(() => rendering.state().waiting).toBe(0);
    await held;
  });
});

describe("POST /render/{id}/rows", () => {
  test("each row is a PDF or says what is wrong with it, in its place", async () => {
    await expect.poll(() => rendering.state().idle, { timeout: 10_000 }).toBe(1);
    const numbers = Array.from({ length: 16 }, (_, index) =>
      index === 4 ? "x".repeat(50) : `2026-${index}`,
    );
    const answer = await askRows(
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
    const rows = unpackRows(await (await askRows([{ number: "1" }], broken.id)).bytes());
    expect(rows).toMatchObject([{ errors: [{ extensions: { code: "TEMPLATE_BROKEN" } }] }]);
    expect((await askRows([{}], ID.replace(/1$/, "9"))).status).toBe(403);
    expect((await askRows([])).status).toBe(400);
    expect((await askRows(Array(17).fill({}))).status).toBe(400);
  });
});

describe("GET /{type}/{slug}/sample.pdf", () => {
  test("is the sample, can be kept, and answers 304", async () => {
    const answer = await fetch(`${served.url}/invoices/plain/sample.pdf`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(/^inline; filename="Invoice 2026-001\.pdf"/);
    expect(answer.headers.get("cache-control")).toMatch(/^public/);
    const tag = answer.headers.get("etag") ?? "";
    expect(await printedText(answer)).toContain("Solberg Kunsthall");
    const again = await fetch(`${served.url}/invoices/plain/sample.pdf`, {
      headers: { "if-none-match": tag },
    });
    expect(again.status).toBe(304);
  });

  test("of a template that is not there is left to the pages", async () => {
    expect((await fetch(`${served.url}/invoices/nothing/sample.pdf`)).status).toBe(404);
  });
});
