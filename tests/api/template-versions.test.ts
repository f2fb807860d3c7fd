import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { VersionChanges, VersionHistory } from "../../contract/templates/template-versions.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const LOOKS = "content,fields,sample,page,theme,title,template_name";
const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
type Version = { id: string; number: number; content: string; note: string | null };
type Document = { id: string; rev: number; template_versions_id: string; left_version: number | null };

const WITH_KIT = `#import "/kit/kit.typ": *
#show: setup.with(title: "{number}")
#head(1, size: 30pt)[Heading]
#field("number")`;
const FIELDS = {
  type: "object",
  additionalProperties: false,
  properties: { number: { type: "string", title: "Number" } },
};

describeOnDatabases("template versions on $name", ({ name, place }) => {
  const otherKit = mkdtempSync(join(tmpdir(), "typecase-kit-"));
  let data: Place;
  let server: TestServer;
  let templates: string[];
  let person: Person;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const read = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data;
  const get = async <T>(path: string, headers = {}) => read<T>(await call(path, { headers }));
  const start = (kitDir?: string) =>
    startServerHere({
      // Pages don't depend on the database, so they are made on one.
      environment: { ...data.environment, OPERATOR_TOKEN, RENDER_PROCESSES: name === "SQLite" ? "1" : "0" },
      ...(kitDir ? { kitDir } : {}),
    });

  beforeAll(async () => {
    data = await place();
    server = await start();
    templates = (await aShelf(call, { count: 6 })).map(({ id }) => id as string);
    person = await aPerson(call);
    cpSync("library/kit", otherKit, { recursive: true });
    const shapes = readFileSync(join(otherKit, "shapes.typ"), "utf8");
    const larger = shapes.replace("text(..named, body)", "text(..named, heading-words(body))");
    expect(larger).not.toBe(shapes);
    writeFileSync(join(otherKit, "shapes.typ"), `#import "more.typ": heading-words\n${larger}`);
    writeFileSync(join(otherKit, "more.typ"), "#let heading-words(body) = [#body as of a newer kit]\n");
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
    rmSync(otherKit, { recursive: true });
  });

  const change = (id: string, body: unknown, headers: Record<string, string> = operator) =>
    call(`/items/templates/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const versionsOf = (template: string, headers = {}) =>
    get<Version[]>(
      `/items/template_versions?filter[templates_id][_eq]=${template}&sort=number&fields=id,number,note,${LOOKS}`,
      headers,
    );
  const makeDocument = async (template: string, body = {}) =>
    postJson(call, "/items/documents", { templates_id: template, ...body }, { cookie: person.cookie });
  const changeDocument = (id: string, body: unknown) =>
    call(`/items/documents/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: person.cookie },
      body: JSON.stringify(body),
    });

  it("are created whenever the pages could change", async () => {
    const [id = ""] = templates;
    expect((await change(id, { content: "= Two" })).status).toBe(200);
    expect((await change(id, { description: "Other words, same pages" })).status).toBe(200);
    expect((await change(id, { sample: { number: "2" } })).status).toBe(200);
    const versions = await versionsOf(id);
    expect(versions.map(({ number, content }) => [number, content === "= Two"])).toEqual([
      [1, false],
      [2, true],
      [3, true],
    ]);
    const [template] = await get<Version[]>(
      `/items/templates?filter[id][_eq]=${id}&fields=version_number,state,${LOOKS}`,
    );
    const { id: _, number: version_number, note: __, ...looks } = versions[2] as Version;
    expect(template).toEqual({ ...looks, version_number, state: "published" });
  });

  it("are numbered under concurrent writes; older bases are rejected", async () => {
    const [, id = ""] = templates;
    const both = await Promise.all([
      change(id, { content: "= One of two", version_number: 1 }),
      change(id, { content: "= The other", version_number: 1 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const refused = both.find(({ status }) => status === 412);
    const answer: { errors: unknown[] } = await refused?.json();
    expect(answer.errors[0]).toMatchObject({
      message: expect.stringContaining("it is at version 2, and your change is based on version 1."),
      extensions: { code: "PRECONDITION_FAILED", current: { version_number: 2 } },
    });
    await Promise.all([change(id, { content: "= Three" }), change(id, { content: "= Four" })]);
    const versions = await versionsOf(id);
    expect(versions.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const [template] = await get<Version[]>(`/items/templates?filter[id][_eq]=${id}&fields=content`);
    expect(template?.content).toBe(versions[3]?.content);
  });

  it("of hidden templates are unlisted but readable by id", async () => {
    const [, , id = ""] = templates;
    const [version] = await versionsOf(id);
    expect((await change(id, { state: "hidden" })).status).toBe(200);
    expect(await versionsOf(id)).toEqual([]);
    expect(await versionsOf(id, operator)).toHaveLength(1);
    const path = `/items/template_versions/${version?.id}`;
    expect(await get<Version>(`${path}?fields=number,content`)).toEqual({
      number: 1,
      content: version?.content,
    });
    for (const [method, place, body] of [
      ["PATCH", path, { note: "Mine" }],
      ["DELETE", path, undefined],
      ["POST", "/items/template_versions", { templates_id: id, number: 9 }],
    ] as const) {
      const answer = await call(place, {
        method,
        headers: { "content-type": "application/json", ...operator },
        body: body ? JSON.stringify(body) : null,
      });
      expect([method, answer.status]).toEqual([method, 403]);
    }
    expect((await change(id, { state: "published" })).status).toBe(200);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  it("are deleted with their template, which documents protect", async () => {
    const [used, unused] = [templates[2] ?? "", templates[3] ?? ""];
    await makeDocument(used);
    const remove = (id: string) => call(`/items/templates/${id}`, { method: "DELETE", headers: operator });
    const [kept, gone] = [await versionsOf(used), await versionsOf(unused)];
    expect([(await remove(used)).ok, (await remove(unused)).ok]).toEqual([false, true]);
    expect((await call(`/items/template_versions/${kept[0]?.id}`)).status).toBe(200);
    expect((await call(`/items/template_versions/${gone[0]?.id}`)).status).toBe(403);
  });

  it("pin documents until another version is chosen", async () => {
    const [id = "", other = ""] = [templates[4], templates[5]];
    const document = await read<Document>(await makeDocument(id));
    const [first] = await versionsOf(id);
    expect(document.template_versions_id).toBe(first?.id);
    await change(id, { content: "= Newer" });
    const newer = (await versionsOf(id))[1]?.id;
    expect((await read<Document>(await makeDocument(id))).template_versions_id).toBe(newer);
    expect(
      (await read<Document>(await makeDocument(id, { template_versions_id: first?.id })))
        .template_versions_id,
    ).toBe(first?.id);

    const left = await read<Document>(await changeDocument(document.id, { left_version: 2 }));
    expect(left).toMatchObject({ rev: 1, left_version: 2, template_versions_id: first?.id });
    const taken = await read<Document>(await changeDocument(document.id, { template_versions_id: newer }));
    expect(taken).toMatchObject({ rev: 2, template_versions_id: newer });

    const [foreign] = await versionsOf(other);
    for (const wrong of [foreign?.id, id, null]) {
      const refused = await changeDocument(document.id, { template_versions_id: wrong });
      expect([wrong, refused.status]).toEqual([wrong, 400]);
      expect((await makeDocument(id, { template_versions_id: wrong })).status).toBe(
        wrong === null ? 200 : 400,
      );
    }
  });

  const asked = (path: string, headers: Record<string, string>, body?: unknown) =>
    call(`/template-versions/${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...headers },
      body: body ? JSON.stringify(body) : null,
    });

  it("are listed with author and documents, and restored as new", async () => {
    const id = templates[0] ?? "";
    const keeper = { cookie: (await anOperator(call, data)).cookie };
    const [first, second] = await versionsOf(id);
    await makeDocument(id, { template_versions_id: first?.id });
    await change(id, { title: "Note {number}" }, keeper);
    const history = await read<VersionHistory>(await asked(`of/${id}`, keeper));
    expect(history.template).toMatchObject({ id, state: "published", isFromFiles: false });
    expect(history.versions.map(({ number, by, documents }) => [number, by !== null, documents])).toEqual([
      [4, true, 0],
      [3, false, 0],
      [2, false, 0],
      [1, false, 1],
    ]);

    const late = await asked(`${second?.id}/restore`, keeper, { base: 3 });
    expect(late.status).toBe(412);
    const restored = await asked(`${first?.id}/restore`, keeper, { base: 4 });
    expect(await read(restored)).toEqual({ templates_id: id, number: 5 });
    const versions = await versionsOf(id);
    expect(versions.at(-1)).toEqual({
      ...first,
      id: expect.any(String),
      number: 5,
      note: "Version 1 again",
    });
    const others: Record<string, string>[] = [{}, { cookie: person.cookie }, operator];
    for (const headers of others)
      for (const [path, body] of [
        [`of/${id}`],
        [`${first?.id}/restore`, {}],
        [`of/${id}/take-over`, {}],
        [`${first?.id}/changes/${second?.id}`],
        [`${first?.id}/pages.json`],
      ] as const)
        expect((await asked(path, headers, body)).status).toBe(403);
  });

  it("describe changes in text, pages and pixels", async () => {
    if (name !== "SQLite") return;
    const id = templates[1] ?? "";
    const keeper = { cookie: (await anOperator(call, data)).cookie };
    await change(id, { content: "= One\n#pagebreak()\nSame", fields: FIELDS });
    const required = { ...FIELDS, required: ["number"] };
    await change(id, { content: "= Two\n#pagebreak()\nSame", fields: required });
    const [before, after] = (await versionsOf(id)).slice(-2);
    const changes = await read<VersionChanges>(await asked(`${before?.id}/changes/${after?.id}`, keeper));
    expect(changes).toEqual({
      words: [
        {
          number: 1,
          path: "number",
          name: "Number",
          words: "is now required",
          text: { key: "change_required", values: { field: "Number" } },
        },
      ],
      pages: { before: 2, after: 2, changed: [1] },
    });
    const picture = await asked(`${before?.id}/changes/${after?.id}/page/1.webp`, keeper);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect((await asked(`${after?.id}/thumbnail.webp`, keeper)).status).toBe(200);
    expect((await asked(`${before?.id}/changes/${after?.id}/page/3.webp`, keeper)).status).toBe(403);
    const [foreign] = await versionsOf(templates[4] ?? "");
    expect((await asked(`${before?.id}/changes/${foreign?.id}`, keeper)).status).toBe(403);
  });

  /** Every pixel of the first page, and the field places of all pages. */
  async function pagesOf(template: string, { template_versions_id }: Document): Promise<string> {
    const asked = { data: { number: "7" }, mode: "final", dpi: 60 };
    const render = (format: string) =>
      postJson(call, `/render/${template}.${format}?version=${template_versions_id}`, asked);
    const [png, svg] = [await render("png"), await render("svg")];
    expect([png.status, svg.status]).toEqual([200, 200]);
    return Buffer.from(await png.arrayBuffer()).toString("base64") + (await svg.text());
  }

  it("keep their kit, so older documents look the same", async () => {
    const id = templates[5] ?? "";
    await change(id, { content: WITH_KIT, fields: FIELDS });
    const older = await read<Document>(await makeDocument(id));
    const draws = name === "SQLite";
    const before = draws ? await pagesOf(id, older) : "";
    await server.stop();
    server = await start(otherKit);
    const [newer, another] = await Promise.all([makeDocument(id), makeDocument(id)]);
    const pins = [await read<Document>(newer), await read<Document>(another)];
    const versions = await get<{ id: string; number: number; kit: string }[]>(
      `/items/template_versions?filter[templates_id][_eq]=${id}&sort=number&fields=id,number,kit`,
    );
    expect(versions.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(versions[1]?.kit).not.toBe(versions[2]?.kit);
    expect(pins.map((document) => document.template_versions_id)).toEqual([versions[2]?.id, versions[2]?.id]);
    const kept = await get<Document>(`/items/documents/${older.id}`, { cookie: person.cookie });
    expect(kept.template_versions_id).toBe(versions[1]?.id);
    const [template] = await get<{ version_number: number }[]>(
      `/items/templates?filter[id][_eq]=${id}&fields=version_number`,
    );
    expect(template?.version_number).toBe(3);
    if (!draws) return;

    const [newPin] = pins as [Document];
    const after = await pagesOf(id, newPin);
    expect(after).not.toBe(before);
    expect(await pagesOf(id, older)).toBe(before);
    // The next page uses the new kit again, and a version of another template is not found.
    const usual = await postJson(call, `/render/${id}.svg`, { data: { number: "8" }, mode: "final" });
    const svg = await postJson(call, `/render/${id}.svg?version=${newPin.template_versions_id}`, {
      data: { number: "8" },
      mode: "final",
    });
    expect(await usual.text()).toBe(await svg.text());
    expect(
      (
        await postJson(call, `/render/${templates[0]}.svg?version=${newPin.template_versions_id}`, {
          data: {},
        })
      ).status,
    ).toBe(403);
  });
});
