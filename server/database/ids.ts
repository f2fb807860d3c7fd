import { createHash, randomBytes } from "node:crypto";

/** A UUID of version 7: sorts by the moment it was made, so that new rows go to the end of an index. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  return asUuid(bytes, 7);
}

/** The same id for the same words, so that importing a template twice changes nothing. */
export function derivedId(...words: string[]): string {
  const bytes = createHash("sha256").update(words.join("\u0000")).digest().subarray(0, 16);
  return asUuid(bytes, 8);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isId(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

function asUuid(bytes: Buffer, version: number): string {
  bytes[6] = ((bytes[6] as number) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
