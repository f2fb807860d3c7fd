import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { aPerson, type Call, postJson } from "../support/people.ts";
import { anExport } from "../support/ratings.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("a person's data export on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  async function unpack(cookie: string) {
    const answer = await call("/auth/my-data", { headers: { cookie } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const json = (name: string) => JSON.parse(strFromU8(files[name] as Uint8Array));
    return { files, json };
  }

  it("is a ZIP with all personal data and no secrets", async () => {
    const person = await aPerson(call);
    const other = await aPerson(call);
    const [template] = await aShelf(call, { types: ["letter"], count: 2 });
    const headers = { cookie: person.cookie };
    const entries = [{ templates_id: template?.id }];
    await postJson(call, "/items/saved_templates", { user_id: person.id, template_id: entries }, headers);
    await postJson(
      call,
      "/items/history",
      { user_id: person.id, title: "Seven", template_id: entries },
      headers,
    );
    const labels = [{ label: "Kunsthall" }, { label: "Draft" }];
    const kept = { title: "Mine", data: { a: "b" }, invoice: { buyerReference: "7" }, labels };
    const document = { user_id: person.id, templates_id: template?.id, ...kept };
    expect((await postJson(call, "/items/documents", document, headers)).status).toBe(200);
    await postJson(call, "/items/documents", { ...document, user_id: other.id }, { cookie: other.cookie });
    const form = new FormData();
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    form.append("file", new Blob([new Uint8Array(picture)], { type: "image/png" }), "me.png");
    const uploaded = await call("/files", { method: "POST", headers, body: form });
    const { data: file } = (await uploaded.json()) as { data: { id: string } };

    await anExport(data, person, template?.id as string);
    const rating = { templates_id: template?.id, stars: 4, words: "Neat" };
    expect((await postJson(call, "/items/ratings", rating, headers)).status).toBe(200);

    const details = { label: "The studio", words: { texts: { "sender.name": "Studio Sorell" }, lists: {} } };
    expect((await postJson(call, "/items/details", details, headers)).status).toBe(200);
    await addWaysToSignIn(data, person.id);

    const { files, json } = await unpack(person.cookie);
    expect(json("details.json")).toMatchObject([details]);
    expect(json("exports.json")).toMatchObject([{ template: "/letter/letter-number-1" }]);
    expect(json("ratings.json")).toMatchObject([
      { template: "/letter/letter-number-1", stars: 4, words: "Neat", hidden: null },
    ]);
    expect(json("account.json")).toMatchObject({ id: person.id, email: person.email });
    expect(json("profile.json")).toMatchObject({ id: person.id, name: person.name, language: null });
    expect(json("saved-templates.json")).toMatchObject([{ id: template?.id }]);
    expect(json("history.json")).toMatchObject([{ title: "Seven", action: "created" }]);
    expect(json("documents.json")).toMatchObject([
      {
        title: "Mine",
        data: { a: "b" },
        invoice: { buyerReference: "7" },
        labels: ["Draft", "Kunsthall"],
      },
    ]);
    expect(json("sessions.json")).toMatchObject([{ signedInWith: "password" }]);
    expect(json("passkeys.json")).toMatchObject([{ name: "Laptop", isSynced: true }]);
    const methods = [
      { method: "credential", id: person.id },
      { method: "oidc", id: "ada at the issuer" },
    ];
    expect(json("sign-in-methods.json")).toHaveLength(2);
    expect(json("sign-in-methods.json")).toEqual(
      expect.arrayContaining(methods.map((method) => expect.objectContaining(method))),
    );
    expect((await sharp(files[`files/${file.id}.webp`] as Uint8Array).metadata()).width).toBe(8);
    const everything = Object.entries(files)
      .filter(([name]) => name.endsWith(".json"))
      .map(([, bytes]) => strFromU8(bytes))
      .join();
    expect(everything).not.toContain(other.id);
    expect(everything).not.toMatch(/"[^"]*(token|password|secret|publicKey|credentialID)[^"]*":/i);
    const session = decodeURIComponent(/session_token=([^.;]+)/.exec(person.cookie)?.[1] ?? "none");
    for (const secret of [person.password, session, "the key of the passkey", "the token of the issuer"])
      expect(everything).not.toContain(secret);
  });

  it("leaves out messages of an unverified address", async () => {
    const email = `writer-${crypto.randomUUID()}@example.org`;
    const message = { name: "Writer", email, subject: "Private", message: "what only the operator may read" };
    expect((await postJson(call, "/items/contact_messages", message)).status).toBe(200);
    const taker = await aPerson(call, { email });
    expect((await unpack(taker.cookie)).json("messages.json")).toEqual([]);

    const own = { ...message, subject: "Mine", email: "elsewhere@example.org" };
    await postJson(call, "/items/contact_messages", own, { cookie: taker.cookie });
    expect((await unpack(taker.cookie)).json("messages.json")).toMatchObject([{ subject: "Mine" }]);

    const database = await openDatabase(readSettings({ NODE_ENV: "test", ...data.environment }), quietLog);
    const yes = database.dialect === "postgres" ? true : 1;
    await database.db
      .updateTable("auth_user")
      .set({ emailVerified: yes })
      .where("id", "=", taker.id)
      .execute()
      .finally(database.close);
    const proven = (await unpack(taker.cookie)).json("messages.json");
    expect(proven.map(({ subject }: { subject: string }) => subject).sort()).toEqual(["Mine", "Private"]);
  });

  it("is refused to visitors and tokens", async () => {
    expect((await call("/auth/my-data")).status).toBe(403);
    expect((await call("/auth/my-data", { headers: asOperator })).status).toBe(403);
  });
});

/** A passkey and an identity at an issuer, as the accounts library stores them. */
function addWaysToSignIn(place: Place, userId: string): Promise<void> {
  return withDatabase(place, async ({ db, dialect }) => {
    const now = dialect === "postgres" ? new Date() : new Date().toISOString();
    const yes = dialect === "postgres" ? true : 1;
    await db
      .insertInto("auth_passkey")
      .values({
        id: crypto.randomUUID(),
        userId,
        name: "Laptop",
        publicKey: "the key of the passkey",
        credentialID: crypto.randomUUID(),
        counter: 0,
        deviceType: "multiDevice",
        backedUp: yes,
        createdAt: now,
      })
      .execute();
    await db
      .insertInto("auth_account")
      .values({
        id: crypto.randomUUID(),
        userId,
        providerId: "oidc",
        accountId: "ada at the issuer",
        idToken: "the token of the issuer",
        createdAt: now,
        updatedAt: now,
      })
      .execute();
  });
}
