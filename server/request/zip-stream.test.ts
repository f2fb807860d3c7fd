import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { type ZipEntry, zipStream } from "./zip-stream.ts";

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function* entriesOf(...entries: [name: string, ...texts: string[]][]): AsyncGenerator<ZipEntry> {
  for (const [name, ...texts] of entries) yield { name, content: pieces(...texts) };
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of stream) all.push(piece);
  return Buffer.concat(all);
}

it("is a valid ZIP file for any pieces", async () => {
  const long = "long ".repeat(100_000);
  const packed = await collect(
    zipStream(entriesOf(["a.json", "[1,", "2]"], ["files/ü.txt", long, long], ["empty"])),
  );
  const files = Object.entries(unzipSync(packed)).map(([name, bytes]) => [name, strFromU8(bytes)]);
  expect(files).toEqual([
    ["a.json", "[1,2]"],
    ["files/ü.txt", long + long],
    ["empty", ""],
  ]);
  expect(packed.length).toBeLessThan(long.length / 10);
});

it("fails with its content and stops when abandoned", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("one");
    throw new Error("the database is gone");
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: "broken", content: broken() };
  }
  await expect(collect(zipStream(entries()))).rejects.toThrow("the database is gone");

  let hasEnded = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield crypto.getRandomValues(new Uint8Array(65_536));
    } finally {
      hasEnded = true;
    }
  }
  async function* longEntries(): AsyncGenerator<ZipEntry> {
    yield { name: "endless", content: endless() };
  }
  let taken = 0;
  for await (const piece of zipStream(longEntries())) {
    taken += piece.length;
    if (taken > 100_000) break;
  }
  await expect.poll(() => hasEnded).toBe(true);
});
