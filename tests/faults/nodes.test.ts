import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../server/database/migrate.ts";
import { databases } from "../support/databases.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const postgres = databases.find((each) => each.name === "PostgreSQL");
const NODES = 3;
const SECRET = "one-signing-key-for-all-of-these-nodes";

test("nodes started together on an empty PostgreSQL import the library once", {
  tags: ["long"],
}, async () => {
  if (!postgres) throw new Error("no PostgreSQL among the test databases");
  const places = await Promise.all(Array.from({ length: NODES }, () => postgres.emptyPlace()));
  const [first] = places;
  if (!first) throw new Error("no place");
  const { DATABASE_URL } = first.environment;
  const started = await Promise.allSettled(
    places.map(({ environment }) =>
      startServer({ environment: { ...environment, DATABASE_URL, SECRET, LIBRARY_DIR: "library" } }),
    ),
  );
  const nodes = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  try {
    expect(started.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []))).toEqual([]);
    const catalogues = await Promise.all(
      nodes.map(
        async (node) => await (await node.fetch("/items/templates?fields=id,url&limit=-1&sort=id")).json(),
      ),
    );
    const [catalogue] = catalogues as { data: { url: string }[] }[];
    expect(catalogue?.data.length).toBeGreaterThanOrEqual(48);
    for (const each of catalogues) expect(each).toEqual(catalogue);
    // Each node takes its turn; later ones find nothing to import. None waits long before it answers.
    const changesBy = (node: TestServer) =>
      Number(node.log().find(({ msg }) => msg === "library imported")?.changed);
    const others = Array(NODES - 1).fill(0);
    await expect
      .poll(() => nodes.map(changesBy).sort((a, b) => a - b))
      .toEqual([...others, expect.any(Number)]);
    const brought = Math.max(...nodes.map(changesBy));
    expect(brought).toBeGreaterThanOrEqual(catalogue?.data.length ?? 0);
    for (const node of nodes) {
      const problems = node.log().filter(({ level }) => ["warn", "error", "fatal"].includes(String(level)));
      expect(problems).toEqual([]);
    }
  } finally {
    for (const node of nodes) await node.stop();
    for (const place of places) await place.remove();
  }
});

test.each(databases)("an older version never reverts a newer library on $name", async (database) => {
  const place = await database.place();
  const folder = mkdtempSync(join(tmpdir(), "typecase-libraries-"));
  const step = MIGRATIONS.at(-1)?.number ?? 0;
  const start = (version: string, library: string) =>
    startServerHere({
      environment: { ...place.environment, SECRET, LIBRARY_DIR: join(folder, library) },
      program: { version, step },
    });
  const published = async (server: TestServer) =>
    (await (await server.fetch("/items/templates?fields=url&limit=-1")).json()).data.map(
      ({ url }: { url: string }) => url,
    );
  try {
    cpSync("tests/fixtures/databases/library", join(folder, "newer"), { recursive: true });
    cpSync("tests/fixtures/databases/library", join(folder, "older"), { recursive: true });
    cpSync(join(folder, "newer/notes/plain/slip"), join(folder, "newer/notes/plain/label"), {
      recursive: true,
    });

    const newer = await start("0.2.0", "newer");
    const all = await published(newer);
    expect(all.sort()).toEqual(["/notes/label", "/notes/slip"]);
    await newer.stop();
    const older = await start("0.1.9", "older");
    expect((await published(older)).sort()).toEqual(all);
    expect(older.output()).toContain("library not imported: a newer version manages it");
    await older.stop();
    // Equal to the newest version, its files are imported.
    const next = await start("0.2.0", "older");
    expect(await published(next)).toEqual(["/notes/slip"]);
    await next.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await place.remove();
  }
});
