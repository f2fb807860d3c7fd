import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { strFromU8, unzipSync } from "fflate";
import { Hono } from "hono";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { myDataRoutes } from "../../server/accounts/my-data.ts";
import { newId } from "../../server/database/ids.ts";
import type { RequestEnv } from "../../server/request/request.ts";
import { describeOnDatabases, type OpenedDatabase, quietLog } from "../support/databases.ts";

const DOCUMENTS = 30;
/** What can be in flight between database and reader: one chunk per stream. */
const MAX_AHEAD = 6;

describeOnDatabases("all my data, on $name", ({ open }) => {
  let opened: OpenedDatabase;
  let read = 0;
  let failAt = Number.POSITIVE_INFINITY;
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const documents = result.rows.filter((row) => "data" in row).length;
      read += documents;
      if (documents > 0 && read >= failAt) throw new Error("the disk is broken");
      return result;
    },
  };
  const app = new Hono<RequestEnv>();
  const userId = newId();

  beforeAll(async () => {
    opened = await open();
    const { database } = opened;
    const now = new Date().toISOString();
    const moment = database.dialect === "postgres" ? new Date() : now;
    await database.db
      .insertInto("auth_user")
      .values({
        id: userId,
        name: "Ada",
        email: "ada@example.org",
        emailVerified: database.dialect === "postgres" ? true : 1,
        image: null,
        role: "person",
        disabledAt: null,
        createdAt: moment,
        updatedAt: moment,
      })
      .execute();
    for (let made = 0; made < DOCUMENTS; made++)
      await database.db
        .insertInto("documents")
        .values({
          id: newId(),
          user_id: userId,
          templates_id: null,
          title: `Document ${made}`,
          data: JSON.stringify({ picture: randomBytes(96 * 1024).toString("base64") }),
          theme: "{}",
          kept: "{}",
          invoice: "{}",
          bytes: 128 * 1024,
          rev: 1,
          date_created: now,
          date_updated: now,
        })
        .execute();
    const watched = { ...database, db: database.db.withPlugin(watch) };
    const whoIs = async () => ({ role: "person", userId, email: "ada@example.org", sessionId: "s" }) as const;
    app.use(async (c, next) => {
      c.set("log", quietLog);
      await next();
    });
    app.route("/", myDataRoutes({ database: watched, whoIs }));
  });
  afterAll(() => opened.close());

  async function start() {
    read = 0;
    const answer = await app.request("/auth/my-data", {}, {});
    expect(answer.status).toBe(200);
    return answer.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  }

  it("is read from the database at the speed of the download", async () => {
    const reader = await start();
    const pieces: Uint8Array[] = [];
    let sent = 0;
    let furthest = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      furthest = Math.max(furthest, read - sent / (96 * 1024));
      sent += piece.value.length;
      pieces.push(piece.value);
    }
    expect(read).toBe(DOCUMENTS);
    expect(furthest).toBeLessThan(MAX_AHEAD);
    const files = unzipSync(Buffer.concat(pieces));
    expect(JSON.parse(strFromU8(files["documents.json"] as Uint8Array))).toHaveLength(DOCUMENTS);
  });

  it("stops reading when the client disconnects", async () => {
    const reader = await start();
    while (read === 0) await reader.read();
    await reader.cancel();
    const other = await app.request("/auth/my-data", {}, {});
    await other.arrayBuffer();
    expect(read).toBeLessThan(DOCUMENTS + MAX_AHEAD);
  });

  it("is aborted visibly when the database fails", async () => {
    failAt = 10;
    read = 0;
    const server = createServer(getRequestListener(app.fetch)).listen(0);
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/auth/my-data`);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(read).toBe(10);
    failAt = Number.POSITIVE_INFINITY;
    server.close();
  });
});
