import { createHash, randomBytes, randomInt } from "node:crypto";

// Increases only, so that ids of one moment sort in order of creation.
let made = randomInt(2 ** 24);
const MADE_BITS = 26; // the twelve before the variant of the UUID and the fourteen after it

/** A UUID of version 7: sorts by creation, so that new rows go to the end of an index. */
export function newId(now = Date.now()): string {
  made = (made + 1) % 2 ** MADE_BITS;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(made >>> 14, 6);
  bytes.writeUInt16BE(made & 0x3fff, 8);
  return asUuid(bytes, 7);
}

/** The same id for the same parts, so that importing a template twice changes nothing. */
export function derivedId(...parts: string[]): string {
  const bytes = createHash("sha256").update(parts.join("\u0000")).digest().subarray(0, 16);
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
