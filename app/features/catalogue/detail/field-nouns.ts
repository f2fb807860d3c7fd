import type { FieldSchema, GroupField } from "../../../../contract/templates/template-file.ts";

/** The titles of fields as parts of a sentence: "Client" is "the client", "What you apply for" stays what it is. */

const SENDER = /^(from|you|your\b.*|letterhead)$/i;
const RECIPIENT = /^(to|bill to|sold to|for)$/i;
/** Begins what can be asked for as it stands: "who signs", "a last word", "your reference". */
const STANDS_ALONE = /^(what|who|whose|where|when|why|how|which|an?|the|your|our|their|one|something)\b/i;
/** Labels that are no noun. In a sentence they are quoted. */
const NO_NOUN =
  /^(in|by|to|for|from|as|at|and|all|still|already|please|you|reply|pay|signed|dated|done|next|absent|present|attention|starts|made|last)\b|\b(on|at|by|to|for|until|of|as|in)$/i;
/** Two labels in one. */
const TWO_IN_ONE = /,.*\b(by|to|what|who)\b/i;
/** Labels that say more in other words. */
const OTHER_WORDS: Record<string, string> = {
  "awarded to": "whom it is for",
  "for whom": "whom it is for",
  "from whom": "who it is from",
  "signed by": "who signs it",
  "to whom": "whom it is for",
  "valid until": "how long it is valid",
  "what for": "what it is for",
  when: "the time",
  where: "the place",
};
const VAGUE =
  /^(name|address|e-?mail|phone|title|number|company|caption|contact|website|position|reference)$/i;

export function nounOf(field: FieldSchema, name: string, group: GroupField): string {
  const title = (field.title ?? name.replaceAll("_", " ")).trim();
  const within = group.title?.trim() ?? "";
  if (field.type === "string" && field.format === "date") {
    const day = /^(\w+) on$/i.exec(title)?.[1];
    if (day) return `the date it is ${day.toLowerCase()}`;
  }
  const better = OTHER_WORDS[title.toLowerCase()];
  if (better) return better;
  if (TWO_IN_ONE.test(title)) return `“${title}”`;
  if (STANDS_ALONE.test(title)) return lower(title);
  if (NO_NOUN.test(title)) return `“${title}”`;
  if (SENDER.test(within)) return `your ${lower(title)}`;
  if (RECIPIENT.test(within) && VAGUE.test(title)) return `the recipient’s ${lower(title)}`;
  if (within && VAGUE.test(title)) return `the ${lower(within)}’s ${lower(title)}`;
  return `the ${lower(title)}`;
}

/** With a small letter, unless it is an abbreviation. */
function lower(title: string): string {
  return /^\p{Lu}(\p{Lu}|\.)/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

/** "a, b and c" as words and what stands between them, in turn; of many the first and how many more. */
export function listWords(words: readonly string[], most: number): string[] {
  const different = [...new Set(words)];
  const hidden = different.length - most;
  // One left over is said as quickly as counted.
  const shown = hidden > 1 ? different.slice(0, most) : different;
  const all = hidden > 1 ? [...shown, `${hidden} more`] : shown;
  return all.flatMap((word, i) => {
    if (i === 0) return [word];
    return [i === all.length - 1 ? " and " : ", ", word];
  });
}
