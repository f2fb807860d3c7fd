import MiniSearch from "minisearch";

/** The words of an entry with how much each of its texts counts. */
export type Entry = {
  id: string;
  texts: { text: string; weight: number }[] /** Decides between equals; 0 to 1. */;
  rank: number;
};

/**
 * Finds entries by words, best first: as typed, the last word perhaps unfinished; with typos when that finds
 * nothing; by any of the words when even that finds nothing. MiniSearch knows the vocabulary and what is close to a
 * word; the lists of entries are kept here, because scoring a thousand hits through it took 3 ms.
 */
export type WordIndex = {
  set(entry: Entry): void;
  remove(id: string): void;
  search(words: string): string[];
};

const PREFIX_FACTOR = 0.6;
const TYPO_FACTOR = 0.4;
const RANK_WEIGHT = 0.05;

type Expansion = { term: string; factor: number };
type Slot = { id: string; terms: string[]; rank: number };

export function createWordIndex(): WordIndex {
  const slots: (Slot | undefined)[] = [];
  const numbers = new Map<string, number>();
  const free: number[] = [];
  const lists = new Map<string, Map<number, number>>();
  const vocabulary = new MiniSearch<{ id: string }>({
    fields: ["id"],
    tokenize: (term) => [term],
    processTerm: (term) => term,
  });
  let sorted: string[] | undefined;
  let scratch = { sums: new Float64Array(0), met: new Uint8Array(0), best: new Float64Array(0) };

  /** One number an entry, all 0 between searches: a common word has thousands of entries. */
  function scratchFor(size: number): typeof scratch {
    if (scratch.sums.length < size)
      scratch = {
        sums: new Float64Array(size * 2),
        met: new Uint8Array(size * 2),
        best: new Float64Array(size * 2),
      };
    return scratch;
  }

  function remove(id: string): void {
    const number = numbers.get(id);
    if (number === undefined) return;
    for (const term of slots[number]?.terms ?? []) {
      const list = lists.get(term);
      list?.delete(number);
      if (list?.size !== 0) continue;
      lists.delete(term);
      vocabulary.discard(term);
      sorted = undefined;
    }
    slots[number] = undefined;
    numbers.delete(id);
    free.push(number);
  }

  function set({ id, texts, rank }: Entry): void {
    remove(id);
    const number = free.pop() ?? slots.length;
    const weights = new Map<string, number>();
    for (const { text, weight } of texts)
      for (const term of wordsOf(text)) weights.set(term, Math.max(weights.get(term) ?? 0, weight));
    for (const [term, weight] of weights) listOf(term).set(number, weight);
    slots[number] = { id, terms: [...weights.keys()], rank };
    numbers.set(id, number);
  }

  function listOf(term: string): Map<number, number> {
    const known = lists.get(term);
    if (known) return known;
    const list = new Map<number, number>();
    lists.set(term, list);
    vocabulary.add({ id: term });
    sorted = undefined;
    return list;
  }

  function asTyped(term: string, unfinished: boolean): Expansion[] {
    const found: Expansion[] = lists.has(term) ? [{ term, factor: 1 }] : [];
    if (!unfinished) return found;
    sorted ??= [...lists.keys()].sort();
    for (let at = firstAfter(sorted, term); at < sorted.length; at++) {
      const longer = sorted[at] as string;
      if (!longer.startsWith(term)) break;
      found.push({ term: longer, factor: (PREFIX_FACTOR * term.length) / longer.length });
    }
    return found;
  }

  /** Two typos in a long word ("invioce"), one in a shorter one, none where it would match anything. */
  function withTypos(term: string): Expansion[] {
    const typos = term.length > 5 ? 2 : term.length > 3 ? 1 : 0;
    if (typos === 0) return asTyped(term, true);
    return vocabulary
      .search(term, { fuzzy: typos, prefix: true })
      .map((hit) => ({ term: hit.id as string, factor: hit.id === term ? 1 : TYPO_FACTOR }));
  }

  /**
   * Each word counts once an entry, by its best expansion; rare words count more. The casts say what holds by construction: the
   * arrays have a place for every number, and every number in a list is a slot in use.
   */
  function score(expansions: Expansion[][], all: boolean): string[] {
    const { sums, met, best } = scratchFor(slots.length);
    const seen: number[] = [];
    for (const word of expansions) {
      const now: number[] = [];
      for (const { term, factor } of word) {
        const list = lists.get(term) as Map<number, number>;
        const value = factor * Math.log(1 + slots.length / list.size);
        for (const [number, weight] of list) {
          if (best[number] === 0) now.push(number);
          if (weight * value > (best[number] as number)) best[number] = weight * value;
        }
      }
      for (const number of now) {
        if (met[number] === 0) seen.push(number);
        met[number] = Math.min((met[number] as number) + 1, 255);
        sums[number] = (sums[number] as number) + (best[number] as number);
        best[number] = 0;
      }
    }
    const enough = all ? Math.min(expansions.length, 255) : 1;
    const hits = seen.filter((number) => (met[number] as number) >= enough);
    for (const number of hits)
      sums[number] = (sums[number] as number) * (1 + RANK_WEIGHT * (slots[number] as Slot).rank);
    hits.sort((a, b) => (sums[b] as number) - (sums[a] as number) || a - b);
    for (const number of seen) sums[number] = met[number] = 0;
    return hits.map((number) => (slots[number] as Slot).id);
  }

  return {
    set,
    remove,
    search: (words) => {
      const terms = wordsOf(words);
      if (terms.length === 0) return [];
      const typed = score(
        terms.map((term, at) => asTyped(term, at === terms.length - 1)),
        true,
      );
      if (typed.length > 0) return typed;
      const close = terms.map(withTypos);
      const all = score(close, true);
      return all.length > 0 ? all : score(close, false);
    },
  };
}

/** Without case and accents: "Resume" finds "Résumé". */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean))];
}

/** Where the words that come after this one begin in a sorted list. */
function firstAfter(sorted: string[], term: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) <= term) low = middle + 1;
    else high = middle;
  }
  return low;
}
