import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { PageTranslations } from "../../contract/page-services.ts";
import type { TranslatedLanguage } from "../../contract/site/interface-languages.ts";
import type { CompiledMessage } from "../../shared/messages/translation-check.ts";
import { createBoundedCache } from "../cache/bounded-cache.ts";
import type { Database, Db } from "../database/connect.ts";
import { type MessageSet, type Messages, readMessages, setOf } from "./message-catalogues.ts";

/**
 * The translations that operators have accepted, which replace those of the program. Those of messages that the
 * program no longer has are left out. Read again with every catalogue version, so that all nodes use the same.
 */
export type Translations = PageTranslations & {
  refresh(): Promise<void>;
  /** The messages of the program in a language, by id. */
  messagesOf(language: TranslatedLanguage, set: MessageSet): Promise<Messages>;
  /** The accepted text of a message, if there is one. */
  textOf(language: TranslatedLanguage, set: MessageSet, id: string): string | undefined;
};

/** A language takes 2 to 3 MB, and few people suggest translations at the same time. */
const MAX_SETS_IN_MEMORY = 4;

/** Of one language. */
type Accepted = {
  texts: Record<MessageSet, Map<string, string>>;
  messages: Record<string, CompiledMessage>;
  library: Map<string, string>;
  /** How many replace a translation that a machine made. */
  reviewed: number;
};

export async function openTranslations({ db }: Pick<Database, "db">): Promise<Translations> {
  const read = createBoundedCache<Promise<Messages>>({ maxEntries: MAX_SETS_IN_MEMORY });
  let accepted = new Map<string, Accepted>();
  let rowsRead = "[]";

  function messagesOf(language: string, set: MessageSet): Promise<Messages> {
    const key = `${language} ${set}`;
    const found = read.get(key) ?? readMessages(language, set);
    read.set(key, found);
    // A file that can't be read now may be readable later.
    found.catch(() => read.removeWhere((value) => value === found));
    return found;
  }

  async function refresh(): Promise<void> {
    const rows = await readAccepted(db);
    const text = JSON.stringify(rows);
    if (text === rowsRead) return;
    const next = new Map<string, Accepted>();
    for (const { language, catalogue, message_id, accepted_text } of rows) {
      const set = setOf(catalogue);
      const message = (await messagesOf(language, set)).get(message_id);
      if (!message || accepted_text === null) continue;
      const ofLanguage = next.get(language) ?? noneAccepted();
      next.set(language, ofLanguage);
      if (message.isMachine && !ofLanguage.texts[set].has(message_id)) ofLanguage.reviewed++;
      ofLanguage.texts[set].set(message_id, accepted_text);
      if (set === "interface") ofLanguage.messages[message_id] = compileMessageOrThrow(accepted_text);
      else ofLanguage.library.set(libraryKey(message), accepted_text);
    }
    accepted = next;
    rowsRead = text;
  }

  await refresh();
  return {
    refresh,
    messagesOf,
    textOf: (language, set, id) => accepted.get(language)?.texts[set].get(id),
    accepted: (language) => accepted.get(language),
    reviewedCount: (language) => accepted.get(language)?.reviewed ?? 0,
  };
}

function noneAccepted(): Accepted {
  return {
    texts: { interface: new Map(), library: new Map() },
    messages: {},
    library: new Map(),
    reviewed: 0,
  };
}

/** As the build of the pages has it. */
function libraryKey({ message, context }: { message: string; context: string | null }): string {
  return context === null ? message : `${context}\u0004${message}`;
}

/** The last decision about a message wins. */
function readAccepted(db: Db) {
  return db
    .selectFrom("translations")
    .select(["language", "catalogue", "message_id", "accepted_text"])
    .where("state", "=", "accepted")
    .orderBy("language")
    .orderBy("catalogue")
    .orderBy("date_decided")
    .orderBy("id")
    .execute();
}
