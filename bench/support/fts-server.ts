import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";

/**
 * The simplest possible search: `node:http` and SQLite's own full-text index over the same rows, best match
 * first. Run as its own process: `fts-server.ts FILE`; returns the port over the message channel.
 */
const [, , file = ""] = process.argv;
const index = new DatabaseSync(":memory:");
index.exec(`
  attach '${file.replaceAll("'", "''")}' as library;
  create virtual table found using fts5(name, description, type, category, id unindexed, prefix='2 3 4');
  insert into found select template_name, description, type, category, id from library.templates;
`);
const search = index.prepare(
  "select id, name as template_name from found where found match ? order by rank limit ? offset ?",
);

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "/", "http://localhost");
  const words = (searchParams.get("search") ?? "").split(" ").filter(Boolean);
  const wanted = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(" ");
  const number = (name: string) => Number(searchParams.get(name) ?? 0);
  const body = JSON.stringify({ data: search.all(wanted, number("limit"), number("offset")) });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") process.send?.({ port: address.port });
});
