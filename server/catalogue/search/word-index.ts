// Not MiniSearch: with 100,000 synthetic entries it took several times as long to build and to search with a typo, and more memory.
import { createGroupWords } from "./group-words.ts";
import { indexedWords, inLanguage, queryWords } from "./plain-words.ts";
import { countSlips, createSortedWords } from "./sorted-words.ts";

/** The words of an entry with how much each of its texts counts. */
export type Entry = {
  id: string;
  /** Weights are whole numbers from 1 to 7. A text without a language is in English, or a name. */
  texts: { text: string; weight: number; language?: string }[];
  /** The groups of an entry; many entries share a group, whose words are given once, by `explain`. */
  groups?: { group: string; weight: number }[];
  /** Decides between equals; 0 to 1. */
  rank: number;
};

/**
 * Finds entries that have all the words, best first: as typed, the last word perhaps unfinished; with typos when that
 * finds nothing; and then without the words that no entry has. Everything is kept in plain numbers: a hundred thousand
 * entries with half a million words take some tens of megabytes.
 */
type WordIndex = {
  /** The words that match all entries of a group. Its name can't be typed by people: "type:invoices". */
  explain(group: string, words: string, language?: string): void;
  set(entry: Entry): void;
  remove(id: string): void;
  /** Matches in the preferred language count most, then English ones; without one all languages count the same. */
  search(query: string, max?: number, preferred?: string): string[];
  /** The words of a query before any entry is matched: each with the groups it leads to. */
  explainQuery(query: string): ExplainedWord[];
};

export type ExplainedWord = { word: string; isUnfinished: boolean; groups: string[] };

const PREFIX_FACTOR = 0.6;
const TYPO_FACTOR = 0.4;
/**
 * For a group that has the word too: a wedding invitation ranks before a menu for weddings. And the other way round: in German "order"
 * means all orders and delivery notes, and those that have it as a keyword rank first.
 */
const ALSO_FACTOR = 0.1;
const RANK_WEIGHT = 0.05;
/** For words in English and in other languages than the preferred one. */
const ENGLISH_FACTOR = 0.7;
const FOREIGN_FACTOR = 0.4;
/** Of the words with a prefix of one or two letters, only the first: in a large vocabulary there are tens of thousands. */
const MAX_BEGUN = 2_000;

/** Only the first words count. Each may take some milliseconds in a large catalogue, which blocks other requests. */
const MAX_WORDS = 8;

/** An entry's number and how much the word counts in it, as one number. */
const WEIGHT_BITS = 3;
const WEIGHTS = 2 ** WEIGHT_BITS;
const WEIGHT_MASK = WEIGHTS - 1;
/** Scores are compared to four places; equal entries are ordered by number. */
const SCORE_STEPS = 10_000;
const MAX_NUMBERS = 2 ** 24;

/** A word, or a group that it leads to, with how close it is to the query and how many entries have it. */
type Expansion = { word: string; factor: number; entries: number };
type Scratch = { sums: Float64Array; met: Uint8Array; best: Float64Array };

export function createWordIndex(): WordIndex {
  const ids: string[] = [];
  const ranks: number[] = [];
  const wordsIn: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  const free: number[] = [];
  /** For each word and group its entries, in the order of their numbers; most words have only one. */
  const lists = new Map<string, number | number[]>();
  const vocabulary = createSortedWords();
  /** The words of translations, as their entries are listed: "rechnung@de". Most words are of one language. */
  const translated = new Map<string, string | readonly string[]>();
  const groupWords = createGroupWords();
  let scratch: Scratch = scratchOf(0);

  function addTo(word: string, posting: number): void {
    const list = lists.get(word);
    if (list === undefined) {
      if (!isGroup(word)) learn(word);
      lists.set(word, posting);
    } else if (typeof list === "number") lists.set(word, list < posting ? [list, posting] : [posting, list]);
    else if ((list.at(-1) as number) < posting) list.push(posting);
    else list.splice(placeOf(list, posting), 0, posting);
  }

  function takeFrom(word: string, number: number): void {
    const list = lists.get(word);
    if (typeof list === "object" && list.length > 1) {
      list.splice(placeOf(list, number * WEIGHTS), 1);
      return;
    }
    lists.delete(word);
    if (!isGroup(word)) forget(word);
  }

  /** The vocabulary has a word once, whatever languages it is in. */
  function learn(listed: string): void {
    const [word, language] = splitLanguage(listed);
    if (!lists.has(word) && !translated.has(word)) vocabulary.add(word);
    if (!language) return;
    const forms = formsOf(word);
    translated.set(word, forms.length === 0 ? listed : forms.concat(listed));
  }

  function formsOf(word: string): readonly string[] {
    const forms = translated.get(word) ?? [];
    return typeof forms === "string" ? [forms] : forms;
  }

  function forget(listed: string): void {
    const [word] = splitLanguage(listed);
    const forms = formsOf(word).filter((form) => form !== listed);
    if (forms.length > 0) translated.set(word, forms);
    else translated.delete(word);
    if (!lists.has(word) && !translated.has(word)) vocabulary.remove(word);
  }

  function remove(id: string): void {
    const number = numbers.get(id);
    if (number === undefined) return;
    for (const word of wordsIn[number] ?? []) takeFrom(word, number);
    wordsIn[number] = [];
    numbers.delete(id);
    free.push(number);
  }

  function set({ id, texts, groups = [], rank }: Entry): void {
    remove(id);
    const number = free.pop() ?? ids.length;
    const weights = new Map<string, number>();
    for (const { group, weight } of groups) weights.set(group, weight);
    for (const { text, weight, language } of texts)
      for (const plain of indexedWords(text)) {
        const word = inLanguage(plain, language);
        weights.set(word, Math.max(weights.get(word) ?? 0, weight));
      }
    for (const [word, weight] of weights) addTo(word, number * WEIGHTS + weight);
    ids[number] = id;
    ranks[number] = rank;
    wordsIn[number] = [...weights.keys()];
    numbers.set(id, number);
  }

  function asTyped(word: string, unfinished: boolean, preferred: string | undefined): Expansion[] {
    const found = unfinished
      ? [...vocabulary.startingWith(word, MAX_BEGUN), ...groupWords.startingWith(word)]
      : [word];
    return withGroups(found, preferred, (longer) =>
      longer === word ? 1 : (PREFIX_FACTOR * word.length) / longer.length,
    );
  }

  function entriesWith(word: string): number {
    const list = lists.get(word) ?? [];
    return typeof list === "number" ? 1 : list.length;
  }

  function withGroups(
    words: Iterable<string>,
    preferred: string | undefined,
    factorOf: (word: string) => number,
  ): Expansion[] {
    const expansions = new Map<string, Expansion>();
    for (const word of words) {
      for (const each of [word, ...formsOf(word), ...groupWords.groupsOf(word)]) {
        const [name, language] = splitLanguage(each);
        const listed = isGroup(name) ? name : each;
        if (!lists.has(listed)) continue;
        const factor = factorOf(word) * preferenceFor(language, preferred);
        if (factor <= (expansions.get(listed)?.factor ?? 0)) continue;
        // "Catering" is no rarer in another language that has the same word.
        const entries = Math.max(entriesWith(listed), isGroup(name) ? 0 : entriesWith(word));
        expansions.set(listed, { word: listed, factor, entries });
      }
    }
    return [...expansions.values()];
  }

  /**
   * Two typos in a long word ("invioce"), one in a shorter one, none where it would match anything: of four letters none is
   * replaced, because "jour" would be "your" and "hour". Only what is closest counts.
   */
  function withTypos(word: string, preferred: string | undefined): Expansion[] {
    const typos = word.length > 5 ? 2 : word.length > 3 ? 1 : 0;
    if (typos === 0) return asTyped(word, true, preferred);
    const completions = [...vocabulary.startingWith(word, MAX_BEGUN), ...groupWords.startingWith(word)];
    const close = new Map(
      [
        ...[...vocabulary.near(word, typos), ...groupWords.near(word, typos)].filter(
          (near) => word.length > 4 || near.length !== word.length,
        ),
        ...swapsOf(word).filter(
          (swapped) => lists.has(swapped) || translated.has(swapped) || groupWords.has(swapped),
        ),
      ].map((near) => [near, countSlips(word, near)] as const),
    );
    const fewest = Math.min(...close.values());
    const closest = [...close].filter(([, slips]) => slips === fewest).map(([near]) => near);
    return withGroups([...completions, ...closest], preferred, (other) => (other === word ? 1 : TYPO_FACTOR));
  }

  /**
   * Each word counts by its best expansion, and a little by its group; rare words count more. An entry that lacks a word is not looked at
   * again, and when none is left the other words are not expanded. The casts say what holds by construction: the arrays have a
   * place for every number.
   */
  function score(words: readonly string[], expand: (word: string, at: number) => Expansion[], max: number) {
    if (scratch.sums.length < ids.length) scratch = scratchOf(ids.length * 2);
    const { sums, met, best } = scratch;
    let first: number[] = [];
    let left: number[] = [];
    for (const [at, typed] of words.entries()) {
      left = [];
      for (const { word, factor, entries } of expand(typed, at)) {
        const found = lists.get(word) ?? [];
        const list = typeof found === "number" ? [found] : found;
        const value = factor * Math.log(1 + numbers.size / entries);
        for (const posting of list) {
          const number = posting >> WEIGHT_BITS;
          if (met[number] !== at) continue;
          const weighted = (posting & WEIGHT_MASK) * value;
          const before = best[number] as number;
          if (before === 0) left.push(number);
          if (isGroup(word))
            best[number] = Math.max(before, weighted) + ALSO_FACTOR * Math.min(before, weighted);
          else if (weighted > before) best[number] = weighted;
        }
      }
      for (const number of left) {
        met[number] = at + 1;
        sums[number] = (sums[number] as number) + (best[number] as number);
        best[number] = 0;
      }
      if (at === 0) first = left;
      if (left.length === 0) break;
    }
    // As numbers in an array of numbers, a hundred thousand are sorted in some milliseconds.
    const order = Float64Array.from(left, (number) => {
      const total = (sums[number] as number) * (1 + RANK_WEIGHT * (ranks[number] as number));
      return number - Math.round(total * SCORE_STEPS) * MAX_NUMBERS;
    }).sort();
    for (const number of first) sums[number] = met[number] = 0;
    return Array.from(order.subarray(0, max), (key) => ids[numberIn(key)] as string);
  }

  return {
    explain: groupWords.explain,
    set,
    remove,
    explainQuery: (text) =>
      wordsOf(text).map((word, at, all) => {
        const isUnfinished = at === all.length - 1;
        const completions = isUnfinished ? groupWords.startingWith(word) : [word];
        const groups = completions.flatMap((each) => [...groupWords.groupsOf(each)]);
        return { word, isUnfinished, groups: [...new Set(groups.map((group) => splitLanguage(group)[0]))] };
      }),
    search: (text, max = Number.POSITIVE_INFINITY, preferred) => {
      const words = wordsOf(text);
      const typed = score(words, (word, at) => asTyped(word, at === words.length - 1, preferred), max);
      if (typed.length > 0) return typed;
      const corrected = score(words, (word) => withTypos(word, preferred), max);
      if (corrected.length > 0) return corrected;
      // A word that no entry has doesn't hide what the others find: "menu du jour" finds menus.
      const asIs = (word: string) => asTyped(word, false, preferred);
      for (const expand of [asIs, (word: string) => withTypos(word, preferred)]) {
        const known = words.filter((word) => expand(word).length > 0);
        if (known.length > 0) return known.length < words.length ? score(known, expand, max) : [];
      }
      return [];
    },
  };
}

const wordsOf = (text: string) => queryWords(text).slice(0, MAX_WORDS);

/** The word with two neighbouring letters swapped. To look for them as two edits would go through most of the vocabulary. */
function swapsOf(word: string): string[] {
  return Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`,
  );
}

function splitLanguage(word: string): [word: string, language: string | undefined] {
  const at = word.indexOf("@");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function preferenceFor(language: string | undefined, preferred: string | undefined): number {
  if (!preferred || (language ?? "en") === preferred) return 1;
  return language ? FOREIGN_FACTOR : ENGLISH_FACTOR;
}

/** No word has a colon in it. */
function isGroup(word: string): boolean {
  return word.includes(":");
}

/** One number per entry, all 0 between searches: a common word has thousands of entries. */
function scratchOf(size: number): Scratch {
  return { sums: new Float64Array(size), met: new Uint8Array(size), best: new Float64Array(size) };
}

function numberIn(key: number): number {
  const rest = key % MAX_NUMBERS;
  return rest < 0 ? rest + MAX_NUMBERS : rest;
}

/** The first position in a list whose posting is not before this one. */
function placeOf(list: readonly number[], posting: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < posting) low = middle + 1;
    else high = middle;
  }
  return low;
}
