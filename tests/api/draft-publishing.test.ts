import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inspectTemplateFolder } from "../../cli/library/template-folder.ts";
import type {
  DraftCheck,
  DraftDiagnostic,
  Published,
  TemplateDraft,
} from "../../contract/templates/drafts.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { forgetFindings, readEngine, readKit } from "../../server/catalogue/versions/kits.ts";
import type { Database } from "../../server/database/connect.ts";
import { exportLibrary } from "../../server/library/export.ts";
import { importLibrary } from "../../server/library/import.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { type As, dataOf, draftsOf, refusalOf, SMALL } from "../support/drafts.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

type Version = { number: number; note: string | null; content: string };

const madeWithNow = { kit: readKit().hash, engine: readEngine() };

describeOnDatabases("publishing a template draft on $name", ({ place, open }) => {
  const scratch = mkdtempSync(path.join(tmpdir(), "typecase-published-"));
  let data: Place;
  let server: TestServer;
  let second: TestServer;
  let ada: As;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const mine = () => draftsOf(call, ada);
  const READY = { ...SMALL, type: "blog", category: "sales", description: "A page about a ferry." };
  const ready = async (changes: Record<string, unknown>, from: unknown = "scaffold") => {
    const { id, rev } = await mine().newDraft(from);
    return dataOf<TemplateDraft>(
      await mine().save(id, { rev, ...(from === "scaffold" ? READY : {}), ...changes }),
    );
  };
  const publish = ({ id, rev }: { id: string; rev: number }, note: string | null = null) =>
    mine().post(`/${id}/publish`, { rev, note });
  const versionsOf = async (template: string) =>
    dataOf<Version[]>(
      await call(
        `/items/template_versions?filter[templates_id][_eq]=${template}&fields=number,note,content&sort=number`,
      ),
    );

  beforeAll(async () => {
    data = await place();
    const environment = { ...data.environment, OPERATOR_TOKEN, RENDER_PROCESSES: "1" };
    server = await startServerHere({ environment });
    second = await startServerHere({ environment: { ...environment, RENDER_PROCESSES: "0" } });
    await aShelf(call, { types: ["blog", "email"], count: 2 });
    ada = { cookie: (await anOperator(call, data)).cookie };
  });
  afterAll(async () => {
    await server.stop();
    await second.stop();
    await data.remove();
    rmSync(scratch, { recursive: true, force: true });
  });

  it("creates version 1 and 2 and shows them on all nodes", async () => {
    const draft = await ready({ slug: "ferry", template_name: "Ferrywatch" });
    const answer = await publish(draft, "First");
    expect(answer.status, await answer.clone().text()).toBe(200);
    const published = (await answer.json()) as Published;
    expect(published).toMatchObject({ number: 1, url: "/blog/ferry" });
    expect((await mine().find(draft.id)).status).toBe(403);
    expect(await (await call("/blog")).text()).toContain("Ferrywatch");
    await expect.poll(async () => (await fetch(`${second.url}/blog`)).text()).toContain("Ferrywatch");

    const next = await ready({ content: `${draft.content}\nMore.` }, { template: published.templates_id });
    expect(next).toMatchObject({ base_number: 1 });
    expect(await (await publish(next, "Says more")).json()).toMatchObject({ number: 2 });
    expect(await versionsOf(published.templates_id)).toMatchObject([
      { number: 1, note: "First" },
      { number: 2, note: "Says more", content: expect.stringContaining("More.") },
    ]);
    const log = await call("/auth/actions", { headers: ada });
    expect(await log.text()).toContain(published.templates_id);
  });

  it("stores the check result until template or kit change", async () => {
    const draft = await ready({ slug: "checked", template_name: "Checked" });
    const { templates_id: id } = (await (await publish(draft)).json()) as Published;
    // Lists with a state filter are uncached, like the studio's table; public lists are cached for a while.
    const listed = async (filter: string) =>
      dataOf<{ id: string; findings: number | null }[]>(
        await call(`/items/templates?fields=id,findings&filter[state][_eq]=published&${filter}`),
      );
    const findings = async () => (await listed(`filter[id][_eq]=${id}`))[0]?.findings;
    expect(await findings()).toBe(0);
    const change = (body: unknown) =>
      call(`/items/templates/${id}`, {
        method: "PATCH",
        headers: { "content-type": "application/json", ...asOperator },
        body: JSON.stringify(body),
      });
    await change({ description: "Another sentence." });
    expect(await findings()).toBe(0);
    await change({ content: `${SMALL.content}\n#nope` });
    expect(await findings()).toBeNull();
    const person = { cookie: (await aPerson(call)).cookie };
    expect((await draftsOf(call, person).post(`/check/${id}`, {})).status).toBe(403);
    const checked = (await (await mine().post(`/check/${id}`, {})).json()) as DraftCheck;
    expect(checked).toMatchObject({ passes: false, findings: [{ file: "source" }] });
    expect(await findings()).toBe(1);
    expect(await listed("filter[findings][_gt]=0")).toEqual([{ id, findings: 1 }]);
    await withDatabase(data, ({ db }) => forgetFindings(db, madeWithNow));
    expect(await findings()).toBe(1);
    await withDatabase(data, ({ db }) => forgetFindings(db, { ...madeWithNow, kit: "another" }));
    expect(await findings()).toBeNull();
  });

  it("is refused with the findings and changes nothing", async () => {
    const broken = await ready({ slug: "ferry", content: "#nope", category: "gone" });
    const refused = await publish(broken);
    expect(refused.status).toBe(422);
    const found = (await refusalOf(refused))?.extensions.diagnostics as DraftDiagnostic[];
    expect(found.map(({ file, field }) => field ?? file)).toEqual(
      expect.arrayContaining(["category", "slug", "source"]),
    );
    expect(await dataOf<TemplateDraft>(await mine().find(broken.id))).toMatchObject({
      rev: broken.rev,
      content: "#nope",
    });

    const untitled = await ready({ slug: "untitled", content: '#import "/kit/kit.typ": *\n= Hello' });
    const tagged = await publish(untitled);
    expect((await refusalOf(tagged))?.message).toContain("not PDF/UA-1");
    expect((await call("/blog/untitled")).status).toBe(404);
    const person = { cookie: (await aPerson(call)).cookie };
    expect((await draftsOf(call, person).post(`/${untitled.id}/publish`, { rev: untitled.rev })).status).toBe(
      403,
    );
  });

  it("creates a template that survives export, check and import", async () => {
    const draft = await ready({ slug: "travels", template_name: "Travels", words: "ferry, boat" });
    const asZip = async (path: string) => {
      const files = unzipSync(new Uint8Array(await (await call(path, { headers: ada })).arrayBuffer()));
      return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
    };
    const before = await asZip(`/drafts/${draft.id}/template.zip`);
    const { templates_id: template } = (await (await publish(draft)).json()) as Published;
    const folder = path.join(scratch, "blog/sales/travels");
    await withDatabase(data, (database) => exportLibrary({ database, folder: scratch }));
    const exported = Object.fromEntries(
      ["template.json", "template.typ"].map((file) => [
        `blog/sales/travels/${file}`,
        readFileSync(path.join(folder, file), "utf8"),
      ]),
    );
    expect(before).toEqual(exported);
    expect(await asZip(`/templates-as-files/${template}.zip`)).toEqual(exported);
    const inspected = inspectTemplateFolder(folder);
    expect(inspected.findings).toEqual([]);

    const elsewhere = await open();
    const catalogue = await createCatalogueVersion(elsewhere.database, quietLog);
    const { faults } = await importLibrary({
      database: elsewhere.database,
      catalogue,
      madeWith: { kit: "", engine: "" },
      folder: scratch,
      actor: COMMAND_LINE,
      log: quietLog,
    });
    expect(faults).toEqual([]);
    const looks = async (database: Database) => {
      const rows = database.db.selectFrom("templates").selectAll().where("url", "=", "/blog/travels");
      const { content, title, ...row } = await rows.executeTakeFirstOrThrow();
      const { fields, sample, page, theme } = row;
      return { content, title, json: [fields, sample, page, theme].map((each) => JSON.parse(each)) };
    };
    expect(await looks(elsewhere.database)).toEqual(await withDatabase(data, looks));
    await catalogue.close();
    await elsewhere.close();
  });

  it("happens once for two concurrent requests and rejects older revisions", async () => {
    const draft = await ready({ slug: "twice", template_name: "Twice" });
    const answers = await Promise.all([publish(draft), publish(draft)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [done] = await dataOf<{ id: string }[]>(
      await call("/items/templates?filter[url][_eq]=/blog/twice"),
    );
    const template = done?.id ?? "";

    const next = await ready({ content: `${draft.content}\nNext.` }, { template });
    expect((await publish({ id: next.id, rev: 1 })).status).toBe(412);
    const changed = await call(`/items/templates/${template}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...asOperator },
      body: JSON.stringify({ content: `${draft.content}\nMeanwhile.` }),
    });
    expect(changed.status).toBe(200);
    const late = await publish(next);
    expect(late.status).toBe(412);
    expect((await refusalOf(late))?.extensions.current).toMatchObject({ version_number: 2 });
    expect((await versionsOf(template)).at(-1)?.content).toContain("Meanwhile.");
    const seen = await dataOf<TemplateDraft>(await mine().save(next.id, { rev: next.rev, base_number: 2 }));
    expect(await (await publish(seen)).json()).toMatchObject({ number: 3 });
  });

  it("into a type deleted concurrently leaves both or neither", async () => {
    await postJson(
      call,
      "/items/types",
      { id: "brief", singular: "brief", plural: "briefs", categories: [{ slug: "sales", label: "Sales" }] },
      asOperator,
    );
    const draft = await ready({ type: "brief", slug: "doomed" });
    const publishing = publish(draft);
    const removed = await call("/items/types/brief", { method: "DELETE", headers: asOperator });
    const answer = await publishing;
    if (removed.ok) {
      expect([400, 422]).toContain(answer.status);
      expect(await (await mine().find(draft.id)).json()).toMatchObject({ data: { slug: "doomed" } });
      expect(await dataOf<unknown[]>(await call("/items/templates?filter[type][_eq]=brief"))).toEqual([]);
    } else expect(answer.status).toBe(200);
  });
});
