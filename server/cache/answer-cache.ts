import { fnv1a, type StoredAnswer } from "../request/stored-answer.ts";
import { createBoundedCache } from "./bounded-cache.ts";

const FORMS = 1.5; // a page is kept as it is and compressed

export type AnswerCache = {
  /** The answer under this key if it is kept and still true. */
  peek(key: string): StoredAnswer | undefined;
  /** The page under this key, made now if need be, once however many ask at the same time. Only what `make` lets be kept is kept. */
  get(key: string, make: () => Promise<StoredAnswer | Response>): Promise<StoredAnswer | Response>;
  /** Throws away the answers that show one of these templates, or could; all when they are not named. */
  forget(templates: readonly string[] | undefined): void;
};

/** Pages and public answers of one catalogue version, least recently used thrown away first. A new version throws all away. */
export function createAnswerCache(
  version: () => number,
  bounds: { mostBytes: number; mostEntries: number },
): AnswerCache {
  const pages = createBoundedCache<StoredAnswer>(bounds);
  const making = new Map<string, Promise<StoredAnswer | Response>>();
  let keptVersion = version();
  let forgotten = 0;

  async function make(key: string, render: () => Promise<StoredAnswer | Response>) {
    const startedAt = [keptVersion, forgotten];
    const page = await render();
    // What was read before a change must not outlive it.
    if (!(page instanceof Response) && startedAt[0] === version() && startedAt[1] === forgotten)
      pages.set(key, page, page.bytes.length * FORMS);
    return page;
  }

  function forgetOldVersion(): void {
    if (keptVersion === version()) return;
    keptVersion = version();
    pages.clear();
    making.clear();
  }

  function peek(key: string): StoredAnswer | undefined {
    forgetOldVersion();
    return pages.get(key);
  }

  return {
    peek,
    forget: (templates) => {
      forgotten++;
      making.clear();
      const gone = templates?.map(fnv1a);
      pages.removeWhere(({ shows }) => !gone || !shows || gone.some((number) => shows.includes(number)));
    },
    async get(key, render) {
      const kept = peek(key);
      if (kept) return kept;
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

/** A response can be read once, so who waits along gets a copy. */
async function shared(made: Promise<StoredAnswer | Response>): Promise<StoredAnswer | Response> {
  const page = await made;
  return page instanceof Response ? page.clone() : page;
}

/** While pages are being written, every request sees them as they are now. */
export const KEEPS_NOTHING: AnswerCache = {
  peek: () => undefined,
  get: (_key, make) => make(),
  forget: () => {},
};
