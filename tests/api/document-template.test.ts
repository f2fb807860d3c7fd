import { afterAll, beforeAll, expect, it } from "vitest";
import type { LeftoverValues } from "../../shared/switching/leftover-values.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

type Switched = {
  templates_id: string;
  template_versions_id: string;
  rev: number;
  data: Record<string, unknown>;
  kept: LeftoverValues;
};
const text = (title: string, means?: string) => ({
  type: "string",
  title,
  maxLength: 40,
  ...(means ? { "x-means": means } : {}),
});
const group = (properties: object) => ({ type: "object", additionalProperties: false, properties });
const CARD = group({ name: text("Name", "sender.name"), motto: text("Motto", "sender.tagline") });
const LETTER = group({
  from: group({ who: text("From", "sender.name") }),
  body: text("Letter", "letter.body"),
});

describeOnDatabases("changing a document's template on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let card: string;
  let letter: string;
  let owner: Person;
  let stranger: Person;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const read = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data;

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({
      environment: { ...data.environment, OPERATOR_TOKEN, RENDER_PROCESSES: "0" },
    });
    const shelf = { type: "blog", category: "marketing", content: "= A" };
    await aShelf(call, { count: 0, types: ["blog"] });
    const made = [
      { ...shelf, template_name: "Card", fields: CARD },
      { ...shelf, template_name: "Letter", fields: LETTER },
    ];
    const answer = await postJson(call, "/items/templates?fields=id", made, asOperator);
    [card = "", letter = ""] = (await read<{ id: string }[]>(answer)).map(({ id }) => id);
    owner = await aPerson(call);
    stranger = await aPerson(call);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  const as = ({ cookie }: Person) => ({ cookie });
  async function aDocument(): Promise<string> {
    const content = { templates_id: card, title: "Mine", data: { name: "Mila", motto: "Never dark" } };
    return (await read<{ id: string }>(await postJson(call, "/items/documents", content, as(owner)))).id;
  }
  const take = (id: string, body: object, person = owner) =>
    postJson(call, `/documents/${id}/template`, body, as(person));

  it("keeps all values, also those the new template has no field for", async () => {
    const id = await aDocument();
    const there = await read<Switched>(await take(id, { templates_id: letter, rev: 1 }));
    expect(there).toMatchObject({ templates_id: letter, rev: 2, data: { from: { who: "Mila" } } });
    expect(there.kept.fields).toEqual([
      { path: "motto", label: "Motto", means: "sender.tagline", value: "Never dark" },
    ]);
    const fields = "fields=id,templates_id,template_versions_id,rev,data,kept,title";
    const stored = await read<Switched>(
      await call(`/items/documents/${id}?${fields}`, { headers: as(owner) }),
    );
    expect(stored).toMatchObject({ ...there, title: "Mine" });
    const back = await read<Switched>(await take(id, { templates_id: card }));
    expect(back).toMatchObject({
      templates_id: card,
      rev: 3,
      data: { name: "Mila", motto: "Never dark" },
      kept: { fields: [], lists: [] },
    });
  });

  it("pins the document to the newest or named version", async () => {
    const id = await aDocument();
    const { template_versions_id: pin } = await read<Switched>(await take(id, { templates_id: letter }));
    expect((await take(id, { templates_id: card, template_versions_id: pin })).status).toBe(400);
    const named = await take(id, { templates_id: letter, template_versions_id: pin });
    expect(await read<Switched>(named)).toMatchObject({ template_versions_id: pin });
  });

  it("rejects older revisions, unknown templates and other people", async () => {
    const id = await aDocument();
    expect((await take(id, { templates_id: letter, rev: 7 })).status).toBe(412);
    expect((await take(id, { templates_id: crypto.randomUUID() })).status).toBe(400);
    expect((await take(id, { template: letter })).status).toBe(400);
    expect((await take(id, { templates_id: letter }, stranger)).status).toBe(403);
    expect((await postJson(call, `/documents/${id}/template`, { templates_id: letter })).status).toBe(403);
    const stored = await call(`/items/documents/${id}?fields=rev,templates_id`, { headers: as(owner) });
    expect(await read<Switched>(stored)).toEqual({ rev: 1, templates_id: card });
  });

  it("counts leftover values towards the quota", async () => {
    const id = await aDocument();
    await take(id, { templates_id: letter });
    const kept = { fields: [{ path: "a", label: "A", value: "x".repeat(2_000) }], lists: [] };
    const usage = async () =>
      (await read<{ documents_bytes: { used: number } }>(await call("/auth/usage", { headers: as(owner) })))
        .documents_bytes.used;
    const before = await usage();
    const change = { method: "PATCH", headers: { ...as(owner), "content-type": "application/json" } };
    await call(`/items/documents/${id}`, { ...change, body: JSON.stringify({ kept }) });
    expect((await usage()) - before).toBeGreaterThan(1_800);
    const wrong = await call(`/items/documents/${id}`, {
      ...change,
      body: JSON.stringify({ kept: { any: 1 } }),
    });
    expect(wrong.status).toBe(400);
  });
});
