import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { HOST_PEOPLE } from "../../server/limits/limits.ts";
import type { Client } from "../support/client.ts";
import { describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { type DirectusHost, type HostItem, startDirectusHost } from "../support/directus-host.ts";
import { aPerson, type Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const template = (id: number): HostItem => ({
  id,
  type: "CV Template",
  category: "Plain",
  url: `/designs/${id}`,
  content: null,
  template_name: `Design ${id}`,
  rating: null,
  image: null,
});
const EMAIL = "ada@example.org";
const ADA: HostItem = {
  id: 7,
  avatar: "placeholder.svg",
  name: "Ada at the host",
  profession: "Printer",
  email: EMAIL,
  phone_number: null,
  bio: null,
  photo: null,
};

describeOnDatabases("people of a content host on $name", (database) => {
  let place: Place;
  let host: DirectusHost;
  let server: TestServer;
  let ada: Person;
  let client: Client;

  beforeEach(async () => {
    place = await database.place();
    host = await startDirectusHost({
      templates: [1, 2, 3].map(template),
      user: [structuredClone(ADA), { ...ADA, id: 8, email: "other@example.org" }],
      saved_templates: [],
      history: [],
    });
    await start();
    ada = await aPerson((path, init) => fetch(server.url + path, init), { email: EMAIL, name: "Ada" });
    client = asAda();
  });
  afterEach(async () => {
    await server?.stop();
    await host?.stop();
    await place?.remove();
  });

  function asAda(): Client {
    const client = server.visitor();
    for (const pair of ada.cookie.split("; ")) {
      const [name = "", ...value] = pair.split("=");
      client.setCookie(name, value.join("="));
    }
    return client;
  }
  async function start() {
    server = await startServerHere({
      environment: {
        ...place.environment,
        CONTENT_HOST: host.url,
        CONTENT_TOKEN: host.token,
        CONTENT_PEOPLE: "host",
        RENDER_PROCESSES: "0",
      },
    });
  }
  async function verify(email = EMAIL) {
    const opened = await openDatabase(readSettings({ NODE_ENV: "test", ...place.environment }), quietLog);
    const emailVerified = opened.dialect === "postgres" ? true : 1;
    await opened.db.updateTable("auth_user").set({ emailVerified }).where("email", "=", email).execute();
    await opened.close();
  }
  const read = async (path: string) => (await (await client.fetch(path)).json()).data;
  const profile = () => read(`/items/user?filter[email][_eq]=${EMAIL}`).then(([data]) => data);
  const saved = async () => {
    const [record] = await read(
      `/items/saved_templates?filter[user_id][_eq]=${ada.id}&fields=id,template_id.templates_id.template_name`,
    );
    const names = record?.template_id.map(
      (entry: { templates_id: { template_name: string } }) => entry.templates_id.template_name,
    );
    return { id: record?.id as string | undefined, names: (names ?? []).sort() as string[] };
  };
  const history = () =>
    read(`/items/history?filter[user_id][_eq]=${ada.id}&fields=*,template_id.templates_id.template_name`);
  const idOf = async (name: string) =>
    (await read(`/items/templates?filter[template_name]=${name}&fields=id`))[0].id as string;
  const save = (...ids: string[]) =>
    client.fetch("/items/saved_templates", {
      method: "POST",
      json: { user_id: ada.id, template_id: ids.map((templates_id) => ({ templates_id })) },
    });
  const use = async (name: string) =>
    client.fetch("/items/history?fields=id", {
      method: "POST",
      json: { user_id: ada.id, template_id: [{ templates_id: await idOf(name) }], title: "My design" },
    });
  const listAtHost = () =>
    host.collections.saved_templates?.map(({ user_id, template_id }) => [
      user_id,
      (template_id as { templates_id: number }[]).map(({ templates_id }) => templates_id),
    ]);
  const state = async () => (await read("/site/content-host/me")).state;

  test("are told where their data is only if it can be there", async () => {
    await server.stop();
    server = await startServerHere({
      environment: { ...place.environment, CONTENT_HOST: host.url, RENDER_PROCESSES: "0" },
    });
    const me = (headers = {}) => fetch(`${server.url}/site/content-host/me`, { headers });
    expect(await (await me({ cookie: ada.cookie })).json()).toEqual({ data: null });
    expect((await me()).status).toBe(403);
  });

  test("are those whose verified address it has; all others stay here", async () => {
    expect(await state()).toBe("unverified");
    expect((await save(await idOf("Design 1"))).status).toBe(200);
    expect(listAtHost()).toEqual([]);
    expect((await profile()).name).toBe("Ada");
    await verify();
    host.collections.user?.push({ ...ADA, id: 9 });
    expect(await state()).toBe("several");
    host.collections.user = [{ ...ADA, email: "nobody@example.org" }];
    expect(await state()).toBe("unknown");
    expect((await save(await idOf("Design 2"))).status).toBe(200);
    expect(host.requests.filter((request) => !request.startsWith("GET"))).toEqual([]);
    // What was here is brought there, and nothing there is replaced.
    await use("Design 3");
    host.collections.user = [structuredClone(ADA)];
    host.collections.saved_templates = [{ id: 5, user_id: 7, template_id: [{ id: 50, templates_id: 3 }] }];
    expect(await state()).toBe("linked");
    expect(listAtHost()).toEqual([[7, [3, 1, 2]]]);
    expect((await saved()).names).toEqual(["Design 1", "Design 2", "Design 3"]);
    expect(host.collections.history).toMatchObject([{ user_id: 7, template_id: [{ templates_id: 3 }] }]);
    expect(await history()).toHaveLength(1);
    expect(await profile()).toMatchObject({ name: "Ada at the host", profession: "Printer" });
  });

  test("have their profile there", async () => {
    await verify();
    expect(await profile()).toMatchObject({ id: ada.id, name: "Ada at the host", email: EMAIL });
    const changed = { ...(await profile()), phone_number: "+47 555", bio: "Line\nLine" };
    expect((await client.fetch(`/items/user/${ada.id}`, { method: "PATCH", json: changed })).status).toBe(
      200,
    );
    expect(host.collections.user?.[0]).toEqual({ ...ADA, phone_number: "+47 555", bio: "Line\nLine" });
    Object.assign(host.collections.user?.[0] ?? {}, { name: "Renamed\u0007there", unknown: { a: 1 } });
    expect((await profile()).name).toBe("Renamed there");
    expect(host.collections.user?.[1]).toMatchObject({ id: 8, name: "Ada at the host", phone_number: null });
    // Only what may be stored here is sent.
    const refused = await client.fetch(`/items/user/${ada.id}`, { method: "PATCH", json: { name: "" } });
    expect(refused.status).toBe(400);
    expect(host.collections.user?.[0]?.name).toBe("Renamed\u0007there");
  });

  test("have their photo there, in both directions", async () => {
    await verify();
    await profile();
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(png)]), "me.png");
    const uploaded = await client.fetch("/files", { method: "POST", body: form });
    const { id } = (await uploaded.json()).data;
    const [[sentId = "", sent] = []] = host.pictures;
    expect((await sharp(sent).metadata()).format).toBe("webp");
    await client.fetch(`/items/user/${ada.id}`, { method: "PATCH", json: { photo: id } });
    expect(host.collections.user?.[0]?.photo).toBe(sentId);
    expect((await profile()).photo).toBe(id);
    host.pictures.set("another", png);
    Object.assign(host.collections.user?.[0] ?? {}, { photo: "another" });
    const { photo } = await profile();
    expect(photo).not.toBe(id);
    expect((await client.fetch(`/assets/${photo}`)).headers.get("content-type")).toBe("image/webp");
    Object.assign(host.collections.user?.[0] ?? {}, { photo: "missing" });
    expect((await profile()).photo).toBe(photo);
    Object.assign(host.collections.user?.[0] ?? {}, { photo: null });
    expect((await profile()).photo).toBeNull();
  });

  test("delete their pictures there, too, if the host allows it", async () => {
    await verify();
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    const upload = async () => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(png)]), "me.png");
      return (await (await client.fetch("/files", { method: "POST", body: form })).json()).data.id as string;
    };
    const ids = [await upload(), await upload(), await upload(), await upload()];
    expect(host.pictures.size).toBe(4);
    const remove = (path: string, json?: unknown) =>
      client.fetch(path, { method: "DELETE", ...(json ? { json } : {}) });
    expect((await remove(`/files/${ids[0]}`)).status).toBe(204);
    expect(host.pictures.size).toBe(3);
    expect((await remove("/files", ids.slice(1, 3))).status).toBe(204);
    expect(host.pictures.size).toBe(1);
    host.trouble = "down";
    expect((await remove(`/files/${ids[3]}`)).status).toBe(503);
    expect(await read("/files?fields=id")).toEqual([{ id: ids[3] }]);
    host.trouble = "refuse writes";
    expect((await remove(`/files/${ids[3]}`)).status).toBe(204);
    expect(await read("/files")).toEqual([]);
    expect(host.pictures.size).toBe(1);
  });

  test("have their saved templates there, with those that are not shown here", async () => {
    await verify();
    host.collections.templates?.push({ ...template(999), url: null });
    host.collections.saved_templates = [
      { id: 4, user_id: 8, template_id: [{ id: 40, templates_id: 1 }] },
      {
        id: 5,
        user_id: 7,
        template_id: [
          { id: 50, templates_id: 2 },
          { id: 51, templates_id: 999 },
        ],
      },
    ];
    expect((await saved()).names).toEqual(["Design 2"]);
    const { id } = await saved();
    const template_id = [{ templates_id: await idOf("Design 2") }, { templates_id: await idOf("Design 3") }];
    await client.fetch(`/items/saved_templates/${id}`, { method: "PATCH", json: { template_id } });
    expect(listAtHost()).toEqual([
      [8, [1]],
      [7, [2, 999, 3]],
    ]);
    const less = [{ templates_id: await idOf("Design 3") }];
    await client.fetch(`/items/saved_templates/${id}`, { method: "PATCH", json: { template_id: less } });
    expect(listAtHost()?.[1]).toEqual([7, [999, 3]]);
    const others = await client.fetch("/items/saved_templates", {
      method: "POST",
      json: { user_id: "00000000-0000-7000-8000-000000000000", template_id: [] },
    });
    expect(others.status).toBe(403);
    expect(host.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
  });

  test("have their history there", async () => {
    await verify();
    host.collections.history = [
      { id: 60, user_id: 7, template_id: [{ id: 61, templates_id: 1 }] },
      { id: 70, user_id: 8, template_id: [{ id: 71, templates_id: 2 }] },
    ];
    expect(await history()).toMatchObject([
      { template_id: [{ templates_id: { template_name: "Design 1" } }] },
    ]);
    const used = await use("Design 2");
    const { id } = (await used.json()).data;
    expect(host.collections.history?.at(-1)).toMatchObject({
      user_id: 7,
      template_id: [{ templates_id: 2 }],
    });
    expect(await history()).toHaveLength(2);
    expect((await client.fetch(`/items/history/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(host.collections.history?.map((each) => each.id)).toEqual([60, 70]);
    host.collections.history?.shift();
    expect(await history()).toEqual([]);
  });

  test("are shown the last copy while it is in trouble, and nothing is half-written", async () => {
    await verify();
    await profile();
    await save(await idOf("Design 1"));
    await use("Design 1");
    await client.fetch(`/items/user/${ada.id}`, { method: "PATCH", json: { bio: "Before" } });
    const atHost = structuredClone(host.collections);
    const { id } = await saved();
    expect(await read("/site/content-host/me")).toMatchObject({ state: "linked", answers: true });
    for (const trouble of ["down", "html", "odd", "refuse", "refuse writes"] as const) {
      host.trouble = trouble;
      // After the first the host isn't asked for a while.
      if (trouble === "down")
        expect(await read("/site/content-host/me")).toMatchObject({ state: "linked", answers: false });
      const template_id = [{ templates_id: await idOf("Design 2") }];
      const answers = [
        await client.fetch(`/items/saved_templates/${id}`, { method: "PATCH", json: { template_id } }),
        await save(await idOf("Design 2")),
        await use("Design 2"),
        await client.fetch(`/items/user/${ada.id}`, { method: "PATCH", json: { name: "Lost" } }),
      ];
      const expected = trouble === "refuse writes" ? 403 : 503;
      expect(
        answers.map(({ status }) => status),
        trouble,
      ).toEqual([expected, expected, expected, expected]);
      const { errors } = await (answers[0] as Response).json();
      expect(errors[0].message).toMatch(/system that stores your profile/);
      expect((await saved()).names).toEqual(["Design 1"]);
      expect((await profile()).name).toBe("Ada at the host");
      expect(await history()).toHaveLength(1);
    }
    expect(host.collections).toEqual(atHost);
    host.trouble = "none";
    expect((await use("Design 2")).status).toBe(200);
  });

  test("are shown the last copy soon while it is slow, and told that nothing was stored", async () => {
    await verify();
    await profile();
    await save(await idOf("Design 1"));
    const atHost = structuredClone(host.collections);
    await server.stop();
    const { timeoutMs } = HOST_PEOPLE;
    HOST_PEOPLE.timeoutMs = 300;
    try {
      await start();
    } finally {
      HOST_PEOPLE.timeoutMs = timeoutMs;
    }
    client = asAda();
    host.trouble = "slow";
    expect((await profile()).name).toBe("Ada at the host");
    expect((await saved()).names).toEqual(["Design 1"]);
    expect(await read("/site/content-host/me")).toMatchObject({ state: "linked", answers: false });
    const form = new FormData();
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    form.append("file", new Blob([new Uint8Array(png)]), "me.png");
    const answers = [
      await client.fetch(`/items/user/${ada.id}`, { method: "PATCH", json: { name: "Lost" } }),
      await save(await idOf("Design 2")),
      await client.fetch("/files", { method: "POST", body: form }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect((await profile()).name).toBe("Ada at the host");
    expect((await saved()).names).toEqual(["Design 1"]);
    expect(await read("/files")).toEqual([]);
    expect(host.collections).toEqual(atHost);
    expect(server.output()).toContain("gave no answer within 0.3 s");
  });
});
