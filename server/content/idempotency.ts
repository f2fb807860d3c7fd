import { createHash } from "node:crypto";
import type { Db } from "../database/connect.ts";
import { invalidPayload } from "../errors/errors.ts";
import { STORED_RESPONSES } from "../limits/limits.ts";

/** What a request was answered with, so that the same request can be answered again without being applied again. */
export type WrittenAnswer = { status: number; headers: Record<string, string>; body: string };

export type OnceKey = { owner: string; key: string; request: string };

const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/** Reads `Idempotency-Key`; it applies to one method, address and body. */
export function readOnceKey(
  header: string | undefined,
  owner: string,
  method: string,
  url: string,
  body: string | Uint8Array,
): OnceKey | null {
  if (!header) return null;
  if (header.length > MAX_KEY_LENGTH)
    throw invalidPayload(`"Idempotency-Key" is longer than ${MAX_KEY_LENGTH} characters`);
  const request = createHash("sha256").update(`${method} ${url}\n`).update(body).digest("hex");
  return { owner, key: header, request };
}

/**
 * Applies `work` once for a key. The key is stored in the same transaction; a concurrent second request fails
 * on the key, is retried and finds it.
 */
export async function applyOnce(
  db: Db,
  once: OnceKey | null,
  now: Date,
  work: () => Promise<WrittenAnswer>,
): Promise<WrittenAnswer> {
  if (!once) return work();
  const earlier = await db
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("owner", "=", once.owner)
    .where("key", "=", once.key)
    .executeTakeFirst();
  if (earlier) {
    if (earlier.request_hash !== once.request)
      throw invalidPayload(`"Idempotency-Key" ${once.key} was already used for another request`);
    return { status: earlier.status, headers: JSON.parse(earlier.headers), body: earlier.body };
  }
  const answer = await work();
  if (Buffer.byteLength(answer.body) > STORED_RESPONSES.largestBytes)
    throw invalidPayload(
      `with "Idempotency-Key" an answer may have at most ${STORED_RESPONSES.largestBytes} bytes, because it is stored; ask for fewer fields. Nothing was changed`,
    );
  await forgetOldAnswers(db, now);
  await db
    .insertInto("idempotency_keys")
    .values({
      owner: once.owner,
      key: once.key,
      request_hash: once.request,
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
      date_created: now.toISOString(),
    })
    .execute();
  await db
    .deleteFrom("idempotency_keys")
    .where("owner", "=", once.owner)
    .where("key", "not in", ({ selectFrom }) =>
      selectFrom("idempotency_keys")
        .select("key")
        .where("owner", "=", once.owner)
        .orderBy("date_created", "desc")
        .limit(STORED_RESPONSES.max),
    )
    .execute();
  return answer;
}

/** Whether a request with this key was applied before. */
export async function wasAnswered(db: Db, once: OnceKey | null): Promise<boolean> {
  if (!once) return false;
  const query = db.selectFrom("idempotency_keys").select("key").where("owner", "=", once.owner);
  return (await query.where("key", "=", once.key).executeTakeFirst()) !== undefined;
}

/** An answer may hold personal data; a request isn't repeated after a day. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_FOR_MS).toISOString();
  await db.deleteFrom("idempotency_keys").where("date_created", "<", oldest).execute();
}
