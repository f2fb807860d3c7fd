import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import pino from "pino";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { readUpload } from "../../server/files/uploads.ts";
import { PICTURE_CHILD } from "../../server/limits/limits.ts";
import { createPictures, type MakeOptions, type Pictures } from "../../server/pictures/pictures.ts";
import type { ConvertJob } from "../../server/pictures/protocol.ts";
import { spawnPictureChild } from "../../server/pictures/sandbox.ts";
import { quietLog } from "../support/databases.ts";
import { aNoisyPicture } from "../support/noise.ts";
import { aPerson } from "../support/people.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

let noise: Buffer;
beforeAll(async () => {
  noise = await aNoisyPicture(800);
});

const aSlowJob = (): ConvertJob => ({ kind: "convert", bytes: noise, format: "avif" });
const aQuickJob = (): ConvertJob => ({
  kind: "convert",
  bytes: noise,
  format: "jpeg",
  size: { width: 48, fit: "inside" },
});

describe("the picture processes", () => {
  const opened: Pictures[] = [];
  function open(
    limits: Partial<typeof PICTURE_CHILD> = {},
    { spawn = spawnPictureChild, log = quietLog } = {},
  ): Pictures {
    const pictures = createPictures({ log, limits: { ...PICTURE_CHILD, ...limits }, spawn });
    opened.push(pictures);
    return pictures;
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pictures) => pictures.close()));
  });

  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => "made",
      ({ code }) => code as string,
    );

  test("kill and answer a job past its deadline", async () => {
    const pictures = open();
    const slow = pictures.make(aSlowJob(), { client: "a", deadlineMs: 1 });
    await expect(slow).rejects.toMatchObject({ code: "PICTURE_TIMED_OUT", status: 422 });
    expect(pictures.state().children).toBe(0);
    expect(await outcomeOf(pictures.make(aQuickJob(), { client: "a" }))).toBe("made");
    expect(pictures.state()).toMatchObject({ children: 1, started: 2 });
  });

  test("report a killed process as retryable", async () => {
    let child: ChildProcess | undefined;
    const pictures = open(
      {},
      {
        spawn: (maxBytes) => {
          child = spawnPictureChild(maxBytes);
          return child;
        },
      },
    );
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(noise)]), "noise.png");
    const sent = new Response(form);
    const type = sent.headers.get("content-type") ?? "";
    const body = new Uint8Array(await sent.arrayBuffer());
    const upload = () =>
      readUpload(body, type, pictures, { client: "a", signal: new AbortController().signal });
    /** Stopped, so that it is busy when the signal arrives. */
    const uploadUntil = async (signal: NodeJS.Signals) => {
      expect(await upload()).toHaveLength(1);
      child?.kill("SIGSTOP");
      const interrupted = upload().catch((error) => error);
      await expect.poll(() => pictures.state().busy).toHaveLength(1);
      child?.kill(signal);
      child?.kill("SIGCONT");
      return interrupted;
    };
    const killed = await uploadUntil("SIGKILL");
    expect(killed).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
    expect(killed.headers).toHaveProperty("retry-after");
    // A crashed decoder was crashed by its picture.
    expect(await uploadUntil("SIGABRT")).toMatchObject({ status: 400 });
    expect(await upload()).toHaveLength(1);
  });

  test("end a job that uses too much memory", async () => {
    const pictures = open({ maxBytes: 1 });
    const large = pictures.make(aSlowJob(), { client: "a" });
    await expect(large).rejects.toMatchObject({ code: "PICTURE_FAILED", reason: "memory" });
    await expect.poll(() => pictures.state().children).toBe(0);
  });

  test("limit slow jobs to one process and take turns", async () => {
    const rowSample: string[] = [];
    const write = (line: string) => rowSample.push(...(JSON.parse(line).lane ? [JSON.parse(line).lane] : []));
    const pictures = open({}, { log: pino({ level: "debug" }, { write }) });
    const order: string[] = [];
    const make = (name: string, job: ConvertJob, options: MakeOptions) =>
      pictures.make({ ...job, bytes: noise }, options).then(() => order.push(name));
    const small = { width: 96, fit: "inside" } as const;
    const all = [1, 2, 3, 4, 5].map((count) =>
      make(`a${count}`, { ...aSlowJob(), size: small }, { client: "a" }),
    );
    all.push(make("b1", { ...aSlowJob(), size: small }, { client: "b" }));
    all.push(make("background", aQuickJob(), { client: "thumbnails", inBackground: true }));
    for (let count = 0; count < 5; count++) all.push(make("quick", aQuickJob(), { client: "c" }));
    await expect.poll(() => pictures.state().busy.length).toBeGreaterThan(0);
    expect(pictures.state().busy.filter((lane) => lane === "slow").length).toBeLessThanOrEqual(1);
    await Promise.all(all);
    expect(order.indexOf("b1")).toBeLessThan(order.indexOf("a3"));
    // Which of two processes finishes first varies; which picture starts last does not.
    expect(rowSample.at(-1)).toBe("background");
    expect(pictures.state().started).toBeLessThanOrEqual(2);
  });

  test("limit jobs per client", async () => {
    const pictures = open();
    const asked = Array.from({ length: 42 }, () => outcomeOf(pictures.make(aSlowJob(), { client: "a" })));
    const refused = pictures.make(aSlowJob(), { client: "a" });
    await expect(refused).rejects.toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    const other = new AbortController();
    const others = outcomeOf(pictures.make(aSlowJob(), { client: "b", signal: other.signal }));
    expect(pictures.state().waiting).toBeGreaterThan(40);
    other.abort();
    expect(await others).toBe("PICTURE_CANCELLED");
    await pictures.close();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["SERVICE_UNAVAILABLE"]));
  });

  test("cancel jobs of disconnected clients", async () => {
    const pictures = open();
    const leaving = [1, 2, 3].map(() => new AbortController());
    const asked = leaving.map(({ signal }) => outcomeOf(pictures.make(aSlowJob(), { client: "a", signal })));
    await expect.poll(() => pictures.state().busy).toEqual(["slow"]);
    for (const each of leaving.reverse()) each.abort();
    expect(await Promise.all(asked)).toEqual(Array(3).fill("PICTURE_CANCELLED"));
    expect(pictures.state()).toMatchObject({ children: 0, waiting: 0, busy: [] });
  });

  test("end an idle process", async () => {
    const pictures = open({ idleMs: 1 });
    expect(await outcomeOf(pictures.make(aQuickJob(), { client: "a" }))).toBe("made");
    await expect.poll(() => pictures.state().children).toBe(0);
  });

  test("retry a failing start with a pause and answer waiting jobs", async () => {
    const pictures = open({}, { spawn: (maxBytes) => spawnPictureChild(maxBytes, "/nonexistent/child.ts") });
    await expect(pictures.make(aQuickJob(), { client: "a" })).rejects.toMatchObject({ status: 503 });
    expect(pictures.state().started).toBeLessThanOrEqual(4);
  });
});

test("a server stopped while making a picture answers and leaves no process", async () => {
  const server = await startServer({ environment: { LOG_LEVEL: "debug" } });
  expect(childrenOf(server)).toEqual([]);
  const { cookie } = await aPerson(server.visitor().fetch);
  const form = new FormData();
  form.set("file", new File([new Uint8Array(noise)], "noise.jpg"));
  const uploaded = await server.fetch("/files", { method: "POST", headers: { cookie }, body: form });
  const { id } = (await uploaded.json()).data;
  const children = childrenOf(server);
  expect(children).toHaveLength(1);
  const asked = server.visitor().fetch(`/assets/${id}?format=avif&quality=100`, { headers: { cookie } });
  await expect.poll(() => begunBy(server)).toContain("slow");
  for (const child of children) process.kill(child, "SIGTERM");
  const exit = server.stop("SIGTERM");
  const answer = await asked;
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/avif"]);
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(children.filter(isRunning)).toEqual([]);
});

test("a killed server leaves no picture process", async () => {
  const script = `
    import pino from "pino";
    import { createPictures } from "./server/pictures/pictures.ts";
    import { spawnPictureChild } from "./server/pictures/sandbox.ts";
    import { aNoisyPicture } from "./tests/support/noise.ts";
    const announce = (maxBytes) => {
      const child = spawnPictureChild(maxBytes);
      process.stdout.write(child.pid + " ");
      return child;
    };
    const bytes = await aNoisyPicture(800);
    createPictures({ log: pino({ level: "debug" }), spawn: announce }).make({ kind: "convert", bytes, format: "avif" }, { client: "a" });`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  parent.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  await expect.poll(() => said).toContain("picture begun");
  const child = Number.parseInt(said, 10);
  expect(isRunning(child)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => isRunning(child)).toBe(false);
});

function begunBy(server: ServerProcess): unknown[] {
  return server.log().flatMap(({ msg, lane }) => (msg === "picture begun" ? [lane] : []));
}

function childrenOf({ process: { pid } }: ServerProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}
