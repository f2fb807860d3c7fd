import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Usage } from "../../contract/limits.ts";
import type { ListedAction } from "../../contract/people/actions.ts";
import type { Published, TemplateDraft } from "../../contract/templates/drafts.ts";
import {
  type DraftComment,
  FORMER_MEMBER,
  type SubmissionList,
} from "../../contract/templates/submissions.ts";
import { findAuthor } from "../../server/catalogue/template-authors.ts";
import { addComment } from "../../server/drafts/submissions/comments.ts";
import { readTemplateAt } from "../../server/pages/template-cards.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { type As, dataOf, draftsOf, refusalOf, SMALL, switchHandingIn } from "../support/drafts.ts";
import { startMailServer } from "../support/mail-server.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("submitting a template on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let operator: As;
  let person: Person;
  let as: As;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const READY = { ...SMALL, type: "blog", category: "sales", description: "A page about a ferry." };

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({
      environment: { ...data.environment, OPERATOR_TOKEN, RENDER_PROCESSES: "1" },
    });
    await aShelf(call, { types: ["blog"], count: 1 });
    operator = { cookie: (await anOperator(call, data)).cookie };
    await switchHandingIn(call, operator, true);
    person = await aPerson(call, { name: "Zoë Ångström" });
    as = { cookie: person.cookie };
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  const submit = async (slug: string, from: unknown = "scaffold", changes: object = READY) => {
    const { id, rev } = await draftsOf(call, as).newDraft(from);
    const draft = await dataOf<TemplateDraft>(await draftsOf(call, as).save(id, { rev, ...changes, slug }));
    const handed = await draftsOf(call, as).post(`/${id}/hand-in`, { consent: true });
    expect(handed.status).toBe(204);
    return draft;
  };
  const accept = (draft: TemplateDraft, note: string | null = null) =>
    draftsOf(call, operator).post(`/${draft.id}/publish`, { rev: draft.rev, note });
  const leave = ({ cookie, password }: Person) =>
    postJson(call, "/auth/delete-user", { password }, { cookie });

  it("renders a draft's picture once for each revision, and stores that it has none", async () => {
    const author = { cookie: (await aPerson(call, { name: "Ada" })).cookie };
    const drafts = draftsOf(call, author);
    const { id, rev } = await drafts.newDraft();
    const picture = (who: As, query = "") => call(`/drafts/${id}/picture.webp${query}`, { headers: who });
    const first = await picture(author, `?rev=${rev}`);
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(first.headers.get("cache-control")).toContain("immutable");
    expect((await sharp(await first.arrayBuffer()).metadata()).width).toBe(224);

    // The stored picture is sent unchanged.
    const mark = Buffer.from("stored");
    await withDatabase(data, ({ db }) =>
      db.updateTable("draft_pictures").set({ bytes: mark }).where("template_drafts_id", "=", id).execute(),
    );
    const again = await picture(operator);
    expect(await again.text()).toBe("stored");
    expect(again.headers.get("cache-control")).toBe("private, no-store");
    expect((await picture(as)).status).toBe(403);
    expect((await picture({})).status).toBe(403);

    const broken = await dataOf<TemplateDraft>(await drafts.save(id, { rev, content: "#nope" }));
    const refused = await picture(operator, `?rev=${broken.rev}`);
    expect([refused.status, (await refusalOf(refused))?.message]).toEqual([
      422,
      expect.stringContaining("unknown variable: nope"),
    ]);
    await withDatabase(data, ({ db }) =>
      db
        .updateTable("draft_pictures")
        .set({ problem: "stored" })
        .where("template_drafts_id", "=", id)
        .execute(),
    );
    expect((await refusalOf(await picture(operator)))?.message).toBe("stored");
    await drafts.save(id, { rev: broken.rev, ...SMALL });
    expect((await picture(operator)).headers.get("content-type")).toBe("image/webp");
    await drafts.remove(id);
    expect((await picture(operator)).status).toBe(403);
  });

  it("requires the licence, and can be refused, revised and accepted", async () => {
    const { id, rev } = await draftsOf(call, as).newDraft();
    const saved = await dataOf<TemplateDraft>(
      await draftsOf(call, as).save(id, { rev, ...READY, slug: "handed" }),
    );
    expect((await draftsOf(call, as).post(`/${id}/hand-in`, {})).status).toBe(400);
    const early = await accept(saved);
    expect(early.status).toBe(409);
    expect((await refusalOf(early))?.message).toContain("hasn’t submitted");
    expect((await draftsOf(call, operator).post(`/${id}/hand-in`, { consent: true })).status).toBe(403);
    expect((await draftsOf(call, as).post(`/${id}/hand-in`, { consent: true })).status).toBe(204);
    expect((await draftsOf(call, as).post(`/${id}/publish`, { rev: saved.rev })).status).toBe(403);

    const reason = "The heading is too large.";
    expect((await draftsOf(call, as).post(`/${id}/refuse`, { rev: saved.rev, reason })).status).toBe(403);
    expect((await draftsOf(call, operator).post(`/${id}/refuse`, { rev: 1, reason })).status).toBe(412);
    expect((await draftsOf(call, operator).post(`/${id}/refuse`, { rev: saved.rev, reason })).status).toBe(
      204,
    );
    expect(await dataOf<TemplateDraft>(await draftsOf(call, as).find(id))).toMatchObject({
      state: "refused",
    });
    await draftsOf(call, as).post(`/${id}/comments`, { words: "Mended." });
    const said = await dataOf<DraftComment[]>(await draftsOf(call, as).get(`/${id}/comments`));
    expect(said.map(({ kind, by, words }) => [kind, by, words])).toEqual([
      ["handed_in", "author", "Everybody may use this."],
      ["refused", "operator", reason],
      ["comment", "author", "Mended."],
    ]);

    const mended = await dataOf<TemplateDraft>(
      await draftsOf(call, as).save(id, { rev: saved.rev, content: SMALL.content.replace("20pt", "16pt") }),
    );
    await draftsOf(call, as).post(`/${id}/hand-in`, { consent: true });
    const taken = await accept(mended, "From Zoë");
    expect(taken.status, await taken.clone().text()).toBe(200);
    const { templates_id: template, url } = (await taken.json()) as Published;
    await withDatabase(data, async ({ db }) => {
      expect((await readTemplateAt(db, url))?.author).toEqual({
        name: "Zoë Ångström",
        handle: "zoe-angstrom",
      });
      expect(await findAuthor(db, "zoe-angstrom")).toMatchObject({ templates: [template] });
      const row = await db
        .selectFrom("templates")
        .select("licence")
        .where("id", "=", template)
        .executeTakeFirst();
      expect(row?.licence).toBe("Everybody may use this.");
    });

    const next = await submit("handed", { template }, { content: SMALL.content.replace("20pt", "17pt") });
    expect(next).toMatchObject({ templates_id: template, base_number: 1 });
    expect(await (await accept(next)).json()).toMatchObject({ number: 2 });
    const stranger = { cookie: (await aPerson(call)).cookie };
    expect((await draftsOf(call, stranger).begin({ template })).status).toBe(403);
    expect((await draftsOf(call, stranger).get(`/${next.id}/comments`)).status).toBe(403);
  });

  it("logs withdrawal, requested changes and acceptance", async () => {
    const ines = await aPerson(call, { name: "Ines" });
    as = { cookie: ines.cookie };
    const form = new FormData();
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#1f4fd8" } })
      .png()
      .toBuffer();
    form.set("file", new File([new Uint8Array(picture)], "me.png", { type: "image/png" }));
    const { id: photo } = await dataOf<{ id: string }>(
      await call("/files", { method: "POST", headers: as, body: form }),
    );
    const change = (path: string, body: unknown, headers: As) =>
      call(path, {
        method: "PATCH",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    expect((await change(`/items/user/${ines.id}`, { photo }, as)).status).toBe(200);
    const stranger = { cookie: (await aPerson(call)).cookie };
    const whoSeesPhoto = () =>
      Promise.all(
        [as, operator, stranger, {}].map(
          async (headers) => (await call(`/assets/${photo}`, { headers })).status,
        ),
      );
    const logged = async () => {
      const lines = await dataOf<ListedAction[]>(await call("/auth/actions", { headers: operator }));
      return lines.map(({ action, target }) => `${action} ${target.name}`);
    };

    const before = (await logged()).length;
    const draft = await submit("asked", "scaffold", { ...READY, template_name: "Asked" });
    const own = draftsOf(call, as);
    const theirs = draftsOf(call, operator);
    const stateOf = async () => (await dataOf<TemplateDraft>(await own.find(draft.id))).state;
    expect((await theirs.post(`/${draft.id}/withdraw`, {})).status).toBe(403);
    expect((await draftsOf(call, stranger).post(`/${draft.id}/withdraw`, {})).status).toBe(403);
    expect(await stateOf()).toBe("handed_in");
    expect((await own.post(`/${draft.id}/withdraw`, {})).status).toBe(204);
    expect((await own.post(`/${draft.id}/withdraw`, {})).status).toBe(204);
    expect(await stateOf()).toBe("draft");
    const { rev } = draft;
    expect((await theirs.post(`/${draft.id}/refuse`, { rev, kind: "asked", reason: "Later" })).status).toBe(
      409,
    );
    await own.post(`/${draft.id}/hand-in`, { consent: true });
    const asked = { rev, kind: "asked", reason: "Wanted, with a smaller heading." };
    expect((await theirs.post(`/${draft.id}/refuse`, asked)).status).toBe(204);
    expect(await stateOf()).toBe("asked");
    const { submissions } = await dataOf<SubmissionList>(await theirs.get("/handed-in"));
    expect(submissions.find(({ id }) => id === draft.id)).toMatchObject({ state: "asked" });
    await own.post(`/${draft.id}/hand-in`, { consent: true });
    expect(await whoSeesPhoto()).toEqual([200, 200, 403, 403]);
    const { templates_id } = (await (await accept(draft)).json()) as Published;
    expect(await whoSeesPhoto()).toEqual([200, 200, 200, 200]);
    await switchHandingIn(call, operator, true);
    expect((await logged()).slice(0, -before).reverse()).toEqual([
      "draft.handed-in null",
      "draft.withdrawn null",
      "draft.handed-in null",
      "draft.asked null",
      "draft.handed-in null",
      "template.created Asked",
      "template.accepted Asked",
      "setting.changed null",
    ]);
    await change(`/items/templates/${templates_id}`, { state: "hidden" }, operator);
    expect(await whoSeesPhoto()).toEqual([200, 200, 403, 403]);
    as = { cookie: person.cookie };
  });

  it("keeps or removes templates when the author leaves", async () => {
    const [stays, goes] = [await aPerson(call), await aPerson(call)];
    const made: string[] = [];
    for (const [each, slug] of [
      [stays, "stays"],
      [goes, "goes"],
    ] as const) {
      as = { cookie: each.cookie };
      const { templates_id } = (await (await accept(await submit(slug))).json()) as Published;
      made.push(templates_id);
    }
    const chosen = await call("/drafts/leaving", {
      method: "PUT",
      headers: { "content-type": "application/json", cookie: goes.cookie },
      body: JSON.stringify({ templates: "go" }),
    });
    expect(chosen.status).toBe(200);
    const pageOf = async (slug: string) => (await call(`/blog/${slug}`)).text();
    expect(await pageOf("stays")).toContain(stays.name);
    const renamed = await call(`/items/user/${stays.id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: stays.cookie },
      body: JSON.stringify({ name: "Åse Renamed" }),
    });
    expect(renamed.status).toBe(200);
    expect(await pageOf("stays")).toContain("Åse Renamed");
    for (const each of [stays, goes]) expect((await leave(each)).status).toBe(200);
    const [stayed = "", gone = ""] = made;
    await withDatabase(data, async ({ db }) => {
      expect((await readTemplateAt(db, "/blog/stays"))?.author).toEqual({
        name: FORMER_MEMBER,
        handle: null,
      });
      const rows = await db.selectFrom("templates").select(["id", "state"]).where("id", "in", made).execute();
      expect(rows.find(({ id }) => id === stayed)?.state).toBe("published");
      expect(rows.find(({ id }) => id === gone)?.state).toBe("hidden");
    });
    // At once: no page from before the deletion is shown.
    expect((await call("/blog/goes")).status).toBe(404);
    const left = await pageOf("stays");
    expect(left).toContain("former member");
    expect(left).not.toContain("Åse Renamed");
  });

  it("accepts 200 comments and counts them towards the quota", async () => {
    const talker = await aPerson(call);
    as = { cookie: talker.cookie };
    const draft = await submit("talk");
    const own = draftsOf(call, as);
    const used = async () =>
      (await dataOf<Usage>(await call("/auth/usage", { headers: as }))).documents_bytes.used;
    const before = await used();
    expect((await own.post(`/${draft.id}/comments`, { words: "äöü" })).status).toBe(200);
    expect(await used()).toBe(before + 6);
    await withDatabase(data, async ({ db }) => {
      for (let count = 2; count < 199; count++)
        await addComment(db, {
          draft: draft.id,
          userId: talker.id,
          kind: "comment",
          words: "x",
          now: new Date(),
        });
    });
    expect((await own.post(`/${draft.id}/comments`, { words: "The last" })).status).toBe(200);
    for (const who of [as, operator]) {
      const refused = await draftsOf(call, who).post(`/${draft.id}/comments`, { words: "Too many" });
      expect(refused.status).toBe(409);
      expect((await refusalOf(refused))?.message).toContain("200 comments, which is the limit");
    }
    expect(await dataOf<DraftComment[]>(await own.get(`/${draft.id}/comments`))).toHaveLength(200);
  });

  it("limits submissions and their mails", async () => {
    as = { cookie: person.cookie };
    const draft = await submit("mailed");
    const again = draftsOf(call, { cookie: (await aPerson(call)).cookie });
    const { id } = await again.newDraft();
    await server.stop();
    const mails = await startMailServer();
    const contact = "desk@site.example";
    server = await startServerHere({
      environment: {
        ...data.environment,
        OPERATOR_TOKEN,
        SMTP_URL: mails.url,
        CONTACT_EMAIL: contact,
        PUBLIC_URL: "http://site.example",
      },
    });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      statuses.push((await again.post(`/${id}/hand-in`, { consent: true })).status);
      await again.post(`/${id}/withdraw`, {});
    }
    expect(statuses).toEqual([...Array(10).fill(204), 429, 429]);
    const lines = await dataOf<ListedAction[]>(await call("/auth/actions", { headers: operator }));
    const theirs = lines.filter(({ target }) => target.kind === "draft" && target.id === id);
    expect(theirs).toHaveLength(20);

    const inGerman = { headers: { ...as, "content-type": "application/json" }, method: "PATCH" };
    await call(`/items/user/${person.id}`, { ...inGerman, body: JSON.stringify({ language: "de" }) });
    const reason = "Not <this> time.";
    const refused = await draftsOf(call, asOperator).post(`/${draft.id}/refuse`, { rev: draft.rev, reason });
    expect(refused.status).toBe(204);
    const [mail] = await mails.countTo(person.email, 1);
    expect(mail?.plain).toMatch(
      /^Wir haben Ihre Vorlage „New Template“ nicht angenommen:\n\nNot <this> time\./,
    );
    expect(mail?.plain).toContain("http://site.example/de/dashboard/templates");
    expect(mail?.html).toContain("Not &#60;this&#62; time.");
    expect(await mails.countTo(contact, 1)).toHaveLength(1);
    await mails.stop();
  });
});
