import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_BODY_VALUES } from "../../contract/limits.ts";
import type { RenderedPages } from "../../contract/rendering/render.ts";
import { textOfPdf } from "../support/pdf-text.ts";
import { broken, ID, listed, openRenderSite, type RenderSite } from "../support/render-site.ts";

let site: RenderSite;
beforeAll(async () => {
  site = await openRenderSite();
});
afterAll(() => site?.close());

const render: RenderSite["render"] = (...request) => site.render(...request);
const errorsOf = async (answer: Response) =>
  ((await answer.json()) as { errors: { message: string; extensions: Record<string, unknown> }[] }).errors;

async function printedText(answer: Response): Promise<string> {
  return textOfPdf(await answer.bytes());
}

describe("POST /render/{templateId}.pdf", () => {
  test("contains the person's data and nothing of the sample", async () => {
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

  test("is named in the document's language", async () => {
    const answer = await render("pdf", { data: { number: "2026-014" }, theme: { language: "de" } });
    expect(answer.headers.get("content-disposition")).toContain('filename="Rechnung 2026-014.pdf"');
  });

  test("names characters that prevent PDF/UA-1", async () => {
    const answer = await render("pdf", { data: { number: "1", customer: "株" } });
    expect(answer.headers.get("typecase-conformance")).toBe("tagged");
    const problems = JSON.parse(decodeURIComponent(answer.headers.get("typecase-problems") ?? ""));
    expect(problems).toMatchObject([{ kind: "character", character: "株", path: "customer" }]);
  });

  test("names every invalid field", async () => {
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

  test("answers a repeated request from the cache", async () => {
    const body = { data: { number: "same" } };
    const first = await (await render("pdf", body)).bytes();
    const before = site.rendering.state();
    const second = await (await render("pdf", { theme: {}, ...body })).bytes();
    expect(Buffer.from(first).equals(second)).toBe(true);
    expect(site.rendering.state().bytes).toBe(before.bytes);
  });
});

test("records exports of people, not previews", async () => {
  const data = { number: "2026-014" };
  const handed = async (person: string, path: string, sent: unknown = data) => {
    const before = site.exported.length;
    await (await site.renderAs({ person }, sent, path)).bytes();
    return site.exported.slice(before);
  };
  const once = [`ada ${ID}`];
  for (const path of [`${ID}.pdf`, `${ID}.png`]) expect(await handed("ada", path), path).toEqual(once);
  expect(await handed("ada", `${ID}/rows`, [data, data])).toEqual(once);
  expect(await handed("ada", `${ID}/rows`, [{ colour: "red" }])).toEqual([]);
  expect(await handed("ada", `${ID}.svg`)).toEqual([]);
  expect(await handed("ada", `${ID}.pdf`, { colour: "red" })).toEqual([]);
  expect(await handed("", `${ID}.pdf`)).toEqual([]);
  // The same pages are sent from the cache to another person.
  expect(await handed("grace", `${ID}.pdf`)).toEqual([`grace ${ID}`]);
});

test("counts every exported file and row", async () => {
  const data = { number: "2026-015" };
  const counted = async (path: string, sent: unknown = data) => {
    const before = site.countFiles();
    await (await site.renderAs({}, sent, path)).bytes();
    return site.countFiles() - before;
  };
  expect(await counted(`${ID}.pdf`)).toBe(1);
  expect(await counted(`${ID}.png`)).toBe(1);
  expect(await counted(`${ID}/rows`, [data, { colour: "red" }, data])).toBe(2);
  expect(await counted(`${ID}.svg`)).toBe(0);
  expect(await counted(`${ID}.pdf`, { colour: "red" })).toBe(0);
});

describe("POST /render/{templateId}.svg", () => {
  test("returns pages with sample text and field places", async () => {
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

  test("tolerates unfinished data and reports omissions", async () => {
    const answer = await render("svg", { data: { issued: "2026-1", customer: "Me" } });
    expect(answer.status).toBe(200);
    const { ignored } = (await answer.json()) as RenderedPages;
    expect(ignored).toMatchObject([{ field: "issued", type: "format" }]);
  });

  test("keeps empty rows in previews only", async () => {
    const data = { tasks: ["", "sweep", "WASH", "dry"] };
    const { pages, ignored } = (await (await render("svg", { data }, listed.id)).json()) as RenderedPages;
    expect(pages[0]?.fields.map(({ path }) => path)).toEqual(["tasks.0", "tasks.1", "tasks.2", "tasks.3"]);
    expect(ignored.map(({ field }) => field)).toEqual(["tasks.2"]);
    const final = await render("svg", { data: { tasks: ["", "sweep", "dry"] }, mode: "final" }, listed.id);
    expect(((await final.json()) as RenderedPages).pages[0]?.fields).toHaveLength(2);
  });
});

describe("POST /render/{templateId}.png", () => {
  test("has the requested size", async () => {
    const answer = await render("png", { data: { number: "1" }, dpi: 72 });
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(await sharp(await answer.bytes()).metadata()).toMatchObject({
      format: "png",
      width: 595,
      height: 842,
    });
  });

  test("rejects missing pages and large sizes", async () => {
    expect((await render("png", { data: { number: "1" }, page: 2 })).status).toBe(400);
    expect((await render("png", { data: { number: "1" }, dpi: 5_000 })).status).toBe(400);
  });
});

describe("invalid render requests", () => {
  test("answer unknown and malformed ids alike", async () => {
    for (const id of ["01890000-0000-7000-8000-00000000ffff", "..%2f..", "x"]) {
      const answer = await render("pdf", {}, id);
      expect(answer.status).toBe(403);
      expect((await errorsOf(answer))[0]?.extensions.code).toBe("FORBIDDEN");
    }
  });

  test("answer 404 for unknown formats", async () => {
    expect((await render("docx", {})).status).toBe(404);
  });

  test("name malformed JSON and wrong shapes", async () => {
    for (const body of ["{", "[]", '{"data":[]}', '{"theme":{"paper":"a0"}}', '{"mode":"x"}']) {
      const answer = await render("pdf", body);
      expect(answer.status, body).toBe(400);
      expect((await errorsOf(answer))[0]?.extensions.code).toBe("INVALID_PAYLOAD");
    }
  });

  test("reject deep nesting", async () => {
    const nested = (levels: number) => `{"data":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
    const deep = await render("pdf", nested(20));
    expect((await errorsOf(deep))[0]?.extensions.code).toBe("DATA_TOO_DEEP");
    const endless = await render("pdf", nested(100_000));
    expect(endless.status).toBe(400);
    expect((await errorsOf(endless))[0]?.message).toContain("nested deeper than 64 levels");
  });

  test("reject millions of tiny values before parsing", async () => {
    for (const [format, body] of [
      ["svg", `{"data":{"items":[${"5,".repeat(1_000_000)}5]}}`],
      ["pdf", `{"data":{"items":[${"[],".repeat(600_000)}5]}}`],
    ] as const) {
      const answer = await render(format, body);
      expect(answer.status).toBe(413);
      const [error] = await errorsOf(answer);
      expect(error?.extensions).toMatchObject({ code: "CONTENT_TOO_LARGE", limit: MAX_BODY_VALUES });
    }
  });

  test("report the place of a template error", async () => {
    const answer = await render("svg", { data: {} }, broken.id);
    expect(answer.status).toBe(422);
    const [error] = await errorsOf(answer);
    expect(error?.extensions).toMatchObject({
      code: "TEMPLATE_BROKEN",
      diagnostics: [{ line: 2, column: 2 }],
    });
  });
});

describe("GET /{type}/{slug}/sample.pdf", () => {
  test("is cacheable and answers 304", async () => {
    const answer = await fetch(`${site.url}/invoices/plain/sample.pdf`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(/^inline; filename="Invoice 2026-001\.pdf"/);
    expect(answer.headers.get("cache-control")).toMatch(/^public/);
    const tag = answer.headers.get("etag") ?? "";
    expect(await printedText(answer)).toContain("Solberg Kunsthall");
    const again = await fetch(`${site.url}/invoices/plain/sample.pdf`, {
      headers: { "if-none-match": tag },
    });
    expect(again.status).toBe(304);
  });

  test("is left to the pages for unknown templates", async () => {
    expect((await fetch(`${site.url}/invoices/nothing/sample.pdf`)).status).toBe(404);
  });

  test("supports weak tags, tag lists and ranges", async () => {
    const ask = (headers: Record<string, string> = {}) =>
      fetch(`${site.url}/invoices/plain/sample.pdf`, { headers });
    const whole = await ask();
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get("etag") ?? "";
    for (const known of [`W/${etag}`, `"other", ${etag}`, `W/"other", W/${etag}`]) {
      const answer = await ask({ "if-none-match": known });
      expect([answer.status, answer.headers.get("etag")]).toEqual([304, etag]);
    }
    const part = await ask({ range: "bytes=0-7" });
    expect([part.status, part.headers.get("content-type")]).toEqual([206, "application/pdf"]);
    expect(await part.text()).toBe(bytes.subarray(0, 8).toString());
    expect((await ask({ range: "bytes=0-7", "if-range": '"other"' })).status).toBe(200);
    expect((await ask({ range: `bytes=${bytes.length}-` })).status).toBe(416);
  });
});
