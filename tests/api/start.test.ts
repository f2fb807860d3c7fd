import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SERVER } from "../support/program.ts";
import { launchServer, startServer } from "../support/server.ts";

const ORDERLY_STOP_MS = 20_000; // what an orderly stop would still wait

async function failToStart(environment: Record<string, string>): Promise<string> {
  const { exit, errors, output, cleanUp } = launchServer({ environment });
  const { code } = await exit;
  cleanUp();
  expect(code).toBe(1);
  expect(output()).not.toContain("listening");
  expect(errors().trimEnd().split("\n"), errors()).toHaveLength(1);
  expect(errors()).not.toMatch(/\bat .*:\d+:\d+|Error:/);
  return errors();
}

describe("a start that fails explains why in one line and exits with 1", () => {
  let folder: string;
  let taken: Server;
  let port: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "typecase-start-"));
    taken = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    port = String((taken.address() as AddressInfo).port);
  });
  afterAll(() => {
    taken.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("when the port is in use", async () => {
    expect(await failToStart({ PORT: port })).toMatch(
      `Port ${port} is already in use. Stop the program that uses it, or set PORT`,
    );
  });

  it("when the host is not an address of this machine", { tags: ["long"] }, async () => {
    expect(await failToStart({ HOST: "203.0.113.7" })).toContain("Correct HOST or unset it");
  });

  it.each([
    ["PORT", "banana", /PORT is invalid: "banana" is not a whole number from 0 to 65535\. Correct it/],
    ["PORT", "70000", /PORT is invalid/],
    ["LOG_LEVEL", "loud", /LOG_LEVEL is invalid: "loud" is not one of silent, fatal/],
    ["PUBLIC_URL", "example.org", /PUBLIC_URL is invalid/],
    ["DATABASE_URL", "mysql://localhost/x", /DATABASE_URL is invalid: .*postgres:\/\//],
    ["OPERATOR_TOKEN", "short", /OPERATOR_TOKEN is invalid: it has fewer than 24 characters/],
    ["TRUSTED_PROXIES", "10.0.0.0/99", /TRUSTED_PROXIES is invalid/],
    ["CORS_ORIGINS", "*", /CORS_ORIGINS is invalid/],
  ])("when %s is %s", async (name, value, line) => {
    expect(await failToStart({ [name]: value })).toMatch(line);
  });

  it("without printing secrets", async () => {
    expect(await failToStart({ SECRET: "hunter2-hunter2" })).not.toContain("hunter2");
    expect(await failToStart({ DATABASE_URL: "mysql://u:hunter2@h/x" })).not.toContain("hunter2");
  });

  it("when the data folder is a file", { tags: ["long"] }, async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(await failToStart({ DATA_DIR: file })).toMatch(/data folder .*file .*DATA_DIR/);
    expect(await failToStart({ DATA_DIR: join(file, "below") })).toMatch(/data folder .*DATA_DIR/);
  });

  it("when the data folder can't be created or written", { tags: ["long"] }, async () => {
    const closed = mkdtempSync(join(folder, "closed-"));
    chmodSync(closed, 0o500);
    // Root ignores permissions, but can't create a folder in /proc.
    const dataDir = process.getuid?.() === 0 ? "/proc/typecase" : closed;
    expect(await failToStart({ DATA_DIR: dataDir })).toMatch(/data folder .*\(E[A-Z]+\).*DATA_DIR/);
  });

  it("when the database belongs to another program", { tags: ["long"] }, async () => {
    const data = mkdtempSync(join(folder, "data-"));
    writeFileSync(join(data, "typecase.sqlite"), "this is no database".repeat(100));
    expect(await failToStart({ DATA_DIR: data })).toContain("typecase.sqlite");
  });

  it("when the database was emptied: its signing key is still there", async () => {
    const emptied = mkdtempSync(join(folder, "emptied-"));
    writeFileSync(join(emptied, "typecase.sqlite"), "");
    writeFileSync(join(emptied, "signing-key"), `${"k".repeat(43)}\n`);
    expect(await failToStart({ DATA_DIR: emptied })).toMatch(/is empty \(0 bytes\).*typecase restore FILE/);
    expect(statSync(join(emptied, "typecase.sqlite")).size).toBe(0);
    rmSync(join(emptied, "signing-key"));
    const server = await startServer({ environment: { DATA_DIR: emptied } });
    await server.stop();
  });

  // No file of the process may grow beyond this size, as on a full disk.
  it.runIf(process.platform === "linux")("when the disk is full at the first start", () => {
    const { status, stdout, stderr } = spawnSync("prlimit", ["--fsize=40000", process.execPath, SERVER], {
      env: {
        PATH: process.env.PATH,
        PORT: "0",
        DATA_DIR: mkdtempSync(join(folder, "full-")),
        LIBRARY_DIR: join(folder, "no-library"),
        RENDER_PROCESSES: "0",
      },
      encoding: "utf8",
    });
    expect(stdout).not.toContain("listening");
    expect(stderr.trimEnd().split("\n"), stderr).toHaveLength(1);
    expect(stderr).toContain("is full or can't be written");
    expect(status).toBe(1);
  });

  it("when the database does not answer", async () => {
    const line = await failToStart({
      DATABASE_URL: `postgres://typecase:hunter2@127.0.0.1:${port}/typecase`,
    });
    expect(line).toContain("DATABASE_URL");
    expect(line).not.toContain("hunter2");
  });
});

/** Both have one handler. */
const SIGNALS = [
  ["SIGTERM", []],
  ["SIGINT", ["long"]],
] as const;

describe("a server that is asked to stop", () => {
  /** Sends requests over keep-alive connections until refused; counts answered and lost ones. */
  function ask(url: string, connections: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const seen = { answered: 0, lost: [] as string[] };
    let going = true;
    const one = () =>
      new Promise<void>((resolve) => {
        const request = get(`${url}/`, { agent }, (answer) => {
          answer.on("error", (error) => seen.lost.push(error.message));
          answer.on("close", resolve).resume();
          answer.on("end", () => seen.answered++);
        });
        request.on("error", (error: NodeJS.ErrnoException) => {
          // A refused connection was never accepted; anything else would be a lost request.
          if (error.code === "ECONNREFUSED") going = false;
          else
            seen.lost.push(
              `${error.code} on a connection with ${request.socket?.bytesRead} bytes read, ${request.socket?.bytesWritten} written`,
            );
          resolve();
        });
      });
    const loops = Array.from({ length: connections }, async () => {
      while (going) await one();
    });
    return { seen, done: Promise.all(loops).then(() => agent.destroy()) };
  }

  for (const [signal, tags] of SIGNALS)
    it(`by ${signal} under load answers all accepted requests`, { tags: [...tags] }, async () => {
      const server = await startServer();
      const { seen, done } = ask(server.url, 20);
      await expect.poll(() => seen.answered).toBeGreaterThan(100);
      const exit = await server.stop(signal);
      await done;
      expect(exit).toEqual({ code: 0, signal: null });
      expect(seen.lost).toEqual([]);
      expect(server.log().at(-1)).toMatchObject({ msg: "stopped" });
    });

  it("by a second signal exits at once", async () => {
    const server = await startServer();
    // A request that never ends delays an orderly stop; "continue" confirms that it arrived.
    const { hostname, port } = new URL(server.url);
    const hanging = connect(Number(port), hostname, () =>
      hanging.write(
        "POST /items/templates HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n\r\n",
      ),
    );
    hanging.on("error", () => undefined);
    const gone = new Promise((resolve) => hanging.once("close", resolve));
    await new Promise((resolve) => hanging.once("data", resolve));
    server.process.kill("SIGTERM");
    await expect.poll(server.output).toContain('"stopping"');
    await new Promise((resolve) => setTimeout(resolve, 700));
    const asked = Date.now();
    expect((await server.stop("SIGTERM")).code).toBe(1);
    expect(Date.now() - asked).toBeLessThan(ORDERLY_STOP_MS);
    await gone;
  });
});

describe("in development", () => {
  it("renders pages from the sources", { tags: ["long"] }, async () => {
    const server = await startServer({ fromSource: true, environment: { NODE_ENV: "development" } });
    const answer = await server.fetch("/login");
    const page = await answer.text();
    await server.stop();
    expect(answer.status, server.output()).toBe(200);
    expect(page).toContain('from "/app/root.tsx"');
  });
});
