import { indexedWords } from "./plain-words.ts";
import { createSortedWords } from "./sorted-words.ts";

/** Words that match groups of entries: a hundred for a type, however many templates it has. */
type GroupWords = {
  /** Replaces the words of a group. */
  explain(group: string, words: string): void;
  groupsOf(word: string): Iterable<string>;
  has(word: string): boolean;
  startingWith(beginning: string): string[];
  near(word: string, edits: number): string[];
};

export function createGroupWords(): GroupWords {
  const wordsOf = new Map<string, readonly string[]>();
  const groupsOf = new Map<string, Set<string>>();
  const sorted = createSortedWords();

  function forget(group: string): void {
    for (const word of wordsOf.get(group) ?? []) {
      const groups = groupsOf.get(word);
      groups?.delete(group);
      if (groups?.size !== 0) continue;
      groupsOf.delete(word);
      sorted.remove(word);
    }
  }

  return {
    explain: (group, text) => {
      forget(group);
      const words = indexedWords(text);
      wordsOf.set(group, words);
      for (const word of words) {
        const groups = groupsOf.get(word);
        if (groups) groups.add(group);
        else {
          groupsOf.set(word, new Set([group]));
          sorted.add(word);
        }
      }
    },
    has: (word) => groupsOf.has(word),
    groupsOf: (word) => groupsOf.get(word) ?? [],
    startingWith: (beginning) => sorted.startingWith(beginning),
    near: (word, edits) => sorted.near(word, edits),
  };
}
