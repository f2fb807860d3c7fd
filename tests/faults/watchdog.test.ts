import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { parseLog } from "../support/server.ts";

test("ends a process with a stuck event loop but not a busy one", async () => {
  const child = spawn(process.execPath, ["tests/support/stuck-process.ts", "1500"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { output: "", errors: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    said.output += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.errors += chunk;
  });
  const [code, signal] = await once(child, "close");
  expect(said.output, said.errors).toBe("was busy\n");
  expect([code, signal]).toEqual([null, "SIGKILL"]);
  expect(parseLog(said.errors)).toMatchObject([{ level: "fatal", stuckMs: 1_500 }]);
});
