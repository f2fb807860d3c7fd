import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { describe, expect, test } from "vitest";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { describeOnDatabases, quietLog } from "../support/databases.ts";
import { aPerson, type Person } from "../support/people.ts";
import { renderProcessesOf } from "../support/render-processes.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

const WRITERS = 8;

describeOnDatabases("SIGTERM under load on $name", (database) => {
  test("keeps all acknowledged writes", async () => {
    const place = await database.place();
    const server = await startServer({ environment: { ...place.environment, OPERATOR_TOKEN } });
    const [template] = await aShelf(server.visitor().fetch, { count: 3 });
    const person = await aPerson(server.visitor().fetch);
    const agent = new Agent({ keepAlive: true, maxSockets: WRITERS });
    const acknowledged: string[] = [];
    const lost: string[] = [];
    let number = 0;
    const writers = Array.from({ length: WRITERS }, async () => {
      for (;;) {
        const title = `write ${++number}`;
        const outcome = await write(server, agent, person, title, template?.id as string);
        if (outcome === "refused") return; // never accepted: the next server will handle it
        if (outcome === 200) acknowledged.push(title);
        else if (outcome !== "not accepted") lost.push(`${title}: ${outcome}`);
      }
    });
    await expect.poll(() => acknowledged.length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(50);
    const exit = await server.stop("SIGTERM");
    await Promise.all(writers);
    agent.destroy();

    expect(lost).toEqual([]);
    expect(exit).toEqual({ code: 0, signal: null });
    const opened = await openDatabase(readSettings({ NODE_ENV: "test", ...place.environment }), quietLog);
    const rows = await opened.db.selectFrom("history").select("title").execute();
    await opened.close();
    expect(rows.map((row) => row.title).sort()).toEqual(acknowledged.sort());
    await place.remove();
  });
});

describe("a signal to every process of the service", () => {
  test("SIGTERM to the whole group: accepted renders succeed and no process is left", {
    tags: ["long"],
  }, async () => {
    const server = await startServer({
      environment: { OPERATOR_TOKEN, RENDER_PROCESSES: "1" },
      ownGroup: true,
    });
    const group = server.process.pid as number;
    const [template] = await aShelf(server.visitor().fetch, { count: 1 });
    const renderers = await renderProcessesOf(server);
    expect(renderers).toHaveLength(1);

    const render = () => server.fetch(`/render/${template?.id}.pdf`, { method: "POST", json: { data: {} } });
    const asked = Array.from({ length: 20 }, () => render().then(({ status }) => status));
    await Promise.race(asked);
    const exit = new Promise((resolve) =>
      server.process.once("exit", (code, signal) => resolve({ code, signal })),
    );
    process.kill(-group, "SIGTERM"); // as a terminal sends it
    for (const pid of renderers) process.kill(pid, "SIGTERM"); // as a supervisor sends it: to every process
    expect(await Promise.all(asked)).toEqual(Array(20).fill(200));
    // Not sent again: a second signal ends the server at once.
    expect(await exit).toEqual({ code: 0, signal: null });
    await server.stop();
    await expect.poll(() => renderers.filter(isAlive)).toEqual([]);
  });

  test("a render process ends with its server, even if killed", async () => {
    const script = `
      import { spawnChild } from "./server/rendering/sandbox.ts";
      console.log(spawnChild([]).pid);`;
    const server = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = (await once(server.stdout, "data")) as [Buffer];
    const pid = Number(said);
    expect(isAlive(pid)).toBe(true);
    server.kill("SIGKILL");
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The status, "refused" when nothing listens, "not accepted", or the error. */
function write(
  server: TestServer,
  agent: Agent,
  { cookie }: Person,
  title: string,
  templates_id: string,
): Promise<number | string> {
  const body = JSON.stringify({ title, template_id: [{ templates_id }] });
  const headers = { cookie, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const outgoing = request(`${server.url}/items/history?fields=id`, { method: "POST", agent, headers });
    outgoing.on("response", (answer) => {
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", (error) => resolve(`cut off: ${error.message}`));
      answer.resume();
    });
    outgoing.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      if (code === "ECONNREFUSED") return resolve("refused");
      // A keep-alive connection closed while idle, with this request on its way. The client will send it
      // again, so none of these may be in the database.
      const closedBefore = outgoing.reusedSocket && code === "ECONNRESET";
      resolve(closedBefore ? "not accepted" : `${code ?? message}`);
    });
    outgoing.end(body);
  });
}
