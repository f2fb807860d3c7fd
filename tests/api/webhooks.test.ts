import dns from "node:dns";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, test, vi } from "vitest";
import type { CreatedWebhook, ListedDelivery, ListedWebhook } from "../../contract/people/webhooks.ts";
import { deletePerson } from "../../server/accounts/changes.ts";
import { COMMAND_LINE, readActions } from "../../server/actions/action-log.ts";
import { createOutbox } from "../../server/mail/outbox.ts";
import { createSealing, WEBHOOK_SECRETS } from "../../server/mail/sealing.ts";
import { createDeliveries, storeDeliveries } from "../../server/webhooks/deliveries.ts";
import { createWebhook } from "../../server/webhooks/webhook-store.ts";
import { withDatabase } from "../support/database-schema.ts";
import { databases, describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { aNumberTemplate, startJob } from "../support/jobs.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";
import { aReceiver, type Receiver, withStatus } from "../support/webhook-receiver.ts";

describeOnDatabases("webhooks on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let person: Person;
  let receiver: Receiver;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({
      environment: {
        ...data.environment,
        OPERATOR_TOKEN,
        RENDER_PROCESSES: "1",
        WEBHOOK_HOSTS: "127.0.0.1",
        PUBLIC_URL: "https://library.example",
      },
    });
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });
  beforeEach(async () => {
    person = await aPerson(call);
    receiver = await aReceiver();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await receiver.close();
  });

  const as = ({ cookie }: Person) => ({ cookie });
  async function aWebhook(body: object = {}, owner = person): Promise<CreatedWebhook> {
    const wanted = { url: receiver.url, events: ["document.exported"], ...body };
    const answer = await postJson(call, "/auth/webhooks", wanted, as(owner));
    expect(answer.status).toBe(200);
    return (await answer.json()).data;
  }
  const listed = async (owner = person): Promise<ListedWebhook[]> =>
    (await (await call("/auth/webhooks", { headers: as(owner) })).json()).data;
  const deliveries = async (id: string, owner = person): Promise<ListedDelivery[]> =>
    (await (await call(`/auth/webhooks/${id}/deliveries`, { headers: as(owner) })).json()).data;
  const sendTest = async (id: string, owner = person) =>
    expect((await postJson(call, `/auth/webhooks/${id}/test`, undefined, as(owner))).status).toBe(204);
  const change = (id: string, body: object, owner = person) =>
    call(`/auth/webhooks/${id}`, {
      method: "PATCH",
      headers: { ...as(owner), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  async function refusal(answer: Response) {
    const [error] = (await answer.json()).errors;
    return { status: answer.status, code: error.extensions.code, message: error.message as string };
  }
  /** As if their time had come. */
  const hurry = (id: string, set: { retry_until?: number } = {}) =>
    withDatabase(data, ({ db }) =>
      db
        .updateTable("webhook_deliveries")
        .set({ next_try: 0, ...set })
        .where("webhooks_id", "=", id)
        .where("next_try", "is not", null)
        .execute(),
    );
  const lastState = (id: string) => async () => (await deliveries(id))[0]?.state;

  it("sends a signed test that the standardwebhooks package verifies", async () => {
    const { secret, ...webhook } = await aWebhook();
    expect(secret).toMatch(/^whsec_/);
    expect(await listed()).toEqual([webhook]);
    await sendTest(webhook.id);
    await expect.poll(lastState(webhook.id)).toBe("delivered");
    expect(receiver.verified(secret)).toMatchObject({
      type: "webhook.test",
      data: { webhook: { id: webhook.id } },
    });
    const [delivery] = await deliveries(webhook.id);
    expect(delivery).toMatchObject({ status: 200, status_text: "OK", response: "thanks", attempts: 1 });
    expect(receiver.received[0]?.headers["webhook-id"]).toBe(`msg_${delivery?.id}`);
  });

  it("stores the secret sealed and leaves it out of all data", async () => {
    const { secret, id } = await aWebhook();
    const rows = await withDatabase(data, ({ db }) => db.selectFrom("webhooks").selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(secret.slice("whsec_".length));
    const mine = Buffer.from(await (await call("/auth/my-data", { headers: as(person) })).arrayBuffer());
    const file = JSON.parse(strFromU8(unzipSync(mine)["webhooks.json"] as Uint8Array));
    expect(file.webhooks).toEqual([expect.objectContaining({ id, url: receiver.url })]);
    expect(file.webhooks[0]).not.toHaveProperty("secret");
    const log = await withDatabase(data, ({ db }) => readActions(db, 20));
    expect(log).toContainEqual(expect.objectContaining({ action: "webhook.created", target_id: id }));
  });

  it("signs with the new secret only after it was replaced", async () => {
    const before = await aWebhook();
    const answer = await postJson(call, `/auth/webhooks/${before.id}/secret`, undefined, as(person));
    const { secret } = (await answer.json()).data;
    await sendTest(before.id);
    await expect.poll(lastState(before.id)).toBe("delivered");
    expect(() => receiver.verified(secret)).not.toThrow();
    expect(() => receiver.verified(before.secret)).toThrow("No matching signature");
  });

  it("announces exports and finished jobs to the person who made them", async () => {
    const template = await aNumberTemplate(call);
    const { secret, id } = await aWebhook({ events: ["document.exported", "job.finished"] });
    const stranger = await aWebhook({ url: `${receiver.url}/other` }, await aPerson(call));
    const body = { data: { number: "NW-4711" }, mode: "final" };
    expect((await postJson(call, `/render/${template}.pdf`, body, as(person))).status).toBe(200);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.verified(secret)).toMatchObject({
      type: "document.exported",
      data: {
        template: { id: template, url: expect.stringMatching(/^https:\/\/library\.example\//) },
        files: 1,
      },
    });
    expect(receiver.received[0]?.body).not.toContain("NW-4711");
    const job = await startJob(call, { template, rows: [{ number: "1" }, { count: "x" }] }, as(person));
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.verified(secret)).toMatchObject({
      type: "job.finished",
      data: {
        job: {
          id: job.id,
          rows: 2,
          made: 1,
          failed: 1,
          result: `https://library.example/render/jobs/${job.id}/result`,
        },
        template: { id: template },
      },
    });
    expect(await deliveries(id)).toHaveLength(2);
    expect((await call(`/auth/webhooks/${stranger.id}/deliveries`, { headers: as(person) })).status).toBe(
      403,
    );
  });

  it("announces messages and published templates to operators, and not to those who no longer are", async () => {
    const operator = await anOperator(call, data);
    const { secret, id } = await aWebhook({ events: ["template.published", "message.received"] }, operator);
    const message = {
      name: "Mira",
      email: "mira@ferrywatch.example",
      subject: "Ferry",
      message: "Is it late?",
    };
    expect((await postJson(call, "/items/contact_messages", message)).status).toBe(200);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.verified(secret)).toMatchObject({
      type: "message.received",
      data: { message: { url: "https://library.example/studio/messages" } },
    });
    expect(receiver.received[0]?.body).not.toContain("Mira");
    const [{ id: template } = { id: "" }] = await aShelf(call, { types: ["tickets"], count: 1 });
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(receiver.verified(secret)).toMatchObject({
      type: "template.published",
      data: { template: { id: template, version: 1 } },
    });
    const hide = (state: string) =>
      call(`/items/templates/${template}`, {
        method: "PATCH",
        headers: { ...asOperator, "content-type": "application/json" },
        body: JSON.stringify({ state }),
      });
    expect((await hide("hidden")).status).toBe(200);
    expect((await deliveries(id, operator)).length).toBe(2);
    await withDatabase(data, ({ db }) =>
      db.updateTable("auth_user").set({ role: "person" }).where("id", "=", operator.id).execute(),
    );
    expect((await hide("published")).status).toBe(200);
    expect((await deliveries(id, operator)).length).toBe(2);
  });

  it("retries after 500 with the same id and delivers", async () => {
    receiver.answers.push(withStatus(500, "out of order"));
    const { secret, id } = await aWebhook({ events: ["message.received"] }, await anOperatorHere());
    await postMessage();
    await expect
      .poll(async () => (await deliveries(id))[0])
      .toMatchObject({
        state: "waiting",
        status: 500,
        problem: "status",
        response: "out of order",
        next_try: expect.any(String),
      });
    await hurry(id);
    await expect.poll(lastState(id)).toBe("delivered");
    const [first, second] = receiver.received;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(receiver.verified(secret)).toEqual(receiver.verified(secret, 0));
  });

  it("turns a webhook off after a day of failures, until its owner turns it on", async () => {
    receiver.answers.push(withStatus(500), withStatus(503));
    const { id } = await aWebhook({ events: ["message.received"] }, await anOperatorHere());
    await postMessage();
    await expect.poll(async () => (await deliveries(id))[0]?.attempts).toBe(1);
    await hurry(id, { retry_until: Date.now() - 1 });
    await expect.poll(lastState(id)).toBe("failed");
    expect(await listed()).toMatchObject([{ date_off: expect.any(String), off_reason: "failed" }]);
    await postMessage();
    expect(await deliveries(id)).toHaveLength(1);
    const log = await withDatabase(data, ({ db }) => readActions(db, 20));
    expect(log).toContainEqual(expect.objectContaining({ action: "webhook.turned-off", target_id: id }));

    expect((await change(id, { active: true })).status).toBe(200);
    const [{ id: failed } = { id: "" }] = await deliveries(id);
    expect(
      (await postJson(call, `/auth/webhooks/${id}/deliveries/${failed}/send`, undefined, as(person))).status,
    ).toBe(204);
    await expect.poll(lastState(id)).toBe("delivered");
    expect(await listed()).toMatchObject([{ date_off: null }]);
  });

  it("turns a webhook off at once when its receiver is gone", async () => {
    receiver.answers.push(withStatus(410));
    const { id } = await aWebhook();
    await sendTest(id);
    await expect.poll(async () => (await listed())[0]?.off_reason).toBe("gone");
  });

  it("doesn't follow redirects and reads only the beginning of an answer", async () => {
    const { id } = await aWebhook();
    receiver.answers.push(
      withStatus(302, "", { location: "http://169.254.169.254/latest/meta-data" }),
      withStatus(200, "a\u0000b".repeat(3_500_000)),
    );
    await sendTest(id);
    await expect.poll(lastState(id)).toBe("failed");
    expect((await deliveries(id))[0]).toMatchObject({ status: 302, problem: "redirect" });
    await sendTest(id);
    await expect.poll(lastState(id)).toBe("delivered");
    expect((await deliveries(id))[0]?.response?.length).toBeLessThanOrEqual(2_048);
  });

  it("refuses a name that resolves to this machine when it is delivered", async () => {
    const real = dns.lookup;
    const asked: string[] = [];
    const lookUp = (name: string, options: object, done: (error: null, found: object[]) => void) => {
      if (!name.endsWith(".rebind.example")) return Reflect.apply(real, dns, [name, options, done]);
      asked.push(name);
      done(null, [{ address: "127.0.0.1", family: 4 }]);
    };
    vi.spyOn(dns, "lookup").mockImplementation(lookUp as unknown as typeof dns.lookup);
    const { id } = await aWebhook({ url: `https://hooks.rebind.example:${receiver.port}/` });
    expect(asked).toEqual([]);
    await sendTest(id);
    await expect.poll(lastState(id)).toBe("failed");
    expect((await deliveries(id))[0]).toMatchObject({ problem: "refused", status: null });
    expect(asked).toEqual(["hooks.rebind.example"]);
    expect(receiver.connections()).toBe(0);
  });

  it.each([
    ["http://hooks.example.org/", "begins with https://"],
    ["ftp://hooks.example.org/", "begins with https://"],
    ["hooks.example.org", "begins with https://"],
    ["https://", "begins with https://"],
    ["https://name:word@hooks.example.org/", "user name or password"],
    ["https://169.254.169.254/latest/meta-data", "IP addresses aren’t allowed"],
    ["https://0xa9fea9fe/", "IP addresses aren’t allowed"],
    ["https://[::1]/", "IP addresses aren’t allowed"],
    ["https://localhost/", "name of a public server"],
    ["https://hooks.example.org:25/", "Use port 443"],
  ])("refuses the address %s", async (url, message) => {
    const answer = await postJson(call, "/auth/webhooks", { url, events: ["job.finished"] }, as(person));
    expect(await refusal(answer)).toMatchObject({
      status: 400,
      code: "FAILED_VALIDATION",
      message: expect.stringContaining(message),
    });
  });

  it("refuses unknown events, operators' events of people, keys and visitors", async () => {
    const create = (body: object, headers: Record<string, string> = as(person)) =>
      postJson(call, "/auth/webhooks", { url: receiver.url, events: ["job.finished"], ...body }, headers);
    expect(await refusal(await create({ events: ["document.read"] }))).toMatchObject({
      status: 400,
      message: expect.stringContaining("document.exported"),
    });
    expect((await create({ events: [] })).status).toBe(400);
    expect(await refusal(await create({ events: ["message.received"] }))).toMatchObject({
      status: 403,
      message: 'The event "message.received" is only for operators.',
    });
    const made = await postJson(
      call,
      "/auth/keys",
      { name: "Shop", scopes: ["render"], days: 30 },
      as(person),
    );
    const { key } = (await made.json()).data;
    expect((await create({}, { authorization: `Bearer ${key}` })).status).toBe(403);
    expect((await create({}, {})).status).toBe(403);
  });

  it("hides webhooks of others", async () => {
    const { id } = await aWebhook();
    const other = await aPerson(call);
    for (const [path, method] of [
      [`/auth/webhooks/${id}`, "PATCH"],
      [`/auth/webhooks/${id}`, "DELETE"],
      [`/auth/webhooks/${id}/secret`, "POST"],
      [`/auth/webhooks/${id}/test`, "POST"],
      [`/auth/webhooks/${id}/deliveries`, "GET"],
    ] as const) {
      const body = method === "PATCH" ? { body: "{}" } : {};
      const headers = { ...as(other), "content-type": "application/json" };
      expect((await call(path, { method, headers, ...body })).status, path).toBe(403);
    }
    expect((await call(`/auth/webhooks/${id}`, { method: "DELETE", headers: as(person) })).status).toBe(204);
    expect(await listed()).toEqual([]);
  });

  it("deletes webhooks and their deliveries with the account", async () => {
    const { id } = await aWebhook();
    await sendTest(id);
    await expect.poll(lastState(id)).toBe("delivered");
    await withDatabase(data, (database) => deletePerson(database, person.id, COMMAND_LINE));
    expect(await stored(id)).toEqual([]);
    const left = await withDatabase(data, ({ db }) =>
      db.selectFrom("webhooks").select("id").where("id", "=", id).execute(),
    );
    expect(left).toEqual([]);
  });

  it("stores the last fifty deliveries and at most twenty webhooks", async () => {
    const { id } = await aWebhook();
    for (let sent = 0; sent < 52; sent++) await sendTest(id);
    await expect.poll(() => receiver.received.length).toBe(52);
    await sendTest(id);
    await expect.poll(async () => (await stored(id)).length).toBeLessThanOrEqual(51);
    for (let made = 1; made < 20; made++) await aWebhook();
    const answer = await postJson(
      call,
      "/auth/webhooks",
      { url: receiver.url, events: ["job.finished"] },
      as(person),
    );
    expect(await refusal(answer)).toMatchObject({ status: 409, code: "QUOTA_EXCEEDED" });
  });

  const stored = (id: string) =>
    withDatabase(data, ({ db }) =>
      db.selectFrom("webhook_deliveries").select("id").where("webhooks_id", "=", id).execute(),
    );
  async function anOperatorHere(): Promise<Person> {
    person = await anOperator(call, data);
    return person;
  }
  async function postMessage(): Promise<void> {
    const message = {
      name: "Mira",
      email: "mira@ferrywatch.example",
      subject: "Ferry",
      message: "Is it late?",
    };
    expect((await postJson(call, "/items/contact_messages", message)).status).toBe(200);
  }
});

/** Without a server, which would send the deliveries too. */
test.each(databases)("mails the owner of a webhook that is turned off on $name", async ({ place }) => {
  const data = await place();
  const server = await startServerHere({ environment: { ...data.environment, RENDER_PROCESSES: "0" } });
  const call: Call = (path, init) => fetch(server.url + path, init);
  const person = await aPerson(call);
  await server.stop();
  const sealing = createSealing("the signing key of this test", WEBHOOK_SECRETS);
  await withDatabase(data, async (database) => {
    const { db } = database;
    const mails: { to: string; text: string }[] = [];
    const outbox = createOutbox({
      database,
      log: quietLog,
      sealing: createSealing("the signing key of this test"),
      send: async (mail) => void mails.push(mail),
      site: { publicUrl: "https://library.example", name: () => "Typecase" },
    });
    const wanted = { url: "https://hooks.example.org/", events: ["job.finished" as const] };
    const { id } = await createWebhook({ database, sealing }, person.id, wanted);
    await storeDeliveries(db, [id], "job.finished", {}, new Date(Date.now() - 25 * 60 * 60_000));
    const send = async () => ({ status: 500, problem: "status", response: "", durationMs: 1 }) as const;
    const deliveries = createDeliveries({ database, log: quietLog, sealing, outbox, send });
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]).toMatchObject({
      to: person.email,
      text: expect.stringContaining("We couldn’t deliver to https://hooks.example.org/ for 24 hours"),
    });
    await deliveries.close();
    await outbox.close();
  });
  await data.remove();
});
