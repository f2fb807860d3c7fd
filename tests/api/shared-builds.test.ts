import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReleases, releaseRoutes } from "../../server/releases/releases.ts";
import { openSharedBuilds } from "../../server/releases/shared-builds.ts";
import { databases, type OpenedDatabase, quietLog } from "../support/databases.ts";

const postgres = databases.find(({ name }) => name === "PostgreSQL");

describe("build files on several nodes", () => {
  let folder: string;
  let opened: OpenedDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "typecase-builds-"));
    opened = await (postgres as NonNullable<typeof postgres>).open();
  });
  afterAll(async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A node with its own data folder that runs the `number`th build. */
  async function aNode(number: number, newest: () => string | undefined) {
    const assets = join(folder, `assets-${number}`);
    mkdirSync(assets, { recursive: true });
    for (const name of [`a-${number}.js`, `b-${number}.css`])
      writeFileSync(join(assets, name), `content of ${name}`);
    const releases = await openReleases(join(folder, `data-${number}`), quietLog, assets);
    const id = releases.current as string;
    const shared = await openSharedBuilds(
      opened.database,
      { id, folder: assets, max: 3 },
      new Date(Date.UTC(2026, 0, number)),
    );
    const app = releaseRoutes(releases, { ...shared, findNewest: async () => newest() });
    const ask = async (path: string) => {
      const answer = await app.request(path);
      return [answer.status, await answer.text()];
    };
    return { id, ask };
  }

  test("are served by every node for the last builds", async () => {
    let newest: string | undefined;
    const [one, two, three, four] = [
      await aNode(1, () => newest),
      await aNode(2, () => newest),
      await aNode(3, () => newest),
      await aNode(4, () => newest),
    ];
    newest = four.id;
    // Each node is asked for the files of the other one's pages.
    expect(await two.ask("/builds/assets/b-4.css")).toEqual([200, "content of b-4.css"]);
    expect(await four.ask("/builds/assets/a-2.js")).toEqual([200, "content of a-2.js"]);
    expect(await four.ask("/builds/assets/b-3.css")).toEqual([200, "content of b-3.css"]);
    expect((await four.ask(`/builds/meta/${three.id}.json`))[0]).toBe(200);
    expect(await two.ask("/builds/latest.json")).toEqual([200, JSON.stringify({ id: four.id })]);
    expect((await four.ask("/builds/assets/a-1.js"))[0], "older than the last three").toBe(404);
    expect(await one.ask("/builds/assets/a-1.js")).toEqual([200, "content of a-1.js"]);
    expect((await four.ask("/builds/assets/nothing.js"))[0]).toBe(404);
  });
});
