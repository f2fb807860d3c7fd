import { indexedWords, inLanguage } from "./plain-words.ts";
import { createSortedWords } from "./sorted-words.ts";

/** Words that match groups of entries: a hundred for a type, however many templates it has. */
type GroupWords = {
  /** Replaces the words of a group in a language. */
  explain(group: string, words: string, language?: string): void;
  /** Each with the language of the word: "type:invoices@de". */
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
    explain: (name, text, language) => {
      const group = inLanguage(name, language);
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
