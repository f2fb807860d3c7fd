import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { importDirectus } from "../../cli/directus.ts";
import { removeExpired } from "../../server/accounts/changes.ts";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { storeKit } from "../../server/catalogue/versions/kits.ts";
import { createCollections } from "../../server/collections/index.ts";
import { createContent } from "../../server/content/content.ts";
import { createHostClient } from "../../server/host/host-client.ts";
import { importHost } from "../../server/host/host-import.ts";
import { createMirror } from "../../server/host/mirror.ts";
import { readQuotas } from "../../server/limits/quotas.ts";
import { createStoredLimits } from "../../server/limits/stored-limits.ts";
import { createPictures, type Pictures } from "../../server/pictures/pictures.ts";
import { describeOnDatabases, type OpenedDatabase, quietLog } from "../support/databases.ts";
import { type DirectusHost, type HostItem, startDirectusHost } from "../support/directus-host.ts";

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
const person = (id: number, email: unknown): HostItem => ({
  id,
  avatar: null,
  name: `Person ${id}`,
  profession: "Printer",
  email,
  phone_number: null,
  bio: null,
  photo: id === 1 ? "face" : null,
});

describeOnDatabases("importing a content backend on $name", (testDatabase) => {
  let opened: OpenedDatabase;
  let host: DirectusHost;
  let pictures: Pictures;

  beforeEach(async () => {
    opened = await testDatabase.open();
    pictures = createPictures({ log: quietLog });
    host = await startDirectusHost({
      templates: [1, 2].map(template),
      user: [person(1, "Ada@example.org"), person(2, "grace@example.org"), person(3, "nonsense")],
      saved_templates: [{ id: 5, user_id: 1, template_id: [{ id: 50, templates_id: 2 }] }],
      history: [
        { id: 60, user_id: 1, template_id: [{ id: 61, templates_id: 1 }] },
        { id: 62, user_id: 2, template_id: [{ id: 63, templates_id: 2 }] },
      ],
    });
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    host.pictures.set("face", png);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await pictures?.close();
    await host?.stop();
    await opened?.close();
  });

  async function run({ isDry = false, token = host.token } = {}) {
    const { database, settings } = opened;
    const catalogue = await createCatalogueVersion(database, quietLog);
    const madeWith = await storeKit(database.db, { hash: "kit", files: [] });
    const collections = createCollections({
      catalogue,
      madeWith,
      searchTemplates: async () => [],
      limits: createStoredLimits(database),
      quotas: readQuotas(settings),
      maySubmit: () => false,
      forwardMessage: undefined,
      announce: { templatePublished: async () => {}, messageReceived: async () => {} },
    });
    const content = createContent({ database, collections, log: quietLog });
    const parts = { host: createHostClient(host.url, token), database, pictures, log: quietLog };
    const rendering = { renderPages: () => Promise.reject(new Error("nothing is rendered")) };
    const mirror = isDry
      ? undefined
      : createMirror({ ...parts, catalogue, madeWith, rendering, draws: false, isImport: true });
    try {
      return await importHost({ ...parts, content, mirror });
    } finally {
      await mirror?.close();
      await catalogue.close();
    }
  }
  const count = async (table: "auth_user" | "user" | "history" | "templates" | "files") => {
    const query = opened.database.db.selectFrom(table).select((eb) => eb.fn.countAll().as("count"));
    return Number((await query.executeTakeFirstOrThrow()).count);
  };
  const all = async () => [
    await count("auth_user"),
    await count("history"),
    await count("templates"),
    await count("files"),
  ];

  test("counts first, then brings everything, once", async () => {
    expect(await run({ isDry: true })).toMatchObject({ templates: 2, people: 2, accounts: 2, before: 0 });
    expect(await all()).toEqual([0, 0, 0, 0]);
    const report = await run();
    expect(report).toMatchObject({ templates: 2, people: 2, accounts: 2, before: 0 });
    expect(report.faults).toEqual([`${host.url}/items/user/3: it has no valid email address`]);
    expect(await all()).toEqual([2, 2, 2, 1]);
    const { db } = opened.database;
    const people = await db
      .selectFrom("user")
      .select(["id", "email", "name", "profession", "photo"])
      .orderBy("email")
      .execute();
    expect(people).toMatchObject([
      { email: "ada@example.org", name: "Person 1", profession: "Printer", photo: expect.any(String) },
      { email: "grace@example.org", name: "Person 2", photo: null },
    ]);
    const saved = await db
      .selectFrom("saved_templates_templates")
      .innerJoin("templates", "templates.id", "templates_id")
      .innerJoin("saved_templates", "saved_templates.id", "saved_templates_id")
      .select(["user_id", "template_name"])
      .execute();
    expect(saved).toEqual([{ user_id: people[0]?.id, template_name: "Design 2" }]);
    const origins = await db.selectFrom("templates").select(["origin", "published"]).execute();
    expect(origins).toEqual([
      { origin: null, published: 1 },
      { origin: null, published: 1 },
    ]);
    // Accounts without a password aren't taken for half-made ones.
    await removeExpired(opened.database, new Date(Date.now() + 3_600_000));
    await db
      .updateTable("user")
      .set({ name: "Changed here" })
      .where("email", "=", "ada@example.org")
      .execute();
    expect(await run()).toMatchObject({ people: 0, accounts: 0, before: 2, changed: 0 });
    expect(await all()).toEqual([2, 2, 2, 1]);
    expect(
      await db.selectFrom("user").select("name").where("email", "=", "ada@example.org").execute(),
    ).toEqual([{ name: "Changed here" }]);
  });

  test("goes on where it was interrupted", async () => {
    const { push } = host.queries;
    host.queries.push = (query) => {
      // The second person's saved templates.
      if (query.includes("filter[user_id][_eq]=2")) host.trouble = "down";
      return 0;
    };
    await expect(run()).rejects.toThrow(/gave no answer/);
    host.queries.push = push;
    host.trouble = "none";
    expect(await run()).toMatchObject({ people: 1, accounts: 0, before: 1 });
    expect(await all()).toEqual([2, 2, 2, 1]);
  });

  test("leaves accounts with an unverified address alone, and adds to verified ones", async () => {
    const { db, dialect } = opened.database;
    const now = dialect === "postgres" ? new Date() : new Date().toISOString();
    const account = { image: null, role: "person", disabledAt: null, createdAt: now, updatedAt: now };
    const flag = (value: boolean) => (dialect === "postgres" ? value : Number(value));
    await db
      .insertInto("auth_user")
      .values([
        { ...account, id: "ada", name: "Ada", email: "ada@example.org", emailVerified: flag(true) },
        { ...account, id: "grace", name: "Grace", email: "grace@example.org", emailVerified: flag(false) },
      ])
      .execute();
    const report = await run();
    expect(report).toMatchObject({ people: 1, accounts: 0 });
    expect(report.faults).toContain("grace@example.org: there is an account whose address isn't verified");
    expect(await db.selectFrom("user").select("name").where("id", "=", "ada").execute()).toEqual([
      { name: "Ada" },
    ]);
    expect(await db.selectFrom("history").select("user_id").execute()).toEqual([{ user_id: "ada" }]);
  });

  test("says what is wrong with the host, and changes nothing", async () => {
    await expect(run({ token: "wrong" })).rejects.toThrow(/answered 401: Invalid user credentials/);
    host.trouble = "html";
    await expect(run()).rejects.toThrow(/answered 200 with text\/html instead of JSON/);
    await expect(run({ isDry: true })).rejects.toThrow(/instead of JSON/);
    expect(await all()).toEqual([0, 0, 0, 0]);
  });

  test("tells at the terminal what was found, and how far it is", async () => {
    const { environment } = opened;
    for (const [name, value] of Object.entries({ ...environment, RENDER_PROCESSES: "0" }))
      vi.stubEnv(name, value);
    async function command(values: Record<string, string | boolean>, isWatched = false) {
      const said = { printed: [] as string[], complained: [] as string[], followed: [] as string[] };
      const code = await importDirectus.run({
        positionals: [host.url],
        values,
        terminal: {
          print: (line) => void said.printed.push(line),
          complain: (line) => void said.complained.push(line),
          isWatched,
          follow: (total) => {
            said.followed.push(`of ${total}`);
            return {
              step: (name) => void said.followed.push(name),
              end: () => void said.followed.push("end"),
            };
          },
        },
      });
      return { code, ...said };
    }
    host.collections.templates?.pop();
    host.collections.user = [person(1, "ada@example.org")];
    const { token } = host;
    expect(await command({ token })).toEqual({
      code: 0,
      printed: [
        "1 template; 1 person to import, 1 without an account here; 0 imported before; 0 left out. Nothing was changed: add --apply to import them.",
      ],
      complained: [],
      followed: [],
    });
    host.collections.user.push(person(2, "grace@example.org"), person(3, "nonsense"));
    expect(await command({ token, apply: true })).toEqual({
      code: 0,
      printed: [
        '1 template found; 2 templates and types changed; 2 people imported, 2 with a new account; 0 imported before; 1 left out. New accounts have no password: people choose one with "Forgot your password?".',
      ],
      complained: [
        "Importing templates and types…",
        "Importing 3 people…",
        "3 of 3",
        `Left out: ${host.url}/items/user/3: it has no valid email address`,
      ],
      followed: ["of 3", "ada@example.org", "grace@example.org", "nonsense", "end"],
    });
    const again = await command({ token: "wrong", apply: true }, true);
    expect(again.code).toBe(1);
    expect(again.complained).toEqual([
      "Importing templates and types…",
      expect.stringMatching(/answered 401: Invalid user credentials\.$/),
      "What was imported until then stays. Call this again to go on.",
    ]);
  });
});
