import { createHash } from "node:crypto";

/** A cache with bounds; the least recently used value is removed first. */
export type BoundedCache<Value> = {
  /** The value under this key. Reading it counts as a use. */
  get(key: string): Value | undefined;
  set(key: string, value: Value, bytes?: number): void;
  /** Removes the values for which this returns true; `onForget` is not called for them. */
  removeWhere(isGone: (value: Value) => boolean): void;
  clear(): void;
  bytes(): number;
};

type Bounds<Value> = {
  maxEntries?: number;
  maxBytes?: number;
  /** A larger value is not cached: it would push everything else out. */
  largestBytes?: number;
  /** Called with each value that is removed to stay within the bounds. */
  onForget?(value: Value): void;
};

export function createBoundedCache<Value>({
  maxEntries = Number.POSITIVE_INFINITY,
  maxBytes = Number.POSITIVE_INFINITY,
  largestBytes = maxBytes,
  onForget,
}: Bounds<Value>): BoundedCache<Value> {
  // A Map lists its keys in the order they were set, so the first is the least recently used.
  const entries = new Map<string, { value: Value; bytes: number }>();
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    get: (key) => {
      const found = entries.get(key);
      if (!found) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found.value;
    },
    set: (key, value, bytes = 0) => {
      remove(key);
      if (bytes > largestBytes) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const [oldest, { value: forgotten }] of entries) {
        if (total <= maxBytes && entries.size <= maxEntries) break;
        remove(oldest);
        onForget?.(forgotten);
      }
    },
    removeWhere: (isGone) => {
      for (const [key, { value }] of entries) if (isGone(value)) remove(key);
    },
    clear: () => {
      entries.clear();
      total = 0;
    },
    bytes: () => total,
  };
}

/** A key made of everything a result depends on. */
export function hashOf(...parts: unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
