import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListedDelivery } from "../../contract/people/webhooks.ts";
import { databases, type Place } from "../support/databases.ts";
import { aPerson, type Call, postJson } from "../support/people.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { aReceiver, type Receiver } from "../support/webhook-receiver.ts";

const PostgreSQL = databases.find(({ name }) => name === "PostgreSQL");

describe("a delivery under way on a node that is killed", () => {
  let place: Place;
  let nodes: [ServerProcess, ServerProcess];
  let receiver: Receiver;

  beforeAll(async () => {
    place = (await PostgreSQL?.place()) as Place;
    receiver = await aReceiver();
    const environment = {
      ...place.environment,
      RENDER_PROCESSES: "0",
      SECRET: "one-signing-key-for-both-of-these-nodes",
      WEBHOOK_HOSTS: "127.0.0.1",
    };
    nodes = [await startServer({ environment }), await startServer({ environment })];
  });
  afterAll(async () => {
    for (const node of nodes ?? []) await node.stop();
    await receiver?.close();
    await place?.remove();
  });

  test("is delivered by the other node, with the same id", { tags: ["long"] }, async () => {
    const [first, second] = nodes;
    const call: Call = (path, init) => fetch(first.url + path, init);
    const { cookie } = await aPerson(call);
    const wanted = { url: receiver.url, events: ["job.finished"] };
    const made = await postJson(call, "/auth/webhooks", wanted, { cookie });
    const { id, secret } = (await made.json()).data;
    // Never answered, and only the first node can have sent it.
    receiver.answers.push(() => {});
    second.process.kill("SIGSTOP");
    await postJson(call, `/auth/webhooks/${id}/test`, undefined, { cookie });
    await expect.poll(() => receiver.received.length).toBe(1);
    await first.stop("SIGKILL");
    second.process.kill("SIGCONT");
    await expect.poll(() => receiver.received.length).toBe(2);
    const deliveries = async (): Promise<ListedDelivery[]> => {
      const answer = await fetch(`${second.url}/auth/webhooks/${id}/deliveries`, { headers: { cookie } });
      return (await answer.json()).data;
    };
    await expect.poll(async () => (await deliveries())[0]?.state).toBe("delivered");
    const sent = (await deliveries()).map((delivery) => `msg_${delivery.id}`);
    expect(sent).toHaveLength(1);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([...sent, ...sent]);
    expect(receiver.verified(secret)).toMatchObject({ type: "webhook.test" });
  });
});
