import { plural } from "@lingui/core/macro";
import {
  ALWAYS_PRINTABLE,
  createUnprintedFinder,
  type FindUnprinted,
  findUnprintedIn,
  type PrintedCharacters,
} from "../../../../shared/text/characters.ts";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { formatMore } from "../../../lib/format/page-formats.ts";
import { call } from "../../../lib/http/http-client.ts";
import { formatList } from "../../../lib/i18n/intl.ts";

/** A field with characters that no font of this server has. */
export type Unprinted = { path: string; characters: string[] };

let known: Promise<FindUnprinted> | undefined;

/** Loaded once, when an uncommon character is typed. */
function loadFinder(): Promise<FindUnprinted> {
  known ??= call(isPrivatePage() ? "engine/characters.json" : "render/characters", { isPublic: true })
    .then((answer): Promise<PrintedCharacters> => answer.json())
    .then(createUnprintedFinder);
  known.catch(() => {
    known = undefined; // the next keystroke retries
  });
  return known;
}

/** Undefined if there are only common characters, so that no one has to wait. */
export function lookForUnprinted(documents: readonly unknown[]): Promise<Unprinted[][]> | undefined {
  if (documents.every((data) => findUnprintedIn(data, mayBeUnprinted).length === 0)) return undefined;
  return loadFinder().then((find) => documents.map((data) => findUnprintedIn(data, find)));
}

const mayBeUnprinted: FindUnprinted = (text) => (ALWAYS_PRINTABLE.test(text) ? [] : [text]);

const MAX_NAMED = 5;

/** "Our fonts don’t include 税 or 込. They would print as empty boxes." */
export function formatUnprinted(characters: readonly string[]): string {
  const named = characters.slice(0, MAX_NAMED);
  const more = characters.length - named.length;
  const list = formatList(more > 0 ? [...named, formatMore(more)] : named, "disjunction");
  return plural(
    { count: characters.length },
    {
      one: `Our fonts don’t include ${list}. It would print as an empty box.`,
      other: `Our fonts don’t include ${list}. They would print as empty boxes.`,
    },
  );
}
