import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreatedWebhook, ListedDelivery } from "../../contract/people/webhooks.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { createAuthority } from "../support/test-certificates.ts";
import { aReceiver } from "../support/webhook-receiver.ts";

/** A server process of its own: Node reads further authorities when it starts. */
describe("webhooks over HTTPS", () => {
  const authority = createAuthority();
  const stranger = createAuthority();
  let server: ServerProcess;
  let person: Person;
  const call: Call = (path, init) => fetch(server.url + path, init);

  beforeAll(async () => {
    const environment = { WEBHOOK_HOSTS: "127.0.0.1", NODE_EXTRA_CA_CERTS: authority.file };
    server = await startServer({ environment });
    person = await aPerson(call);
  });
  afterAll(async () => {
    await server?.stop();
    authority.remove();
    stranger.remove();
  });

  async function deliverTo(certificate: ReturnType<typeof authority.sign>) {
    const receiver = await aReceiver(certificate);
    const headers = { cookie: person.cookie };
    const wanted = { url: receiver.url, events: ["document.exported"] };
    const { data }: { data: CreatedWebhook } = await (
      await postJson(call, "/auth/webhooks", wanted, headers)
    ).json();
    expect((await postJson(call, `/auth/webhooks/${data.id}/test`, undefined, headers)).status).toBe(204);
    const last = async (): Promise<ListedDelivery | undefined> =>
      (await (await call(`/auth/webhooks/${data.id}/deliveries`, { headers })).json()).data[0];
    await expect.poll(async () => (await last())?.attempts).toBe(1);
    await expect.poll(async () => (await last())?.date_sent).not.toBeNull();
    await receiver.close();
    return { delivery: await last(), receiver, secret: data.secret };
  }

  it("are delivered to a receiver whose authority the server trusts, and verified there", async () => {
    const { delivery, receiver, secret } = await deliverTo(authority.sign("IP:127.0.0.1"));
    expect(delivery).toMatchObject({ state: "delivered", status: 200, problem: null });
    expect(receiver.verified(secret)).toMatchObject({ type: "webhook.test" });
  });

  it.each([
    ["of an unknown authority", () => stranger.sign("IP:127.0.0.1")],
    ["for another name", () => authority.sign("DNS:hooks.example.org")],
  ])("fail with the certificate as the reason when it is %s", async (_which, certificate) => {
    const { delivery, receiver } = await deliverTo(certificate());
    expect(delivery).toMatchObject({ status: null, problem: "tls", response: null });
    expect(receiver.received).toEqual([]);
  });
});
