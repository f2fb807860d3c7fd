import { fnv1a, type StoredResponse } from "../request/stored-response.ts";
import { createBoundedCache } from "./bounded-cache.ts";

const FORMS = 1.5; // a page is stored as it is and compressed

export type ResponseCache = {
  /** The response under this key, if it is stored and still valid. */
  peek(key: string): StoredResponse | undefined;
  /** The response under this key. If it is missing, `make` runs once for all concurrent requests; a StoredResponse is stored, a Response is not. */
  get(key: string, make: () => Promise<StoredResponse | Response>): Promise<StoredResponse | Response>;
  /** Removes the responses that show one of these templates, or may; all of them without a list. */
  forget(templates: readonly string[] | undefined): void;
};

/** Pages and public responses of one catalogue version, the least recently used removed first. A new version removes all. */
export function createResponseCache(
  version: () => number,
  bounds: { maxBytes: number; maxEntries: number },
): ResponseCache {
  const pages = createBoundedCache<StoredResponse>(bounds);
  const making = new Map<string, Promise<StoredResponse | Response>>();
  let cachedVersion = version();
  let forgotten = 0;

  async function make(key: string, render: () => Promise<StoredResponse | Response>) {
    const startedAt = [cachedVersion, forgotten];
    const page = await render();
    // A response that was read before a change must not be stored after it.
    if (!(page instanceof Response) && startedAt[0] === version() && startedAt[1] === forgotten)
      pages.set(key, page, page.bytes.length * FORMS);
    return page;
  }

  function dropOldVersion(): void {
    if (cachedVersion === version()) return;
    cachedVersion = version();
    pages.clear();
    making.clear();
  }

  function peek(key: string): StoredResponse | undefined {
    dropOldVersion();
    return pages.get(key);
  }

  return {
    peek,
    forget: (templates) => {
      forgotten++;
      making.clear();
      const hashes = templates?.map(fnv1a);
      pages.removeWhere(({ shows }) => !hashes || !shows || hashes.some((number) => shows.includes(number)));
    },
    async get(key, render) {
      const cached = peek(key);
      if (cached) return cached;
      const already = making.get(key);
      if (already) return shared(already);
      const made = make(key, render);
      making.set(key, made);
      try {
        return await made;
      } finally {
        if (making.get(key) === made) making.delete(key);
      }
    },
  };
}

/** A response can be read once, so each concurrent request gets a copy. */
async function shared(made: Promise<StoredResponse | Response>): Promise<StoredResponse | Response> {
  const page = await made;
  return page instanceof Response ? page.clone() : page;
}

/** In development every request sees the pages as they are now. */
export const NO_RESPONSE_CACHE: ResponseCache = {
  peek: () => undefined,
  get: (_key, make) => make(),
  forget: () => {},
};
