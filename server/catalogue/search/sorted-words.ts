/** Sorted words, found by prefix or with typos; for hundreds of thousands of them. */
type SortedWords = {
  add(word: string): void;
  remove(word: string): void;
  /** At most this many, in order. */
  startingWith(beginning: string, max?: number): string[];
  /** Words that become this one by at most this many added, missing or replaced letters. */
  near(word: string, edits: number): string[];
};

/** Small enough that inserting a word moves few others, large enough that there are few chunks. */
const LONGEST_CHUNK = 512;

/** Never sorted as a whole: that would block the server for half a second. */
export function createSortedWords(): SortedWords {
  const chunks: string[][] = [];

  /** The chunk that a word is in or belongs to: the last one that doesn't begin after it. */
  function chunkFor(word: string): number {
    let [low, high] = [0, chunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((chunks[middle]?.[0] ?? "") <= word) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }

  /** Visits every word from this one on, until `visit` returns where to continue, or nothing to stop. */
  function walk(from: string, visit: (word: string) => string | true | undefined): void {
    let at = chunkFor(from);
    let place = placeOf(chunks[at] ?? [], from);
    for (;;) {
      const chunk = chunks[at];
      if (!chunk) return;
      const word = chunk[place];
      if (word === undefined) {
        at++;
        place = 0;
        continue;
      }
      const next = visit(word);
      if (next === undefined) return;
      if (next === true) place++;
      else {
        at = chunkFor(next);
        place = placeOf(chunks[at] ?? [], next);
      }
    }
  }

  return {
    add: (word) => {
      const at = chunkFor(word);
      const chunk = chunks[at];
      if (!chunk) {
        chunks.push([word]);
        return;
      }
      const place = placeOf(chunk, word);
      if (chunk[place] === word) return;
      chunk.splice(place, 0, word);
      if (chunk.length > LONGEST_CHUNK) chunks.splice(at + 1, 0, chunk.splice(LONGEST_CHUNK / 2));
    },
    remove: (word) => {
      const at = chunkFor(word);
      const chunk = chunks[at] ?? [];
      const place = placeOf(chunk, word);
      if (chunk[place] !== word) return;
      chunk.splice(place, 1);
      if (chunk.length === 0) chunks.splice(at, 1);
    },
    startingWith: (beginning, max = Number.POSITIVE_INFINITY) => {
      const found: string[] = [];
      walk(beginning, (word) => {
        if (found.length >= max || !word.startsWith(beginning)) return undefined;
        found.push(word);
        return true;
      });
      return found;
    },
    near: (word, edits) => {
      const found: string[] = [];
      const compare = createComparison(word, edits);
      walk("", (other) => {
        const { distance, exceededAfter } = compare(other);
        if (distance <= edits) found.push(other);
        return exceededAfter === undefined ? true : afterAllWith(other.slice(0, exceededAfter));
      });
      return found;
    },
  };
}

/** The first position in a chunk whose word is not before this one. */
function placeOf(chunk: readonly string[], word: string): number {
  let [low, high] = [0, chunk.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chunk[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sorts after every word with this prefix and before all others. */
function afterAllWith(beginning: string): string {
  return `${beginning}\uffff`;
}

/**
 * The number of edits between one word and others that come in order: the rows of the table that belong to the letters
 * which a word has in common with the one before are not made again. After `exceededAfter` letters the distance is too large
 * already: no word that begins with them is near.
 */
function createComparison(
  word: string,
  edits: number,
): (other: string) => { distance: number; exceededAfter: number | undefined } {
  const width = word.length + 1;
  const rows: Uint16Array[] = [Uint16Array.from({ length: width }, (_, column) => column)];
  let before = "";
  let made = 0;
  return (other) => {
    let row = 0;
    while (row < made && row < other.length && other[row] === before[row]) row++;
    before = other;
    for (; row < other.length; row++) {
      const above = rows[row] as Uint16Array;
      rows[row + 1] ??= new Uint16Array(width);
      const own = rows[row + 1] as Uint16Array;
      own[0] = row + 1;
      let least = row + 1;
      for (let column = 1; column < width; column++) {
        const same = other[row] === word[column - 1] ? 0 : 1;
        const value = Math.min(
          (above[column] as number) + 1,
          (own[column - 1] as number) + 1,
          (above[column - 1] as number) + same,
        );
        own[column] = value;
        if (value < least) least = value;
      }
      made = row + 1;
      if (least > edits) return { distance: least, exceededAfter: made };
    }
    made = other.length;
    return { distance: (rows[other.length] as Uint16Array)[word.length] as number, exceededAfter: undefined };
  };
}

/** Added, missing, replaced or swapped letters: "invioce" is one typo from "invoice", two from "invite". */
export function countSlips(word: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= word.length; row++) {
    const own = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = word[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(
        at(rows, row - 1, column) + 1,
        (own[column - 1] ?? 0) + 1,
        at(rows, row - 1, column - 1) + same,
      );
      const swapped = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, at(rows, row - 2, column - 2) + 1);
      own.push(least);
    }
    rows.push(own);
  }
  return at(rows, word.length, other.length);
}

function at(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0;
}
