import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const GREEDY = "198.51.100.7";
const OTHER = "203.0.113.9";
const LARGE = "x".repeat(7_000_000);
const LIST = "/items/documents?fields=id,data";

describeOnDatabases("response memory on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let person: Person;
  let documents: string[];
  const sockets: Socket[] = [];
  const call: Call = (path, init) => fetch(server.url + path, init);

  beforeAll(async () => {
    data = await place();
    const environment = { ...data.environment, OPERATOR_TOKEN, TRUSTED_PROXIES: "127.0.0.1" };
    server = await startServerHere({ environment });
    const [template] = await aShelf(call, { count: 1 });
    person = await aPerson(call);
    documents = [];
    for (const title of ["one", "two", "three"]) {
      const body = { templates_id: template?.id, title, data: title === "three" ? {} : { notes: LARGE } };
      const answer = await postJson(call, "/items/documents?fields=id", body, { cookie: person.cookie });
      documents.push((await answer.json()).data.id);
    }
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await server?.stop();
    await data?.remove();
  });

  /** Reads only the first bytes. */
  function ask(address: string): Socket {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket
      .on("error", () => {})
      .on("data", () => socket.pause())
      .write(
        `GET ${LIST} HTTP/1.1\r\nhost: x\r\ncookie: ${person.cookie}\r\nx-forwarded-for: ${address}\r\n\r\n`,
      );
    return socket;
  }

  const startedReads = () => sockets.filter((socket) => socket.bytesRead > 0);

  test("limits unread responses per client", async () => {
    for (let count = 0; count < 8; count++) ask(GREEDY);
    await expect.poll(() => startedReads().length, { timeout: 20_000 }).toBeGreaterThan(0);
    const get = (path: string, address: string) =>
      call(path, { headers: { cookie: person.cookie, "x-forwarded-for": address } });
    const list = (await (await get(LIST, OTHER)).json()).data as { data: { notes?: string } }[];
    expect(list.filter((each) => each.data.notes?.length === LARGE.length)).toHaveLength(2);
    expect((await get("/items/documents?fields=id,title", GREEDY)).status).toBe(200);
    const made = startedReads();
    expect(made.length).toBeLessThan(8);
    for (const socket of made) socket.destroy();
    await expect.poll(() => startedReads().length, { timeout: 20_000 }).toBeGreaterThan(made.length);
  });

  test("rejects a change whose response would exceed 16 MB", async () => {
    const [one, two, three] = documents;
    const grown = await call(`/items/documents/${three}?fields=id`, {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: person.cookie },
      body: JSON.stringify({ data: { notes: LARGE } }),
    });
    expect(grown.status).toBe(200);
    const change = (fields: string) =>
      call(`/items/documents?fields=${fields}`, {
        method: "PATCH",
        headers: { "content-type": "application/json", cookie: person.cookie },
        body: JSON.stringify({ keys: [one, two, three], data: { title: "changed" } }),
      });
    const refused = await change("id,data");
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("larger than 16 MB"),
    ]);
    const titles = async () =>
      (
        (await (await call("/items/documents?fields=title", { headers: { cookie: person.cookie } })).json())
          .data as { title: string }[]
      ).map(({ title }) => title);
    expect((await titles()).sort()).toEqual(["one", "three", "two"]);
    expect((await change("id,title")).status).toBe(200);
    expect(await titles()).toEqual(["changed", "changed", "changed"]);
  });
});
