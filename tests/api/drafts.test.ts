import { afterAll, beforeAll, expect, it } from "vitest";
import { MAX_DRAFT_SOURCE, MAX_DRAFTS } from "../../contract/limits.ts";
import type { TemplateDraft } from "../../contract/templates/drafts.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { type As, dataOf, draftsOf, refusalOf, switchHandingIn } from "../support/drafts.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("template drafts on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let template: string;
  let ada: As;
  let ben: As;
  let person: As;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    [template = ""] = (await aShelf(call, { count: 3 })).map(({ id }) => id);
    ada = { cookie: (await anOperator(call, data)).cookie };
    ben = { cookie: (await anOperator(call, data)).cookie };
    person = { cookie: (await aPerson(call)).cookie };
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  it("start from a scaffold, template, version or copy and are stored as typed", async () => {
    const drafts = draftsOf(call, ada);
    const blank = await drafts.newDraft("scaffold", { type: "blog", category: "sales" });
    expect(blank).toMatchObject({
      type: "blog",
      category: "sales",
      templates_id: null,
      rev: 1,
      state: "draft",
    });
    expect(JSON.parse(blank.fields)).toMatchObject({ type: "object" });
    const copy = await drafts.newDraft({ copy: template });
    expect(copy).toMatchObject({ templates_id: null, base_number: null, type: "blog", content: "= 1" });
    expect(copy).toMatchObject({ slug: "blog-number-1-copy", template_name: "Copy of blog number 1" });

    const saved = await drafts.save(blank.id, { rev: 1, fields: '{ "type": ', template_name: "Broken" });
    expect(await dataOf<TemplateDraft>(saved)).toMatchObject({
      rev: 2,
      fields: '{ "type": ',
      template_name: "Broken",
    });
    expect((await drafts.save(blank.id, { page: { papers: ["a9"] } })).status).toBe(400);
    expect((await drafts.save(blank.id, { content: "x".repeat(MAX_DRAFT_SOURCE + 1) })).status).toBe(400);
    expect((await drafts.save(blank.id, { state: "handed_in" })).status).toBe(403);
    expect((await drafts.begin({ template: "01890000-0000-7000-8000-0000000000ff" })).status).toBe(403);
  });

  it("exist once per published template, shared by operators", async () => {
    const answers = await Promise.all(
      [ada, ben, ada, ben].map((as) => draftsOf(call, as).begin({ template })),
    );
    const ids = await Promise.all(answers.map(async (answer) => (await dataOf<TemplateDraft>(answer)).id));
    expect(new Set(ids).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);

    const versions = await call(`/items/template_versions?filter[templates_id][_eq]=${template}`);
    const [version] = await dataOf<{ id: string }[]>(versions);
    const refused = await draftsOf(call, ben).begin({ version: version?.id });
    expect(refused.status).toBe(409);
    expect((await refusalOf(refused))?.extensions).toMatchObject({ code: "CONFLICT", draft: ids[0] });
    expect((await draftsOf(call, ben).remove(ids[0] ?? "")).status).toBe(204);
    const changed = await call(`/items/templates/${template}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...ben },
      body: JSON.stringify({ content: "= Newer" }),
    });
    expect(changed.status).toBe(200);
    const fromVersion = await draftsOf(call, ben).newDraft({ version: version?.id });
    expect(fromVersion).toMatchObject({ templates_id: template, base_number: 2, content: "= 1" });
  });

  it("reject the later of two writers and return the current revision", async () => {
    const { id } = await draftsOf(call, ada).newDraft();
    expect((await draftsOf(call, ada).save(id, { rev: 1, content: "= Ada" })).status).toBe(200);
    const late = await draftsOf(call, ben).save(id, { rev: 1, content: "= Ben" });
    expect(late.status).toBe(412);
    const refused = await refusalOf(late);
    expect(refused?.extensions.current).toMatchObject({
      rev: 2,
      content: "= Ada",
      page: { orientation: "portrait" },
    });
    expect(await dataOf<TemplateDraft>(await draftsOf(call, ben).find(id))).toMatchObject({
      rev: 2,
      content: "= Ada",
    });
  });

  it("are closed to visitors; people have five while submissions are open", async () => {
    const shared = await draftsOf(call, ada).newDraft();
    for (const as of [{}, person] as As[]) {
      const drafts = draftsOf(call, as);
      expect((await drafts.begin("scaffold")).status).toBe(403);
      expect((await drafts.find(shared.id)).status).toBe(403);
      for (const path of ["/render", "/tokens", "/places"])
        expect((await drafts.post(path, {})).status, path).toBe(403);
      expect((await drafts.get("/kit")).status).toBe(403);
    }
    expect((await draftsOf(call, {}).list()).status).toBe(403);

    await switchHandingIn(call, ada, true);
    const drafts = draftsOf(call, person);
    const own = await drafts.newDraft({ copy: template });
    for (let count = 1; count < MAX_DRAFTS; count++) await drafts.newDraft();
    const sixth = await drafts.begin("scaffold");
    expect(sixth.status).toBe(409);
    expect((await refusalOf(sixth))?.extensions).toMatchObject({
      code: "QUOTA_EXCEEDED",
      allowed: MAX_DRAFTS,
    });
    expect(await dataOf<TemplateDraft[]>(await drafts.list("fields=id"))).toHaveLength(MAX_DRAFTS);
    expect((await drafts.find(shared.id)).status).toBe(403);
    expect((await drafts.save(shared.id, { content: "mine" })).status).toBe(403);
    expect((await drafts.remove(shared.id)).status).toBe(403);
    expect((await drafts.begin({ template })).status).toBe(403);
    const other = draftsOf(call, { cookie: (await aPerson(call)).cookie });
    expect((await other.find(own.id)).status).toBe(403);
    expect((await draftsOf(call, ben).find(own.id)).status).toBe(200);

    await switchHandingIn(call, ada, false);
    expect((await drafts.find(own.id)).status).toBe(403);
    expect((await drafts.begin("scaffold")).status).toBe(403);
  });

  it("are deleted with a person's account unless they belong to operators", async () => {
    await switchHandingIn(call, ada, true);
    const leaving = await aPerson(call);
    const own = await draftsOf(call, { cookie: leaving.cookie }).newDraft();
    const operator = await anOperator(call, data);
    const shared = await draftsOf(call, { cookie: operator.cookie }).newDraft();
    for (const { cookie, password } of [leaving, operator]) {
      const gone = await call("/auth/delete-user", {
        method: "POST",
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify({ password }),
      });
      expect(gone.status).toBe(200);
    }
    expect((await draftsOf(call, ada).find(own.id)).status).toBe(403);
    expect(await dataOf<TemplateDraft>(await draftsOf(call, ada).find(shared.id))).toMatchObject({
      user_id: null,
    });
    await switchHandingIn(call, ada, false);
  });

  it("never appear in public lists, searches, pages or caches", async () => {
    const secret = "Zephyrsecret";
    const drafts = draftsOf(call, asOperator);
    const { id } = await drafts.newDraft({ template }, {});
    await drafts.save(id, {
      template_name: secret,
      content: `= ${secret}`,
      description: secret,
      slug: "zephyrsecret",
    });
    const places = [
      "/items/templates?limit=-1",
      `/items/templates?search=${secret}`,
      `/items/templates/${template}?fields=*`,
      `/items/template_versions?limit=-1&fields=*`,
      `/search?q=${secret}`,
      "/blog",
      "/sitemap.xml",
      "/openapi.json",
    ];
    for (const path of places) {
      const answer = await call(path);
      const text = (await answer.text()).replaceAll(`/search?q=${secret}`, "");
      // The search page repeats the query.
      if (!path.startsWith("/search")) expect(text, path).not.toMatch(new RegExp(secret, "i"));
      else expect(text).not.toContain('zephyrsecret"');
    }
    expect((await call("/blog/zephyrsecret")).status).toBe(404);
    for (const answer of [await drafts.find(id), await drafts.list(), await drafts.get("/kit")])
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });
});
