import { createHash } from "node:crypto";

/** What was made last, up to a number of bytes; the least recently used is thrown away first. */
export type ResultCache<Result> = {
  get(key: string): Result | undefined;
  set(key: string, result: Result, bytes: number): void;
  bytes(): number;
};

export function createResultCache<Result>(mostBytes: number): ResultCache<Result> {
  const kept = new Map<string, { result: Result; bytes: number }>();
  let total = 0;

  function forget(key: string) {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    get: (key) => {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.result;
    },
    set: (key, result, bytes) => {
      forget(key);
      if (bytes > mostBytes / 4) return; // one large thing would push everything else out
      kept.set(key, { result, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= mostBytes) break;
        forget(oldest);
      }
    },
    bytes: () => total,
  };
}

export function hashOf(...parts: unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
