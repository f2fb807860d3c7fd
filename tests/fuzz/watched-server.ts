import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FromWatch } from "../../bench/support/event-loop-watch.ts";
import { createClient } from "../support/client.ts";
import { SERVER } from "../support/program.ts";
import { COMPILE_CACHE, surroundings } from "../support/server.ts";

export type Memory = { live: number; rss: number };
export type WatchedServer = {
  url: string;
  /** How the process ended, if it did. */
  ended(): string | undefined;
  /** After a garbage collection. */
  memory(): Promise<Memory>;
  onStall(tell: (milliseconds: number) => void): void;
  fetch: ReturnType<typeof createClient>["fetch"];
  output(): string;
  stop(): Promise<void>;
};

const WATCH = fileURLToPath(new URL("../../bench/support/event-loop-watch.ts", import.meta.url));

/** The server as `npm start` runs it, with a watch that notices when it doesn't answer. */
export async function startWatchedServer(given: Record<string, string>): Promise<WatchedServer> {
  const { environment, cleanUp } = surroundings({ environment: given });
  const child = spawn(process.execPath, ["--expose-gc", "--import", WATCH, SERVER], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let output = "";
  let ended: string | undefined;
  child.stdout?.on("data", (chunk: Buffer) => {
    output = (output + chunk).slice(-200_000);
  });
  const gone = new Promise<void>((resolve) =>
    child.once("close", (code, signal) => {
      ended = `code ${code}, signal ${signal}`;
      resolve();
    }),
  );
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const found = /"port":(\d+)/.exec(output);
      if (found) resolve(Number(found[1]));
    });
    void gone.then(() => reject(new Error(`the server ended with ${ended}: ${output}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    ended: () => ended,
    memory: () => askMemory(child, gone),
    onStall: (tell) =>
      child.on("message", (message: FromWatch) => {
        if ("stalledMs" in message) tell(message.stalledMs);
      }),
    fetch: createClient(url).fetch,
    output: () => output,
    async stop() {
      child.kill("SIGKILL");
      await gone;
      cleanUp();
    },
  };
}

function askMemory(child: ChildProcess, gone: Promise<void>): Promise<Memory> {
  return new Promise((resolve, reject) => {
    const hear = (message: FromWatch) => {
      if (!("report" in message)) return;
      child.off("message", hear);
      const { heapUsed, external, rss } = message.report.memory;
      resolve({ live: heapUsed + external, rss });
    };
    child.on("message", hear);
    child.send("loop report");
    void gone.then(() => reject(new Error("the server is gone")));
  });
}
