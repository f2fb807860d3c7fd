import {
  ALWAYS_PRINTABLE,
  createUnprintedFinder,
  type FindUnprinted,
  findUnprintedIn,
  type PrintedCharacters,
} from "../../../../shared/text/characters.ts";
import { call } from "../../../lib/http/http-client.ts";

/** A field with characters that no typeface of this server has. */
export type Unprinted = { path: string; characters: string[] };

let known: Promise<FindUnprinted> | undefined;

/** Asked for once, when somebody types something that is not on every keyboard. */
function loadFinder(): Promise<FindUnprinted> {
  known ??= call("render/characters", { isPublic: true })
    .then((answer): Promise<PrintedCharacters> => answer.json())
    .then(createUnprintedFinder);
  known.catch(() => {
    known = undefined; // the next keystroke asks again
  });
  return known;
}

/** Undefined when there is nothing to look for, so that nobody waits. */
export function lookForUnprinted(documents: readonly unknown[]): Promise<Unprinted[][]> | undefined {
  if (documents.every((data) => findUnprintedIn(data, mayBeUnprinted).length === 0)) return undefined;
  return loadFinder().then((find) => documents.map((data) => findUnprintedIn(data, find)));
}

const mayBeUnprinted: FindUnprinted = (text) => (ALWAYS_PRINTABLE.test(text) ? [] : [text]);

const MOST_NAMED = 5;

/** "No typeface here has 税 or 込: on paper they would be empty boxes." */
export function formatUnprinted(characters: readonly string[]): string {
  const named = characters.slice(0, MOST_NAMED);
  const more = characters.length - named.length;
  const last = more > 0 ? `${more} more` : named.length > 1 ? named.pop() : undefined;
  const list = last === undefined ? named.join(", ") : `${named.join(", ")} or ${last}`;
  return characters.length === 1
    ? `No typeface here has ${list}: on paper it would be an empty box.`
    : `No typeface here has ${list}: on paper they would be empty boxes.`;
}
