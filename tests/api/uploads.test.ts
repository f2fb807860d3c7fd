import fs, { readFileSync } from "node:fs";
import { request } from "node:http";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aPerson, type Person } from "../support/people.ts";
import { sendRaw } from "../support/raw-request.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const MARKER = "<script>alert('carried along')</script>";
const MEGABYTE = 1024 * 1024;

describeOnDatabases("uploads on $name", (database) => {
  let place: Place;
  let server: ServerProcess;
  let person: Person;

  beforeAll(async () => {
    place = await database.place();
    server = await startServer({ environment: place.environment });
    person = await aPerson(server.visitor().fetch);
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  function upload(bytes: Uint8Array | string, name = "picture.png", type = "image/png"): Promise<Response> {
    const form = new FormData();
    form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], name, { type }));
    return fetch(`${server.url}/files`, { method: "POST", headers: { cookie: person.cookie }, body: form });
  }

  const show = (id: string, query = "") =>
    fetch(`${server.url}/assets/${id}${query}`, { headers: { cookie: person.cookie } });

  async function keep(bytes: Uint8Array, name?: string): Promise<Buffer> {
    const answer = await upload(bytes, name);
    expect(answer.status, await answer.clone().text()).toBe(200);
    return Buffer.from(await (await show((await answer.json()).data.id)).arrayBuffer());
  }

  async function countFiles(): Promise<number> {
    const answer = await fetch(`${server.url}/files?aggregate[count]=*`, {
      headers: { cookie: person.cookie },
    });
    return (await answer.json()).data[0].count;
  }

  async function expectRefusal(answer: Response, message: RegExp): Promise<void> {
    expect(answer.status).toBe(400);
    const [error] = (await answer.json()).errors;
    expect(error.extensions.code).toBe("INVALID_PAYLOAD");
    expect(error.message).toMatch(message);
  }

  test.each([
    ["SVG", `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`],
    ["SVG behind an XML declaration", `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`],
    ["HTML", `<!doctype html><html><body onload="alert(1)">`],
    ["a PDF", "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"],
  ])("rejects %s named .png and stores nothing", async (_kind, text) => {
    const before = await countFiles();
    await expectRefusal(await upload(text), /couldn’t read this file/);
    expect(await countFiles()).toBe(before);
  });

  test("re-encodes a polyglot", async () => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: "#8a2" } });
    const zip = Buffer.from("PK\x03\x04", "latin1");
    for (const [name, bytes] of [
      ["both.jpg", await picture.clone().jpeg().toBuffer()],
      ["both.png", await picture.clone().png().toBuffer()],
      ["both.gif", await picture.clone().gif().toBuffer()],
    ] as const) {
      const shown = await keep(Buffer.concat([bytes, zip, Buffer.from(MARKER)]), name);
      expect(shown.includes(MARKER), name).toBe(false);
      expect(shown.includes(zip), name).toBe(false);
      expect(await sharp(shown).metadata()).toMatchObject({ format: "webp", width: 40, height: 30 });
    }
  });

  test("rejects 17,000 × 17,000 pixels without using memory", async () => {
    const bytes = aBlankPng(17_000, 17_000);
    expect(bytes.length).toBeLessThan(MEGABYTE);
    await expectRefusal(await upload(aBlankPng(100, 100).subarray(0, 60)), /couldn’t read this file/);
    const before = memoryOf(server);
    for (let time = 0; time < 5; time++) await expectRefusal(await upload(bytes), /million pixels/);
    // Decoded it would take 36 MB at one bit per pixel and 867 MB in colour.
    expect(memoryOf(server) - before).toBeLessThan(30 * MEGABYTE);
  });

  test("rejects a long body without a length", async () => {
    expect(await uploadWithoutEnd(server, person, MAX_UPLOAD_BYTES)).toBe(413);
    expect((await server.fetch("/health")).status).toBe(200);
  });

  test("rejects missing, empty and truncated files", async () => {
    const before = await countFiles();
    const empty = new FormData();
    empty.set("title", "Nothing here");
    const headers = { cookie: person.cookie };
    const without = await fetch(`${server.url}/files`, { method: "POST", headers, body: empty });
    await expectRefusal(without, /No files were included/);
    await expectRefusal(await fetch(`${server.url}/files`, { method: "POST", headers }), /multipart/);
    await expectRefusal(await upload(new Uint8Array(0)), /empty/);

    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 251));
    const picture = sharp(noise, { raw: { width: 300, height: 300, channels: 3 } });
    for (const format of ["jpeg", "png", "webp", "gif"] as const) {
      const whole = await picture.clone().toFormat(format).toBuffer();
      const half = whole.subarray(0, whole.length / 2);
      await expectRefusal(await upload(half, `half.${format}`), /couldn’t read this file/);
    }
    expect(await countFiles()).toBe(before);
  });

  test("rejects a truncated form", async () => {
    const before = await countFiles();
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';
    const answer = await fetch(`${server.url}/files`, {
      method: "POST",
      headers: { cookie: person.cookie, "content-type": "multipart/form-data; boundary=x" },
      body: part,
    });
    await expectRefusal(answer, /upload was incomplete/);
    expect(await countFiles()).toBe(before);
  });

  test("removes GPS and all other metadata", async () => {
    const exif = {
      IFD0: { Copyright: "A. Person", Software: "camera 12" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1", GPSLongitudeRef: "E" },
    };
    const bytes = await sharp({ create: { width: 60, height: 20, channels: 3, background: "#08f" } })
      .withExif(exif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><home>Secret street 5</home></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    expect(bytes.includes("Secret street")).toBe(true);
    const shown = await keep(bytes, "holiday.jpg");
    const metadata = await sharp(shown).metadata();
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined]);
    for (const trace of ["Secret street", "A. Person", "GPS", "Exif"])
      expect(shown.includes(trace)).toBe(false);
  });

  test("sanitises file names", async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    for (const name of ["../../etc/passwd", 'a"b<script>.png', "C:\\temp\\x.png", "\u202egnp.exe"]) {
      const { data } = await (await upload(picture, name)).json();
      expect(data.filename_download).toMatch(/^[^/\\"<>:\p{Cc}]+$/u);
      expect(data.type).toBe("image/webp");
    }
  });

  test("serves assets with nosniff and default-src 'none'", async () => {
    const picture = await sharp({ create: { width: 50, height: 50, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    const { id } = (await (await upload(picture)).json()).data;
    for (const [query, type] of [
      ["", "image/webp"],
      ["?format=png", "image/png"],
      ["?width=10&format=jpeg", "image/jpeg"],
    ] as const) {
      const answer = await show(id, query);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe(type);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'");
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
    }
    for (const query of ["?width=100000", "?height=-1", "?format=svg", "?quality=0", "?width=1e9"])
      expect((await show(id, query)).status, query).toBe(400);
  });

  test("answers ..%2f, %252e and similar paths with 404", async () => {
    for (const path of [
      "/assets/..%2f..%2fpackage.json",
      "/assets/..%2F..%2F..%2Fetc%2Fpasswd",
      "/assets/%2e%2e%2fsecret",
      "/assets/%252e%252e%252fsecret",
      "/assets/..%5c..%5csecret",
      "/assets/....//secret",
      "/assets/.",
      "/assets/a/b",
      "/assets/no-id",
    ])
      expect(await statusOf(path), path).toBe(404);
  });

  test("rejects NUL in an asset's id", async () => {
    expect(await statusOf("/assets/%00")).toBe(404);
    expect(await statusOf("/assets/0190a0a0-0000-7000-8000-000000000000%00.png")).toBe(404);
  });

  async function statusOf(path: string): Promise<number> {
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${person.cookie}\r\nConnection: close\r\n\r\n`;
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await sendRaw(server.url, request))?.[1]);
  }
});

/** A valid white PNG with one bit per pixel: thousands of pixels a side in a few kilobytes. */
function aBlankPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  row[0] = 0;
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Resident memory of the process. */
function memoryOf({ process: { pid } }: ServerProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) * 1024;
}

/**
 * Sends an upload in chunks, a little over the limit and without an end. Returns the status of the response.
 */
function uploadWithoutEnd(server: ServerProcess, person: Person, limit: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const outgoing = request(`${server.url}/files`, {
      method: "POST",
      headers: { cookie: person.cookie, "content-type": "multipart/form-data; boundary=x" },
    });
    outgoing.on("response", (answer) => {
      isAnswered = true;
      answer.resume();
      answer.once("close", () => resolve(answer.statusCode ?? 0));
    });
    // The server closes the connection after its response; data still being sent then fails.
    outgoing.on("error", (error) => isAnswered || reject(error));
    outgoing.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    const piece = Buffer.alloc(256 * 1024, 0x61);
    // The last chunk exceeds the limit: another one, written after the response, could find the connection
    // closed.
    let sent = 0;
    const more = () => {
      if (sent > limit) return;
      sent += piece.length;
      outgoing.write(piece, more);
    };
    more();
  });
}

test("rejects uploads while less than 5 % of the disk is free", async () => {
  const server = await startServerHere({});
  const statfs = vi.spyOn(fs.promises, "statfs");
  try {
    const { cookie } = await aPerson(server.visitor().fetch);
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const upload = () => {
      const form = new FormData();
      form.set("file", new File([new Uint8Array(bytes)], "a.png", { type: "image/png" }));
      return fetch(`${server.url}/files`, { method: "POST", headers: { cookie }, body: form });
    };
    const free = (percent: number) =>
      statfs.mockResolvedValue({ bavail: percent * 10, blocks: 1_000 } as fs.StatsFs);
    free(4.9);
    const refused = await upload();
    expect(refused.status).toBe(507);
    expect((await refused.json()).errors[0]).toMatchObject({
      message: expect.stringContaining("disk is nearly full"),
      extensions: { code: "INSUFFICIENT_STORAGE" },
    });
    expect((await fetch(`${server.url}/files`, { headers: { cookie } })).status).toBe(200);
    free(5);
    expect((await upload()).status).toBe(200);
  } finally {
    statfs.mockRestore();
    await server.stop();
  }
});
