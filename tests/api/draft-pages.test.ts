import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONFORMANCE_HEADER } from "../../contract/rendering/render.ts";
import type {
  DraftDiagnostic,
  DraftPages,
  DraftTokens,
  TemplateDraft,
} from "../../contract/templates/drafts.ts";
import { SAMPLE_MODES } from "../../contract/templates/drafts.ts";
import { draftsOf, filesOf, refusalOf } from "../support/drafts.ts";
import type { Call } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

describe("pages of a template draft", () => {
  let server: TestServer;
  let draft: TemplateDraft;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const drafts = draftsOf(call, asOperator);
  const render = (changes: Partial<TemplateDraft> = {}, more: Record<string, unknown> = {}) =>
    drafts.post("/render", { ...filesOf(draft, changes), ...more });
  const diagnosticsOf = async (answer: Response) =>
    (await refusalOf(answer))?.extensions.diagnostics as DraftDiagnostic[];

  beforeAll(async () => {
    server = await startServerHere({
      environment: { OPERATOR_TOKEN, RENDER_PROCESSES: "1", RENDER_DEADLINE_MS: "20000" },
    });
    draft = await drafts.newDraft();
  });
  afterAll(() => server.stop());

  it("show the current source in every view and are not cached", async () => {
    for (const mode of SAMPLE_MODES) {
      const answer = await drafts.post("/render?priority=background", { ...filesOf(draft), mode, pages: 1 });
      expect(answer.status, mode).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      const { pages, count, diagnostics } = (await answer.json()) as DraftPages;
      expect(diagnostics, mode).toEqual([]);
      expect(pages, mode).toHaveLength(1);
      expect(count, mode).toBeGreaterThanOrEqual(mode === "rows" ? 2 : 1);
      expect(new Set(pages[0]?.fields.map(({ path }) => path)), mode).toContain("heading");
    }
    const pdf = await render({}, { format: "pdf", look: { paper: "us-letter" } });
    expect(pdf.headers.get(CONFORMANCE_HEADER)).toBe("PDF/UA-1");
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  it("report errors at the author's line, also for errors inside the kit", async () => {
    const content = draft.content.replace("#section(", "#let x = 1 +\n#section(");
    const [fault] = await diagnosticsOf(await render({ content }));
    const line = content.slice(0, content.indexOf("#let x")).split("\n").length;
    expect(fault).toMatchObject({ severity: "error", file: "source", line, mode: "sample" });
    const called = `${draft.content}\n#money("😀", currency: 1, wrong: 2)\n`;
    const [inCall] = await diagnosticsOf(await render({ content: called }));
    expect(inCall).toMatchObject({
      file: "source",
      line: called.split("\n").length - 1,
      message: expect.stringContaining("wrong"),
    });
    expect(inCall?.endColumn).toBeGreaterThan(inCall?.column ?? 0);
  });

  it("report invalid fields and samples with line and value", async () => {
    const broken = await render({ sample: '{\n  "heading": "x"\n  "date": 1\n}' });
    expect(broken.status).toBe(422);
    expect(await diagnosticsOf(broken)).toEqual([
      {
        severity: "error",
        file: "sample",
        line: 3,
        column: 3,
        message: 'unexpected `"`; expected: a comma or `}`',
        text: {
          key: "json_expected",
          values: { expected: { key: "json_comma", values: { close: "}" } }, found: '"' },
        },
      },
    ]);
    const noFields = draft.fields.replace(
      '"type": "string", "title": "Heading"',
      '"type": "text", "title": "Heading"',
    );
    const [wrong] = await diagnosticsOf(await render({ fields: noFields }));
    expect(wrong).toMatchObject({
      file: "fields",
      field: "heading",
      message: expect.stringContaining("use one of these values"),
    });
    expect(noFields.split("\n")[(wrong?.line ?? 0) - 1]).toContain('"heading"');
    const deep = await diagnosticsOf(await render({ fields: "[".repeat(100_000) }));
    expect(deep[0]?.message).toContain("nested more than");

    const sample = draft.sample.replace('"2026-11-03"', '"soon"');
    const { pages, diagnostics } = (await (await render({ sample })).json()) as DraftPages;
    expect(pages).toHaveLength(1);
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: "error", file: "sample", field: "date" }),
    ]);
    expect(sample.split("\n")[(diagnostics[0]?.line ?? 0) - 1]).toContain('"date"');
  });

  it("include colours, field places and kit functions", async () => {
    const tokens = (await (
      await drafts.post("/tokens", { content: '#let é = "😀" // yes\n= Head (' })
    ).json()) as DraftTokens;
    const kinds = [...Array(tokens.tokens.length / 5).keys()].map(
      (at) => tokens.legend[tokens.tokens[at * 5 + 3] ?? 0],
    );
    expect(kinds).toEqual(expect.arrayContaining(["keyword", "string", "comment", "heading"]));
    const places = await drafts.post("/places", { content: draft.content });
    const { fields } = (await places.json()) as { fields: { path: string; line: number }[] };
    expect(fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["heading", "points", "points.text"]),
    );
    const kit = (await (await drafts.get("/kit")).json()) as {
      functions: { name: string; snippet: string }[];
    };
    expect(kit.functions.find(({ name }) => name === "field")?.snippet).toMatch(/^field\("\$\{path\}"\)$/);
  });

  it("end an endless loop at its deadline without affecting others", async () => {
    await server.stop();
    server = await startServerHere({
      environment: { OPERATOR_TOKEN, RENDER_PROCESSES: "1", RENDER_DEADLINE_MS: "1500" },
    });
    const answer = await render({
      content: "#for a in range(100000) { for b in range(100000) { let c = a + b } }",
    });
    expect(answer.status).toBe(422);
    expect((await refusalOf(answer))?.extensions.code).toBe("RENDER_TIMED_OUT");
    expect((await call("/health")).status).toBe(200);
  });
});
