import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReleases, releaseRoutes } from "./releases.ts";

let folder: string;
const log = pino({ level: "silent" });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "typecase-releases-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function release(...names: string[]) {
  const assets = join(folder, "assets");
  await rm(assets, { recursive: true, force: true });
  await mkdir(assets);
  for (const name of names) await writeFile(join(assets, name), `content of ${name}`);
  return openReleases(join(folder, "data"), log, assets);
}

describe("releases", () => {
  it("names a build by its content", async () => {
    const first = await release("a-1.js");
    expect((await release("a-1.js")).current).toBe(first.current);
    expect((await release("a-2.js")).current).not.toBe(first.current);
  });

  it("serves files of earlier builds with their dates", async () => {
    const first = await release("a-1.js");
    const second = await release("a-2.js");
    const app = releaseRoutes(second);
    const old = await app.request("/builds/assets/a-1.js");
    expect([old.status, await old.text()]).toEqual([200, "content of a-1.js"]);
    expect(old.headers.get("content-type")).toContain("javascript");
    expect(await (await app.request("/builds/latest.json")).json()).toEqual({ id: second.current });
    const meta = await app.request(`/builds/meta/${first.current}.json`);
    expect(await meta.json()).toMatchObject({ id: first.current });
    expect((await app.request("/builds/meta/0123456789abcdef.json")).status).toBe(404);
    expect((await app.request("/builds/assets/..%2f..%2fmeta.json")).status).toBe(404);
  });

  it("keeps five builds", async () => {
    for (let i = 1; i <= 7; i++) await release(`a-${i}.js`);
    expect((await readdir(join(folder, "data", "builds"))).length).toBe(5);
    const last = await release("a-8.js");
    expect(await last.readAsset("a-1.js")).toBeUndefined();
    expect(await last.readAsset("a-7.js")).toBeDefined();
  });

  it("runs without a build, as in development", async () => {
    const none = await openReleases(join(folder, "data"), log, join(folder, "nothing"));
    expect(none.current).toBeUndefined();
    expect((await releaseRoutes(none).request("/builds/latest.json")).status).toBe(404);
  });
});
