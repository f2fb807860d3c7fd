import { afterAll, beforeAll, expect, it } from "vitest";
import { MAX_LABEL_LENGTH, MAX_LABELS, MAX_RENDER_BODY_BYTES } from "../../contract/limits.ts";
import { emptyBins } from "../../server/collections/document-bin.ts";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

type Labelled = { id: string; title: string; rev: number; date_updated: string; labels: { label: string }[] };
const LABELLED = "fields=id,title,rev,date_updated,labels.label";
const entries = (...labels: string[]) => labels.map((label) => ({ label }));
type Stored = { id: string; title: string; rev: number; data: Record<string, unknown> };

describeOnDatabases("documents on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let template: string;
  let otherTemplate: string;
  let person: Person;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const read = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data;
  /** Requested in a way that bypasses the cache. */
  const used = async () => {
    const answer = await call("/items/templates", {
      method: "SEARCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: { filter: { id: { _eq: template } }, fields: ["used"] } }),
    });
    return (await read<{ used: number }[]>(answer))[0]?.used ?? 0;
  };

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    [template = "", otherTemplate = ""] = (await aShelf(call, { count: 2 })).map(({ id }) => id as string);
    person = await aPerson(call);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    postJson(
      call,
      "/items/documents",
      { templates_id: template, ...body },
      { cookie: person.cookie, ...headers },
    );
  const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
    call(`/items/documents/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: person.cookie, ...headers },
      body: JSON.stringify(body),
    });

  it("are created once per idempotency key", async () => {
    const key = { "idempotency-key": "the first edit" };
    const first = await read<Stored>(await create({}, key));
    const again = await read<Stored>(await create({}, key));
    expect(again.id).toBe(first.id);
  });

  it("store the details of an e-invoice, and refuse others", async () => {
    const invoice = { buyerFor: "Noor", buyer: { address: { country: "FR" } }, profile: "france" };
    const { id } = await read<Stored>(await create({ invoice }));
    const stored = async () =>
      read<{ invoice: unknown }>(
        await call(`/items/documents/${id}?fields=invoice`, { headers: { cookie: person.cookie } }),
      );
    expect(await stored()).toEqual({ invoice });
    for (const wrong of [{ iban: "1" }, { buyer: { address: { country: "France" } } }]) {
      const refused = await change(id, { invoice: wrong });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toMatch(/Value has a problem at/);
    }
    const lines = Array.from({ length: 500 }, (_, line) => ({ for: `${line} `.repeat(200), unit: "HUR" }));
    expect(await (await change(id, { invoice: { lines } })).text()).toContain("at most 65536 bytes");
    const late = await change(id, { title: "x" }, { "if-match": '"rev-9"' });
    const { errors } = (await late.json()) as { errors: { extensions: { current: object } }[] };
    expect(errors[0]?.extensions.current).toMatchObject({ invoice });
    expect((await change(id, { invoice: {} })).status).toBe(200);
    expect(await stored()).toEqual({ invoice: {} });
  });

  it("reject a change from an older revision and return the current one", async () => {
    const { id } = await read<Stored>(await create({ data: { number: "1" } }));
    expect((await change(id, { data: { number: "2" } }, { "if-match": '"rev-1"' })).status).toBe(200);
    const late = await change(id, { data: { number: "3" } }, { "if-match": '"rev-1"' });
    expect(late.status).toBe(412);
    const { errors } = (await late.json()) as { errors: { extensions: { current: Stored } }[] };
    expect(errors[0]?.extensions.current).toMatchObject({ rev: 2, data: { number: "2" } });
  });

  it("include their data only if requested", async () => {
    const made = await read<Stored>(await create({ title: "Named", data: { number: "7" } }));
    const { id } = made;
    const filter = `filter[id][_eq]=${id}`;
    const get = async <T>(path: string) => read<T>(await call(path, { headers: { cookie: person.cookie } }));
    const [listed] = await get<Stored[]>(`/items/documents?${filter}&limit=-1`);
    const found = await get<Stored>(`/items/documents/${id}?fields=*`);
    const changed = await read<Stored>(await change(id, { title: "Renamed" }));
    for (const answer of [made, listed, found, changed]) {
      expect(answer).toMatchObject({ id, theme: {} });
      expect(answer).not.toHaveProperty("data");
    }
    const named = await get<Stored[]>(`/items/documents?${filter}&fields=*,data`);
    expect(named).toMatchObject([{ title: "Renamed", data: { number: "7" } }]);
    expect(await get(`/items/documents/${id}?fields=data`)).toEqual({ data: { number: "7" } });
  });

  it("accept pictures up to the limit of a render", async () => {
    const picture = `data:image/png;base64,${"A".repeat(5 * 1024 * 1024)}`;
    const { id } = await read<Stored>(await create({ data: { photo: picture } }));
    const kept = await read<Stored>(
      await call(`/items/documents/${id}?fields=data`, { headers: { cookie: person.cookie } }),
    );
    expect(kept.data.photo).toBe(picture);
    const larger = { data: { photo: "A".repeat(MAX_RENDER_BODY_BYTES) } };
    expect((await change(id, larger)).status).toBe(413);
    expect((await postJson(call, "/items/history", { title: "A".repeat(2_000_000) })).status).toBe(413);
  });

  it("counts a visitor's export once per address, template and day", async () => {
    const before = await used();
    const [tag, after] = [await call("/"), await call("/")].map((page) => page.headers.get("etag"));
    expect(tag).toBe(after);
    const { url } = await read<{ url: string }>(await call(`/items/templates/${template}?fields=url`));
    const words = before === 0 ? "Used once" : `Used ${before + 1} times`;
    const ownPage = async () => (await call(url)).text();
    expect(await ownPage()).not.toContain(words);
    for (let time = 0; time < 3; time++)
      expect((await postJson(call, `/render/${template}/used`, {})).status).toBe(204);
    expect(await used()).toBe(before + 1);
    await expect.poll(ownPage).toContain(words);
    expect((await call("/")).headers.get("etag")).toBe(tag);
  });

  it("counts a person's export once, with its history record", async () => {
    const before = await used();
    const headers = { cookie: person.cookie };
    expect((await postJson(call, `/render/${template}/used`, {}, headers)).status).toBe(204);
    expect(await used()).toBe(before);
    const record = { action: "exported", title: "Mine", template_id: [{ templates_id: template }] };
    expect((await postJson(call, "/items/history", record, headers)).status).toBe(200);
    expect(await used()).toBe(before + 1);
  });

  it("counts a use once per person, template and day", async () => {
    const { cookie } = await aPerson(call);
    const before = await used();
    const entries = Array.from({ length: 20 }, () => ({ templates_id: template }));
    const records = Array.from({ length: 100 }, () => ({ action: "exported", template_id: entries }));
    expect((await postJson(call, "/items/history", records, { cookie })).status).toBe(200);
    expect((await postJson(call, "/items/history", records[0], { cookie })).status).toBe(200);
    expect(await used()).toBe(before + 1);
  });

  it("rejects unknown templates and limits counting", async () => {
    expect((await postJson(call, "/render/nothing/used", {})).status).toBe(403);
    expect((await postJson(call, `/render/${crypto.randomUUID()}/used`, {})).status).toBe(403);
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => postJson(call, `/render/${template}/used`, {})),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  const getAs = async <T>(path: string, who = person) =>
    read<T>(await call(path, { headers: { cookie: who.cookie } }));
  const made = async (title: string, labels: unknown, who = person, templates_id = template) =>
    read<Labelled>(
      await postJson(
        call,
        `/items/documents?${LABELLED}`,
        { templates_id, title, labels },
        { cookie: who.cookie },
      ),
    );
  const counts = (who = person) =>
    getAs<{ label: string; count: number }[]>(
      "/items/document_labels?groupBy=label&aggregate[count]=*&limit=100",
      who,
    );
  const labelled = async (label: string) =>
    (
      await getAs<Labelled[]>(`/items/documents?${LABELLED}&sort=title&filter[labels][label][_eq]=${label}`)
    ).map(({ title }) => title);

  it("stores, filters and counts the person's own labels only", async () => {
    const first = await made("Rechnung 31", entries(" Kunsthall ", "Draft", "draft"));
    expect(first.labels).toEqual(entries("Draft", "Kunsthall"));
    await made("Rechnung 30", entries("Kunsthall"));
    await made("Plain", []);
    const stranger = await aPerson(call);
    const theirs = await made("Theirs", entries("Kunsthall", "Secret"), stranger);

    expect(await labelled("Kunsthall")).toEqual(["Rechnung 30", "Rechnung 31"]);
    expect(await labelled("Secret")).toEqual([]);
    expect(await counts()).toEqual([
      { label: "Draft", count: 1 },
      { label: "Kunsthall", count: 2 },
    ]);
    expect(await counts(stranger)).toContainEqual({ label: "Secret", count: 1 });
    expect((await call("/items/document_labels")).status).toBe(403);
    expect((await change(theirs.id, { labels: [] })).status).toBe(403);
    const direct = { documents_id: first.id, label: "Mine" };
    const refused = await postJson(call, "/items/document_labels", direct, { cookie: person.cookie });
    expect(refused.status).toBe(403);
  });

  it("changes labels without a new revision", async () => {
    const { id, rev, date_updated } = await made("Open elsewhere", entries("Draft"));
    const changed = await read<Labelled>(
      await change(`${id}?${LABELLED}`, { labels: entries("Sent", "Draft") }),
    );
    expect(changed).toMatchObject({ rev, date_updated, labels: entries("Draft", "Sent") });
    const saved = await change(
      `${id}?${LABELLED}`,
      { data: { number: "1" } },
      { "if-match": `"rev-${rev}"` },
    );
    expect(await read<Labelled>(saved)).toMatchObject({ rev: rev + 1, labels: entries("Draft", "Sent") });
    const ids = await getAs<{ labels: string[] }>(`/items/documents/${id}?fields=labels`);
    expect(
      await read<Labelled>(await change(`${id}?${LABELLED}`, { labels: ids.labels.slice(1) })),
    ).toMatchObject({
      labels: entries("Sent"),
    });
  });

  it("rejects invalid labels and changes nothing", async () => {
    const { id } = await made("Bounded", entries("Kept"));
    const many = Array.from({ length: MAX_LABELS + 1 }, (_, index) => ({ label: `Label ${index}` }));
    const bad = [many, entries("x".repeat(MAX_LABEL_LENGTH + 1)), entries(" "), ["Draft"], [{}], "Draft"];
    for (const labels of bad) {
      const answer = await change(id, { title: "Other", labels });
      expect(answer.status, JSON.stringify(labels).slice(0, 60)).toBe(400);
    }
    expect(await getAs(`/items/documents/${id}?fields=title,labels.label`)).toEqual({
      title: "Bounded",
      labels: entries("Kept"),
    });
    expect((await change(id, { labels: many.slice(1) })).status).toBe(200);
  });

  it("are hidden in the bin and restored unchanged", async () => {
    const owner = await aPerson(call);
    const headers = { cookie: owner.cookie, "content-type": "application/json" };
    const make = async (title: string) =>
      (
        await read<{ id: string }>(
          await postJson(
            call,
            "/items/documents",
            { templates_id: template, title, labels: entries("Sent") },
            headers,
          ),
        )
      ).id;
    const [kept, gone] = [await make("Kept"), await make("Gone")];
    const patch = (id: string, body: unknown) =>
      call(`/items/documents/${id}`, { method: "PATCH", headers, body: JSON.stringify(body) });
    const list = async (query = "") =>
      (
        await read<{ id: string }[]>(await call(`/items/documents?fields=id&sort=title${query}`, { headers }))
      ).map(({ id }) => id);
    const labels = async () =>
      (await read<unknown[]>(await call("/items/document_labels", { headers }))).length;
    const shareOf = (id: string, method: string) =>
      call(`/shares/${id}`, { method, headers, ...(method === "PUT" ? { body: "{}" } : {}) });
    const shared = await read<{ path: string }>(await shareOf(gone, "PUT"));
    const opens = async () => (await call(shared.path, { headers: { "user-agent": "Firefox" } })).status;
    expect(await opens()).toBe(200);

    const before = Date.now();
    const moved = await patch(gone, { date_deleted: "2001-01-01T00:00:00Z" });
    expect(moved.status).toBe(200);
    const { date_deleted, rev } = await read<{ date_deleted: string; rev: number }>(moved);
    // The server sets the time of the move.
    expect(Date.parse(date_deleted)).toBeGreaterThanOrEqual(before);
    expect(rev).toBe(1);

    expect(await list()).toEqual([kept]);
    expect(await list("&filter[title][_eq]=Gone")).toEqual([]);
    expect(await list("&search=Gone")).toEqual([]);
    expect(await list("&filter[date_deleted][_nnull]=true")).toEqual([gone]);
    const counted = await call("/items/documents?aggregate[count]=*", { headers });
    expect(Number((await read<{ count: number }[]>(counted))[0]?.count)).toBe(1);
    expect(await labels()).toBe(1);
    expect((await call(`/items/documents/${gone}`, { headers })).status).toBe(403);
    // A tab that has it open learns that it is deleted and loses nothing.
    expect((await patch(gone, { title: "Typed elsewhere" })).status).toBe(403);
    expect(
      (
        await call(`/documents/${gone}/template`, {
          method: "POST",
          headers,
          body: JSON.stringify({ templates_id: otherTemplate }),
        })
      ).status,
    ).toBe(403);
    expect(await opens()).toBe(404);
    expect((await shareOf(gone, "GET")).status).toBe(403);
    expect(await read<unknown[]>(await call("/shares", { headers }))).toEqual([]);
    // It still counts towards the quota.
    const usage = await read<{ documents: { used: number } }>(await call("/auth/usage", { headers }));
    expect(usage.documents.used).toBe(2);

    const stranger = { ...headers, cookie: person.cookie };
    const theirs = await call("/items/documents?filter[date_deleted][_nnull]=true", { headers: stranger });
    expect(await read<unknown[]>(theirs)).toEqual([]);
    const taken = await call(`/items/documents/${gone}`, {
      method: "PATCH",
      headers: stranger,
      body: JSON.stringify({ date_deleted: null }),
    });
    expect(taken.status).toBe(403);

    expect((await patch(gone, { date_deleted: null })).status).toBe(200);
    expect(await list()).toEqual([gone, kept]);
    expect(await labels()).toBe(2);
    expect(await opens()).toBe(200);
    expect(await read<{ title: string }>(await call(`/items/documents/${gone}`, { headers }))).toMatchObject({
      title: "Gone",
      rev: 1,
    });
    // For clients that don't know the bin, deleting is final; also from the bin.
    await patch(gone, { date_deleted: new Date().toISOString() });
    expect((await call(`/items/documents/${gone}`, { method: "DELETE", headers })).status).toBe(204);
    expect(await list("&filter[date_deleted][_nnull]=true")).toEqual([]);
  });

  it("are deleted from the bin after 30 days", async () => {
    const database = await openDatabase(readSettings({ NODE_ENV: "test", ...data.environment }), quietLog);
    const titles = ["Kept", "Binned yesterday", "Binned long ago"];
    const ids = await Promise.all(
      titles.map(async (title) => (await read<{ id: string }>(await create({ title }))).id),
    );
    const day = 86_400_000;
    for (const [place, days] of [
      [1, 1],
      [2, 31],
    ] as const)
      await database.db
        .updateTable("documents")
        .set({ date_deleted: new Date(Date.now() - days * day).toISOString() })
        .where("id", "=", ids[place] ?? "")
        .execute();
    const left = async () =>
      (await database.db.selectFrom("documents").select("id").where("id", "in", ids).execute()).map(
        ({ id }) => id,
      );
    await emptyBins(database, new Date());
    expect((await left()).sort()).toEqual(ids.slice(0, 2).sort());
    await emptyBins(database, new Date(Date.now() + 30 * day));
    expect(await left()).toEqual(ids.slice(0, 1));
    await database.close();
  });

  it("deletes labels with their document", async () => {
    const { id } = await made("Short-lived", entries("Gone"));
    await call(`/items/documents/${id}`, { method: "DELETE", headers: { cookie: person.cookie } });
    expect((await counts()).map(({ label }) => label)).not.toContain("Gone");
  });

  it("sort by name in any case, and by template name", async () => {
    const sorter = await aPerson(call);
    for (const [title, from] of [
      ["zebra", template],
      ["Äpfel", otherTemplate],
      ["Birne", template],
      ["apfel", otherTemplate],
    ] as const)
      await made(title, [], sorter, from);
    const sorted = async (sort: string) =>
      (await getAs<{ title: string }[]>(`/items/documents?fields=title&sort=${sort}`, sorter)).map(
        ({ title }) => title,
      );
    expect(await sorted("title")).toEqual(["apfel", "Birne", "zebra", "Äpfel"]);
    const names = await getAs<{ id: string; template_name: string }[]>(
      "/items/templates?fields=id,template_name&sort=template_name",
    );
    const [firstHas, secondHas] = [
      ["Birne", "zebra"],
      ["apfel", "Äpfel"],
    ];
    const expected = names[0]?.id === template ? [...firstHas, ...secondHas] : [...secondHas, ...firstHas];
    expect(await sorted("templates_id.template_name,title")).toEqual(expected);
    expect((await call("/items/templates?sort=image.filename_download.x")).status).toBe(400);
    expect((await call("/items/templates?sort=image.nothing")).status).toBe(403);
  });
});
