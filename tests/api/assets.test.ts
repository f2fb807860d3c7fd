import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeTransform } from "../../server/files/stored-transforms.ts";
import { STORED_TRANSFORMS } from "../../server/limits/limits.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aNoisyPicture } from "../support/noise.ts";
import { aPerson, type Person, signIn } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const AT_ONCE = 40;
const SIDE = 600;

describeOnDatabases("pictures at other sizes on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let person: Person;
  let file: string;

  const start = () => startServerHere({ environment: { ...place.environment, LOG_LEVEL: "debug" } });

  beforeAll(async () => {
    place = await database.place();
    server = await start();
    person = await aPerson(server.visitor().fetch);
    file = await upload(await aNoisyPicture(SIDE));
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  async function upload(bytes: Uint8Array): Promise<string> {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(bytes)], "picture.jpg"));
    const headers = { cookie: person.cookie };
    const answer = await server.fetch("/files", { method: "POST", headers, body: form });
    expect(answer.status).toBe(200);
    return (await answer.json()).data.id;
  }

  const show = (query: string, { id = file, signal }: { id?: string; signal?: AbortSignal } = {}) =>
    server.visitor().fetch(`/assets/${id}${query}`, {
      headers: { cookie: person.cookie },
      ...(signal ? { signal } : {}),
    });

  async function sidesOf(query: string): Promise<string> {
    const answer = await show(query);
    expect(answer.status).toBe(200);
    const { format, width, height } = await sharp(await answer.bytes()).metadata();
    return `${format} ${width} x ${height}`;
  }

  /** The kinds of transforms that were started, from the log. */
  const startedPictures = () => server.log().filter(({ msg }) => msg === "picture begun");

  const keptOf = (id: string) =>
    withDatabase(place, ({ db }) =>
      db.selectFrom("file_transforms").select(["name", "is_preset"]).where("file_id", "=", id).execute(),
    );

  test("serves ranges and downloads under the picture's name", async () => {
    const whole = await show("?width=96");
    const bytes = Buffer.from(await whole.bytes());
    const etag = whole.headers.get("etag") ?? "";
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    expect(whole.headers.has("content-disposition")).toBe(false);
    const ask = (headers: Record<string, string>, query = "?width=96") =>
      server.visitor().fetch(`/assets/${file}${query}`, { headers: { cookie: person.cookie, ...headers } });
    const part = await ask({ range: "bytes=10-19", "if-range": etag });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(Buffer.from(await part.bytes())).toEqual(bytes.subarray(10, 20));
    expect((await ask({ range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect((await ask({ "if-none-match": `W/"x", W/${etag}` })).status).toBe(304);
    expect((await ask({ "if-none-match": etag }, "?width=192")).status).toBe(200);
    for (const [query, name] of [
      ["?download", "picture.webp"],
      ["?download=true&format=png", "picture.png"],
    ] as const) {
      const saved = await show(query);
      expect(saved.headers.get("content-disposition")).toBe(
        `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      );
    }
  });

  test("rejects unknown presets and lists of transforms", async () => {
    for (const [query, message] of [
      ["?key=small", /"key" has to be one of system-small-cover, /],
      ["?key=", /"key" has to be one of system-small-cover, /],
      ['?transforms=[["blur",10]]', /"transforms" is not supported: ask for "width"/],
    ] as const) {
      const answer = await show(query);
      expect(answer.status).toBe(400);
      expect((await answer.json()).errors[0]).toMatchObject({
        message: expect.stringMatching(message),
        extensions: { code: "INVALID_QUERY" },
      });
    }
  });

  // The pictures are made outside of the database, which is the same work with either.
  test.runIf(database.name === "SQLite")(
    "answers other requests while forty AVIF pictures are made",
    async () => {
      const gone = new AbortController();
      let answered = 0;
      const asked = Array.from({ length: AT_ONCE }, (_, count) =>
        show(`?format=avif&quality=100&width=640&height=${500 + count}`, { signal: gone.signal })
          .then(() => {
            answered += 1;
          })
          .catch(() => "left"),
      );
      await expect.poll(() => startedPictures().some(({ lane }) => lane === "slow")).toBe(true);
      expect(await signIn(server.visitor().fetch, person)).not.toBe("");
      expect((await server.fetch("/health")).status).toBe(200);
      expect((await show("?width=96")).status).toBe(200);
      expect(answered).toBeLessThan(AT_ONCE / 2);
      gone.abort();
      await Promise.all(asked);
      // Jobs without a waiting client are skipped, so the next one isn't behind them.
      const before = startedPictures().length;
      expect((await show("?format=avif&width=48")).status).toBe(200);
      expect(startedPictures().length - before).toBeLessThan(5);
    },
  );

  test("makes a picture once for forty concurrent requests", async () => {
    const before = startedPictures().length;
    const asked = await Promise.all(Array.from({ length: AT_ONCE }, () => show("?width=240")));
    expect(asked.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect(startedPictures().length - before).toBe(1);
  });

  test("stores transforms across restarts", async () => {
    const first = await (await show("?width=360&format=jpeg")).bytes();
    await server.stop();
    server = await start();
    expect(await (await show("?width=350&format=jpeg&fit=cover")).bytes()).toEqual(first);
    expect(startedPictures()).toEqual([]);
  });

  test.runIf(database.name === "SQLite")("rounds sizes up to a few, never beyond the original", async () => {
    expect(await sidesOf("?width=50&height=25")).toBe("webp 96 x 48");
    expect(await sidesOf("?width=50&height=25&fit=inside&format=png")).toBe("png 48 x 48");
    expect(await sidesOf("?width=48&height=96&fit=contain")).toBe("webp 48 x 96");
    expect(await sidesOf("?width=1200&height=630&fit=contain&format=jpeg")).toBe("jpeg 1200 x 630"); // a card on a page
    expect(await sidesOf("?width=700")).toBe(`webp ${SIDE} x ${SIDE}`);
  });

  test("rejects other sizes, fits, formats and qualities and names the allowed ones", async () => {
    for (const [query, allowed] of [
      ["?width=9000", "a whole number from 1 to 2400; pictures are made at 48, 96, 192"],
      ["?format=svg", "one of webp, jpeg, png, avif"],
      ["?width=48&height=48&fit=stretch", "one of cover, contain, inside, outside"],
      ["?quality=101", "a whole number from 1 to 100"],
    ] as const) {
      const answer = await show(query);
      const [error] = (await answer.json()).errors;
      expect([answer.status, error.extensions.code]).toEqual([400, "INVALID_QUERY"]);
      expect(error.message).toContain(allowed);
    }
  });

  test("stores a few extra transforms per file and deletes them with it", async () => {
    const id = await upload(await aNoisyPicture(60));
    expect((await show("?width=48", { id })).status).toBe(200);
    for (let height = 1; height <= STORED_TRANSFORMS.mostOthers + 2; height++)
      expect((await show(`?width=48&height=${height}`, { id })).status).toBe(200);
    const kept = await keptOf(id);
    expect(kept.filter(({ is_preset }) => is_preset === 1)).toHaveLength(1);
    expect(kept.filter(({ is_preset }) => is_preset === 0)).toHaveLength(STORED_TRANSFORMS.mostOthers);
    const headers = { cookie: person.cookie };
    expect((await server.fetch(`/files/${id}`, { method: "DELETE", headers })).status).toBe(204);
    expect(await keptOf(id)).toEqual([]);
    expect((await show("?width=48", { id })).status).toBe(403);
  });

  test("limits the stored transforms of an upload to its own size or 256 KB", async () => {
    const id = await upload(await aNoisyPicture(60));
    const bytes = new Uint8Array(100 * 1024);
    const widths = [48, 96, 192, 240, 360];
    await withDatabase(place, async ({ db }) => {
      for (const [minute, width] of widths.entries())
        await storeTransform(
          db,
          id,
          { format: "webp", size: { width, fit: "inside" } },
          bytes,
          new Date(Date.UTC(2026, 0, 1, 0, minute)),
        );
    });
    // The newest of those that pages use.
    const kept = (await keptOf(id)).map(({ name }) => name.split("x")[0]);
    expect(kept.toSorted()).toEqual(["240", "360"]);
    expect(kept.length * bytes.length).toBeLessThanOrEqual(STORED_TRANSFORMS.leastOfUpload);
  });
});
