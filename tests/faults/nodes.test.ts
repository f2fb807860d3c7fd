import { expect, test } from "vitest";
import { databases } from "../support/databases.ts";
import { startServer } from "../support/server.ts";

const postgres = databases.find((each) => each.name === "PostgreSQL");
const NODES = 3;
const SECRET = "one-signing-key-for-all-of-these-nodes";

test("nodes started in the same moment on an empty PostgreSQL all come up, with one library", async () => {
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
    for (const node of nodes) {
      const problems = node.log().filter(({ level }) => ["warn", "error", "fatal"].includes(String(level)));
      expect(problems).toEqual([]);
    }
  } finally {
    for (const node of nodes) await node.stop();
    for (const place of places) await place.remove();
  }
});
