import * as sdk from "@directus/sdk";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withDatabase } from "../support/database-schema.ts";
import { databases, type Place } from "../support/databases.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

/**
 * Every command of @directus/sdk, over HTTP: each either works, or fails in the shape of a Directus with a message that says what to do
 * instead. directus-sdk.test.ts and directus-sign-in.test.ts test in depth what works.
 */

/** They make a client, or work without a server. */
const WITHOUT_SERVER = [
  ...["auth", "authentication", "createDirectus", "graphql", "realtime", "rest", "staticToken"],
  ...["formatFields", "generateUid", "getAuthEndpoint", "isDirectusError", "memoryStorage"],
  ...["messageCallback", "pong", "queryToParams", "randomString", "sleep", "throwIfCoreCollection"],
  ...["throwIfEmpty"],
];
/** They change how another command is sent, and are used with one below. */
const WRAPPERS = ["customEndpoint", "withOptions", "withSearch", "withToken"];

const THE_FIRST = { limit: 1, fields: ["id"], sort: ["template_name"] };

type World = {
  ada: { email: string; password: string };
  mail: MailServer;
  publicUrl: string;
  template: string;
  picture: Uint8Array<ArrayBuffer>;
  /** Again, after a new password. */
  signIn(): Promise<void>;
};
type Send = (command: unknown) => Promise<never>;
/** Of the operator's token, and of a person. */
type Senders = { maintain: Send; own: Send };
type Works = (send: Senders, world: World) => Promise<unknown>;

const aForm = ({ picture }: World) => {
  const form = new FormData();
  form.append("title", "Sent");
  form.append("file", new File([picture], "x.png", { type: "image/png" }));
  return form;
};
let made = 0;
const anItem = async ({ maintain }: Senders) => {
  const values = { template_name: `New ${++made}`, type: "blog", category: "sales" };
  return (await maintain(sdk.createItem("templates" as never, values as never))) as { id: string };
};
const aFile = async ({ maintain }: Senders, world: World) =>
  (await maintain(sdk.uploadFiles(aForm(world)))) as { id: string };
const named = { fields: ["template_name"] } as never;
const titled = { fields: ["title"] } as never;

/** The answer of each command that works. */
const WORKS: Record<string, [Works, unknown]> = {
  readItems: [
    ({ maintain }) => maintain(sdk.readItems("templates" as never, THE_FIRST as never)),
    [{ id: expect.any(String) }],
  ],
  readItem: [
    ({ maintain }, { template }) => maintain(sdk.readItem("templates" as never, template, named)),
    { template_name: "blog number 1" },
  ],
  aggregate: [
    ({ maintain }) => maintain(sdk.aggregate("templates" as never, { aggregate: { count: "*" } } as never)),
    [{ count: 3 }],
  ],
  createItem: [anItem, expect.objectContaining({ type: "blog" })],
  createItems: [
    ({ maintain }) => {
      const values = { template_name: "Several", type: "blog", category: "sales" };
      return maintain(sdk.createItems("templates" as never, [values] as never, named));
    },
    [{ template_name: "Several" }],
  ],
  updateItem: [
    async (send) => {
      const change = { template_name: "Changed" } as never;
      return send.maintain(sdk.updateItem("templates" as never, (await anItem(send)).id, change, named));
    },
    { template_name: "Changed" },
  ],
  updateItems: [
    async (send) => {
      const query = { filter: { id: { _eq: (await anItem(send)).id } } } as never;
      const change = { template_name: "By query" } as never;
      return send.maintain(sdk.updateItems("templates" as never, query, change, named));
    },
    [{ template_name: "By query" }],
  ],
  updateItemsBatch: [
    async (send) => {
      const change = { id: (await anItem(send)).id, template_name: "Batch" };
      return send.maintain(sdk.updateItemsBatch("templates" as never, [change] as never, named));
    },
    [{ template_name: "Batch" }],
  ],
  deleteItem: [
    async (send) => send.maintain(sdk.deleteItem("templates" as never, (await anItem(send)).id)),
    undefined,
  ],
  deleteItems: [
    async (send) => {
      const query = { filter: { id: { _eq: (await anItem(send)).id } } } as never;
      return send.maintain(sdk.deleteItems("templates" as never, query));
    },
    undefined,
  ],
  readFiles: [
    async (send, world) => {
      const { id } = await aFile(send, world);
      const query = { filter: { id: { _eq: id } }, fields: ["title"] } as never;
      return send.maintain(sdk.readFiles(query));
    },
    [{ title: "Sent" }],
  ],
  readFile: [
    async (send, world) => send.maintain(sdk.readFile((await aFile(send, world)).id, titled)),
    { title: "Sent" },
  ],
  uploadFiles: [aFile, expect.objectContaining({ title: "Sent", width: 30 })],
  updateFile: [
    async (send, world) =>
      send.maintain(sdk.updateFile((await aFile(send, world)).id, { title: "Named" } as never, titled)),
    { title: "Named" },
  ],
  updateFiles: [
    async (send, world) =>
      send.maintain(sdk.updateFiles([(await aFile(send, world)).id], { title: "Named" } as never, titled)),
    [{ title: "Named" }],
  ],
  updateFilesBatch: [
    async (send, world) => {
      const change = { id: (await aFile(send, world)).id, title: "Batch" };
      return send.maintain(sdk.updateFilesBatch([change] as never, titled));
    },
    [{ title: "Batch" }],
  ],
  deleteFile: [
    async (send, world) => send.maintain(sdk.deleteFile((await aFile(send, world)).id)),
    undefined,
  ],
  deleteFiles: [
    async (send, world) => send.maintain(sdk.deleteFiles([(await aFile(send, world)).id])),
    undefined,
  ],
  readAssetRaw: [
    async (send, world) => (await sizeOf(send.maintain(sdk.readAssetRaw((await aFile(send, world)).id)))) > 0,
    true,
  ],
  readAssetBlob: [
    async (send, world) => {
      const blob = (await send.maintain(sdk.readAssetBlob((await aFile(send, world)).id))) as Blob;
      return blob.type;
    },
    "image/webp",
  ],
  readAssetArrayBuffer: [
    async (send, world) => {
      const key = { key: "system-small-cover" } as never;
      const bytes: ArrayBuffer = await send.maintain(
        sdk.readAssetArrayBuffer((await aFile(send, world)).id, key),
      );
      return (await sharp(Buffer.from(bytes)).metadata()).width;
    },
    30,
  ],
  readMe: [({ own }) => own(sdk.readMe({ fields: ["email"] } as never)), { email: "ada@example.org" }],
  updateMe: [
    ({ own }) => own(sdk.updateMe({ profession: "Printer" } as never, { fields: ["profession"] } as never)),
    { profession: "Printer" },
  ],
  login: [
    ({ own }, { ada }) => own(sdk.login({ ...ada }, { mode: "json" })),
    { access_token: expect.any(String), refresh_token: expect.any(String), expires: 900_000 },
  ],
  refresh: [
    async ({ own }, { ada }) => {
      const { refresh_token } = (await own(sdk.login({ ...ada }, { mode: "json" }))) as {
        refresh_token: string;
      };
      return own(sdk.refresh({ mode: "json", refresh_token }));
    },
    { access_token: expect.any(String), refresh_token: expect.any(String), expires: 900_000 },
  ],
  logout: [
    async ({ own }, { ada }) => {
      const { refresh_token } = (await own(sdk.login({ ...ada }, { mode: "json" }))) as {
        refresh_token: string;
      };
      return own(sdk.logout({ mode: "json", refresh_token }));
    },
    undefined,
  ],
  passwordRequest: [
    ({ own }, { ada, publicUrl }) => own(sdk.passwordRequest(ada.email, `${publicUrl}/reset-password`)),
    undefined,
  ],
  passwordReset: [
    async ({ own }, { mail, publicUrl, signIn }) => {
      const linked = () =>
        /reset-password[^\s"]*[?#&]token=([\w-]+)/.exec(mail.received.map(({ plain }) => plain).join("\n"));
      await own(sdk.passwordRequest("ada@example.org", `${publicUrl}/reset-password`));
      await expect.poll(() => linked()?.[1]).toBeTruthy();
      await own(sdk.passwordReset(String(linked()?.[1]), "correct horse battery"));
      return signIn();
    },
    undefined,
  ],
};
const sizeOf = async (answer: Promise<ReadableStream>) =>
  (await new Response(await answer).arrayBuffer()).byteLength;

const lengthOf = (name: string) => (sdk as unknown as Record<string, { length: number }>)[name]?.length ?? 0;

/** Arguments with which a command that isn't offered is sent: the client refuses others itself. */
function argumentsOf(name: string): unknown[] {
  const item = { id: "1", name: "x", item: "1", collection: "things", key: "main" };
  if (/Batch$/.test(name)) return name === "utilsImportBatch" ? [new FormData()] : [[item]];
  if (name === "createRelation" || name === "schemaApply") return [item];
  if (name === "schemaDiff") return [{}];
  if (name === "readSingleton") return ["things"];
  if (name === "updateSingleton") return ["things", item];
  if (name === "updateItem" || name === "utilitySort") return ["things", "1", item];
  if (name === "updateFields") return ["things", [item]];
  if (name === "updateField" || name === "updateRelation") return ["things", "field", item];
  if (name === "createField" || name === "updateCollection") return ["things", item];
  if (name === "utilsExport") return ["things", "json", {}, {}];
  if (name === "utilsImport") return ["things", new FormData()];
  if (name === "importFile") return ["http://127.0.0.1/x.png", {}];
  if (name === "inviteUser") return ["eve@example.org", "1"];
  if (name === "inviteShare") return ["1", ["eve@example.org"]];
  if (name === "authenticateShare") return ["1", "password"];
  if (name === "acceptUserInvite") return ["token", "long enough password"];
  if (name === "registerUser") return ["eve@example.org", "long enough password"];
  if (name === "enableTwoFactor") return ["secret", "123456"];
  if (name === "downloadFilesZip") return [["1"]];
  if (name === "triggerFlow") return ["POST", "1", {}];
  if (name === "saveToContentVersion") return ["1", item];
  if (name === "promoteContentVersion") return ["1", "hash"];
  if (name === "schemaSnapshot") return [{}];
  if (name === "readDeploymentProjects") return ["1", {}];
  if (/^read(?!Collection|Field|Relation|ItemPermissions|Registry(?!Extensions)|ShareInfo)/.test(name))
    return [...Array.from({ length: Math.max(0, lengthOf(name) - 1) }, () => "1"), {}];
  if (/^(create|update|delete)\w+s$/.test(name)) {
    if (name.startsWith("create")) return [[item]];
    if (name.startsWith("update")) return [["1"], item];
    if (name.startsWith("delete")) return [["1"]];
  }
  if (name.startsWith("create")) return [item, {}];
  if (name.startsWith("update")) return ["1", item];
  return ["1", "1", "1"];
}

const names = Object.keys(sdk);
const NOT_OFFERED = names.filter(
  (name) => !WITHOUT_SERVER.includes(name) && !WRAPPERS.includes(name) && !(name in WORKS),
);

test("has each of the client's commands once", () => {
  const listed = [...WITHOUT_SERVER, ...WRAPPERS, ...Object.keys(WORKS)];
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

describe.each(databases)("the commands of the Directus SDK on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let world: World;
  let send: Senders;

  beforeAll(async () => {
    place = await database.place();
    const mail = await startMailServer();
    const publicUrl = "http://localhost:3000";
    server = await startServerHere({
      environment: { ...place.environment, OPERATOR_TOKEN, SMTP_URL: mail.url, PUBLIC_URL: publicUrl },
    });
    const call = (path: string, init?: RequestInit) => fetch(server.url + path, init);
    const [{ id: template } = { id: "" }] = await aShelf(call, { count: 3, types: ["blog"] });
    const made = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#a0b0c0" } })
      .png()
      .toBuffer();
    const ada = { email: "ada@example.org", password: "correct horse battery", name: "Ada" };
    await postJson(call, "/auth/sign-up/email", ada);
    await withDatabase(place, ({ db, dialect }) =>
      db
        .updateTable("auth_user")
        .set({ emailVerified: dialect === "postgres" ? true : 1 })
        .execute(),
    );
    const maintainer = sdk.createDirectus(server.url).with(sdk.staticToken(OPERATOR_TOKEN)).with(sdk.rest());
    const person = sdk.createDirectus(server.url).with(sdk.rest());
    let token = "";
    send = {
      maintain: (command) => maintainer.request(command as never),
      own: (command) => person.request(sdk.withToken(token, command as never)),
    };
    const signIn = async () => {
      token = String((await person.request(sdk.login({ ...ada }, { mode: "json" }))).access_token);
    };
    await signIn();
    world = { ada, mail, publicUrl, template, picture: new Uint8Array(made), signIn };
  });
  afterAll(async () => {
    await server?.stop();
    await world?.mail.stop();
    await place?.remove();
  });

  test.each(Object.entries(WORKS))("%s works", async (_name, [command, answer]) => {
    expect((await command(send, world)) ?? undefined).toEqual(answer);
  });

  test.each([
    [
      "withSearch",
      () => send.maintain(sdk.withSearch(sdk.readItems("templates" as never, THE_FIRST as never))),
    ],
    [
      "withOptions",
      () =>
        send.maintain(
          sdk.withOptions(sdk.readItems("templates" as never, THE_FIRST as never), { cache: "no-store" }),
        ),
    ],
    [
      "customEndpoint",
      () =>
        send.maintain(
          sdk.customEndpoint({
            path: "/items/templates",
            method: "GET",
            params: { limit: 1, fields: ["id"] },
          }),
        ),
    ],
  ] as const)("%s works", async (_name, ask) => {
    expect(await ask()).toEqual([{ id: expect.any(String) }]);
  });

  test("$CURRENT_USER and $NOW stand for the person and the time", async () => {
    const made = await send.own(
      sdk.createItem("history" as never, { action: "created" } as never, { fields: ["id"] } as never),
    );
    const mine = { user_id: { _eq: "$CURRENT_USER" } };
    const filters = [
      [{ _and: [mine, { date_created: { _lte: "$NOW" } }] }, [made]],
      [{ _and: [mine, { date_created: { _gte: "$NOW(-1 hour)" } }] }, [made]],
      [{ _and: [mine, { date_created: { _gt: "$NOW(+1 hour)" } }] }, []],
    ] as const;
    for (const [filter, found] of filters)
      expect(
        await send.own(sdk.readItems("history" as never, { filter, fields: ["id"] } as never)),
        JSON.stringify(filter),
      ).toEqual(found);
  });

  test.each(["json", "cookie", "session"] as const)(
    "signs in, refreshes and signs out in mode %s",
    async (mode) => {
      // Node keeps no cookies, and a browser does.
      const jar = server.visitor();
      const withCookies = (url: string | URL | Request, init: RequestInit = {}) =>
        jar.fetch(String(url).slice(server.url.length), init);
      const client = sdk
        .createDirectus(server.url, { globals: { fetch: withCookies as never } })
        .with(sdk.authentication(mode, { autoRefresh: false, credentials: "include" }))
        .with(sdk.rest({ credentials: "include" }));
      const { email, password } = world.ada;
      const me = { fields: ["email"] } as never;
      await client.login({ email, password });
      expect(await client.request(sdk.readMe(me))).toEqual({ email });
      await client.refresh();
      expect(await client.request(sdk.readMe(me))).toEqual({ email });
      const token = await client.getToken();
      await client.logout();
      const after = token ? sdk.withToken(token, sdk.readMe(me)) : sdk.readMe(me);
      await expect(client.request(after)).rejects.toMatchObject({
        errors: [{ extensions: { code: token ? "TOKEN_EXPIRED" : "FORBIDDEN" } }],
      });
    },
  );

  test.each(NOT_OFFERED)("%s says that it isn't offered", async (name) => {
    const make = (sdk as unknown as Record<string, (...given: unknown[]) => unknown>)[name];
    const failure = await send.maintain(make?.(...argumentsOf(name))).then(
      (answer) => ({ answered: answer }),
      (error) => error,
    );
    expect(failure).toMatchObject({
      errors: [{ message: expect.stringMatching(/\w[^.]*\.$/), extensions: { code: expect.any(String) } }],
    });
    const [{ message, extensions }] = failure.errors;
    expect(["ROUTE_NOT_FOUND", "METHOD_NOT_ALLOWED", "FORBIDDEN", "INVALID_PAYLOAD"]).toContain(
      extensions.code,
    );
    if (extensions.code === "ROUTE_NOT_FOUND") expect(message).toMatch(/^Route \S+ doesn't exist\. \S/);
  });
});
