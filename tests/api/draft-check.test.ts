import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DraftCheck, TemplateDraft } from "../../contract/templates/drafts.ts";
import { TemplateBroken } from "../../engine/errors.ts";
import { createDraftChecks } from "../../server/drafts/checking/draft-checks.ts";
import { quietLog } from "../support/databases.ts";
import { draftsOf, filesOf, refusalOf, SMALL } from "../support/drafts.ts";
import type { Call } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";
import { UNSAFE_SOURCES } from "../support/unsafe-sources.ts";

describe("checks of a template draft", () => {
  let server: TestServer;
  let draft: TemplateDraft;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const drafts = draftsOf(call, asOperator);
  const PLACE = {
    type: "blog",
    category: "sales",
    slug: "ferry",
    description: "A page about a ferry.",
    words: null,
  };
  const check = async (changes: Partial<TemplateDraft> = {}, place: Record<string, unknown> = {}) => {
    const body = { ...filesOf(draft, changes), ...PLACE, compare: "some", ...place };
    const answer = await drafts.post("/check", body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as DraftCheck;
  };

  beforeAll(async () => {
    server = await startServerHere({ environment: { OPERATOR_TOKEN, RENDER_PROCESSES: "1" } });
    await aShelf(call, { types: ["blog"], count: 1 });
    draft = await drafts.newDraft();
  });
  afterAll(() => server.stop());

  it("pass for a new template and report taken, reserved and missing addresses", async () => {
    expect(await check()).toEqual({ passes: true, findings: [], conformance: "PDF/UA-1" });
    const misplaced = async (place: Record<string, unknown>) => {
      const { findings } = await check({ content: "" }, place);
      return findings
        .filter(({ file }) => file === "template")
        .map(({ field, message }) => `${field}: ${message}`);
    };
    expect(await misplaced({ type: "nope" })).toEqual(['type: there is no type "nope"']);
    expect(await misplaced({ category: "", slug: "Not a slug" })).toEqual([
      "category: choose a category",
      expect.stringMatching(/^slug: use only lower-case/),
    ]);
    expect(await misplaced({ slug: "blog-number-1" })).toEqual([
      "slug: /blog/blog-number-1 is the address of another template; choose a different one",
    ]);
    expect(await misplaced({ slug: "terms", description: "" })).toEqual([
      expect.stringMatching(/^slug: "terms" is an address of the site itself/),
      expect.stringMatching(/^description: /),
    ]);
  });

  it("find what `library check` finds, with file, line, field and view", async () => {
    const content = `${draft.content}\n#link("javascript:alert(1)")[x]\n`;
    const fields = draft.fields.replace(', "maxLength": 80 }', " }");
    const sample = draft.sample.replace('"2026-11-03"', '"soon"');
    const { passes, findings } = await check({ content, fields, sample });
    expect(passes).toBe(false);
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          file: "source",
          line: content.split("\n").length - 1,
          message: expect.stringContaining("link() accepts any address"),
        }),
        expect.objectContaining({ file: "fields", field: "heading", message: "this field needs maxLength" }),
        expect.objectContaining({ file: "sample", field: "date" }),
      ]),
    );
    const empty = await check({
      content: draft.content.replace('#field("heading")', '#value("name").len()'),
    });
    expect(empty.findings).toContainEqual(
      expect.objectContaining({
        file: "source",
        mode: "empty",
        message: expect.stringContaining("(with only the required fields)"),
      }),
    );
    const unknown = await check({ content: `${draft.content}\n#field("boddy")` });
    expect(unknown).toMatchObject({
      passes: false,
      findings: [{ file: "source", message: 'there is no field "boddy"; did you mean "body"?' }],
    });
    const over = await check({ content: `${draft.content}\n#place(top + left, field("name"))` });
    expect(over.findings[0]).toMatchObject({ file: "source", message: expect.stringContaining("overlap") });
    const tagged = await check({ content: '#import "/kit/kit.typ": *\n#set page(paper: "a4")\n= Untitled' });
    expect(tagged).toMatchObject({ passes: false, conformance: "tagged" });
  });

  it("pass with a warning where a page of its own follows the list", async () => {
    const { passes, findings } = await check({ content: `${draft.content}\n#pagebreak()\n#field("name")` });
    expect(findings).toEqual([
      expect.objectContaining({
        severity: "warning",
        file: "source",
        field: "points",
        message: expect.stringMatching(/^the last page has neither a row of a list nor a long text/),
      }),
    ]);
    expect(passes).toBe(true);
  });

  it("report an empty source", async () => {
    const { passes, findings } = await check({ ...SMALL, content: "// Nothing yet\n" });
    expect(passes).toBe(false);
    expect(findings[0]).toMatchObject({
      file: "source",
      message: "the source is empty; it must produce a page",
    });
  });

  it.each(UNSAFE_SOURCES)("find %s in the PDF and refuse the export", async (_, source, expected) => {
    const unsafe = { ...SMALL, content: `${SMALL.content}${source}\n` };
    const { passes, findings } = await check(unsafe);
    expect(passes).toBe(false);
    const said = findings.map(({ file, message }) => `${file}: ${message}`);
    expect(said).toContainEqual(expect.stringMatching(expected));
    const render = { ...filesOf(draft, unsafe), mode: "sample", look: {}, format: "pdf" };
    const answer = await drafts.post("/render", render);
    expect(answer.status).toBe(422);
    expect((await refusalOf(answer))?.message).toMatch(expected);
  });

  it("stop when the client disconnects", { tags: ["long"] }, async () => {
    const stop = new AbortController();
    const checking = call("/drafts/check", {
      method: "POST",
      headers: { "content-type": "application/json", ...asOperator },
      body: JSON.stringify({ ...filesOf(draft), ...PLACE, compare: "all" }),
      signal: stop.signal,
    });
    setImmediate(() => stop.abort());
    await expect(checking).rejects.toThrow();
    expect((await check()).passes).toBe(true);
  });

  it("continue when another check was terminated", async () => {
    const never = new Promise<never>(() => {});
    const broken = Promise.withResolvers<never>();
    const asked = new Set<string>();
    const render = (_: unknown, { client }: { client: string }) => {
      asked.add(client);
      return client === "b" ? broken.promise : never;
    };
    const rendering = { renderPdf: render, renderPages: render, renderText: render };
    const checks = createDraftChecks({ rendering: rendering as never, log: quietLog });
    const job = { draft: filesOf(draft), place: PLACE, compare: "some" } as const;
    const gone = new AbortController();
    const first = checks.check(job, { client: "a", signal: gone.signal });
    const second = checks.check(job, { client: "b", signal: new AbortController().signal });
    await expect.poll(() => asked.size, { timeout: 20_000 }).toBe(2);
    gone.abort();
    await expect(first).rejects.toThrow("cancelled");
    broken.reject(new TemplateBroken([]));
    expect((await second).conformance).toBe("tagged");
    await checks.close();
  });
});
