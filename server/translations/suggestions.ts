import type { z } from "zod";
import { TRANSLATIONS_PER_PAGE } from "../../contract/limits.ts";
import type { Action } from "../../contract/people/actions.ts";
import type { TranslatedLanguage } from "../../contract/site/interface-languages.ts";
import type {
  decisionRequest,
  ListedSuggestion,
  SuggestionState,
  suggestionRequest,
  TranslatedMessage,
} from "../../contract/site/translations.ts";
import { checkTranslation, describeProblem } from "../../shared/messages/translation-check.ts";
import { actorOf, recordActions } from "../actions/action-log.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import type { Tables } from "../database/tables.ts";
import { conflict, failedValidation, forbiddenItem, requestsExceeded } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import {
  ACCEPTED_TRANSLATIONS,
  OPEN_TRANSLATIONS_OF_PERSON,
  TRANSLATIONS_OF_PERSON,
} from "../limits/limits.ts";
import { lockUsage } from "../limits/quotas.ts";
import { createStoredLimits, type Limit } from "../limits/stored-limits.ts";
import { noteLimitHit } from "../metrics/limit-hits.ts";
import type { Operator } from "../request/viewer.ts";
import type { Translations } from "./accepted-translations.ts";
import { setOf } from "./message-catalogues.ts";

type Row = Tables["translations"];
type Parts = { database: Database; translations: Translations };

export async function findMessage(
  translations: Translations,
  language: TranslatedLanguage,
  id: string,
  catalogue?: string,
): Promise<TranslatedMessage | undefined> {
  const set = setOf(catalogue);
  const found = (await translations.messagesOf(language, set)).get(id);
  if (!found) return undefined;
  const text = translations.textOf(language, set, id);
  if (text === undefined) return found;
  return { ...found, translation: text, isMachine: false };
}

/** A person's new text for a message replaces their open one; one that is open already is not stored again. Returns its id. */
export async function suggest(
  { database: { db, dialect }, translations }: Parts,
  userId: string,
  given: z.output<typeof suggestionRequest>,
  now: Date,
): Promise<string> {
  const language = given.language as TranslatedLanguage;
  const message = await findMessage(translations, language, given.message_id, given.catalogue);
  if (!message) throw failedValidation("message_id", "message", "Value is not a message of this version.");
  const suggestion = given.suggestion.trim();
  requireValid("suggestion", language, message, suggestion);
  if (suggestion === message.translation)
    throw failedValidation("suggestion", "same", messageFor("translation_same"));
  const comment = given.comment.trim() || null;
  return db.transaction().execute(async (db) => {
    await lockUsage(db, dialect, userId);
    const limit: Limit = {
      about: ["translations", userId],
      ...TRANSLATIONS_OF_PERSON,
      afterSuccess: "keep",
    };
    const exceeded = await createStoredLimits({ db }).take([limit]);
    if (exceeded) throw requestsExceeded(exceeded.retryAfter);
    const open = await db
      .selectFrom("translations")
      .select(["id", "user_id", "suggestion"])
      .where("language", "=", language)
      .where("message_id", "=", message.id)
      .where("catalogue", "=", message.catalogue)
      .where("state", "=", "open")
      .execute();
    const same = open.find((row) => row.suggestion === suggestion);
    if (same && same.user_id !== userId) return same.id;
    const own = open.find((row) => row.user_id === userId);
    const moment = now.toISOString();
    if (own) {
      const changed = { suggestion, comment, date_created: moment };
      await db.updateTable("translations").set(changed).where("id", "=", own.id).execute();
      return own.id;
    }
    await requireRoom(db, userId);
    const id = newId(now.getTime());
    await db
      .insertInto("translations")
      .values({
        id,
        language,
        catalogue: message.catalogue,
        message_id: message.id,
        message: message.message,
        context: message.context,
        suggestion,
        accepted_text: null,
        comment,
        user_id: userId,
        state: "open",
        date_created: moment,
        decided_by: null,
        date_decided: null,
      })
      .execute();
    return id;
  });
}

function requireValid(
  field: string,
  language: string,
  { message, catalogue }: TranslatedMessage,
  translation: string,
): void {
  const isPlain = setOf(catalogue) !== "interface" && translation !== "";
  const problem = isPlain ? undefined : checkTranslation(language, message, translation);
  if (problem) throw failedValidation(field, problem.kind, describeProblem(problem));
}

async function requireRoom(db: Db, userId: string): Promise<void> {
  const { count } = await db
    .selectFrom("translations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  if (Number(count) < OPEN_TRANSLATIONS_OF_PERSON) return;
  noteLimitHit("open translations");
  throw conflict(messageFor("translations_waiting", { count: Number(count) }));
}

/** One page, by language; open ones in the order they were sent, others with the last decision first. */
export async function listSuggestions(
  { database: { db }, translations }: Parts,
  state: SuggestionState,
  page: number,
) {
  const chosen = db.selectFrom("translations").where("translations.state", "=", state);
  const rows = await chosen
    .leftJoin("auth_user", "auth_user.id", "translations.user_id")
    .selectAll("translations")
    .select("auth_user.name as author")
    .orderBy("language")
    .orderBy(state === "open" ? "date_created" : "date_decided", state === "open" ? "asc" : "desc")
    .orderBy("translations.id")
    .limit(TRANSLATIONS_PER_PAGE)
    .offset((page - 1) * TRANSLATIONS_PER_PAGE)
    .execute();
  const { count } = await chosen
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const data: ListedSuggestion[] = [];
  for (const row of rows) data.push(await describe(translations, row));
  return { data, meta: { filter_count: Number(count) } };
}

async function describe(
  translations: Translations,
  row: Row & { author: string | null },
): Promise<ListedSuggestion> {
  const language = row.language as TranslatedLanguage;
  const message = await findMessage(translations, language, row.message_id, row.catalogue);
  const current = message?.translation ?? null;
  return {
    id: row.id,
    language,
    catalogue: row.catalogue,
    message_id: row.message_id,
    message: row.message,
    context: row.context,
    current,
    suggestion: row.suggestion,
    text: row.accepted_text,
    comment: row.comment,
    author: row.author,
    state: row.state,
    date_created: row.date_created,
    date_decided: row.date_decided,
    isOutdated: message === undefined,
    isReplaced: message !== undefined && row.state === "accepted" && row.accepted_text !== current,
  };
}

/** In the transaction `db`. Returns whether pages have to be made again. */
export async function decide(
  { database: { db, dialect }, translations }: Parts,
  operator: Operator,
  id: string,
  { state, text }: z.output<typeof decisionRequest>,
  now: Date,
): Promise<boolean> {
  const select = db.selectFrom("translations").selectAll().where("id", "=", id);
  const row = await (dialect === "postgres" ? select.forUpdate() : select).executeTakeFirst();
  if (!row) throw forbiddenItem();
  const acceptedText = state === "accepted" ? (text ?? row.accepted_text ?? row.suggestion).trim() : null;
  if (row.state === state && row.accepted_text === acceptedText) return false;
  if (acceptedText !== null) await requireAcceptable(db, translations, row, acceptedText);
  await db
    .updateTable("translations")
    .set({
      state,
      accepted_text: acceptedText,
      decided_by: state === "open" ? null : operator.userId,
      date_decided: state === "open" ? null : now.toISOString(),
    })
    .where("id", "=", id)
    .execute();
  const target = { kind: "translation" as const, ids: [id] };
  await recordActions(db, actorOf(operator), actionOf(row.state, state), target, now);
  return row.state === "accepted" || state === "accepted";
}

function actionOf(before: SuggestionState, after: SuggestionState): Action {
  if (after === "accepted") return "translation.accepted";
  if (after === "open") return "translation.reopened";
  return before === "accepted" ? "translation.withdrawn" : "translation.declined";
}

async function requireAcceptable(db: Db, translations: Translations, row: Row, text: string): Promise<void> {
  const language = row.language as TranslatedLanguage;
  const message = await findMessage(translations, language, row.message_id, row.catalogue);
  if (!message) throw conflict(messageFor("translation_outdated"));
  requireValid("text", language, message, text);
  const { count } = await db
    .selectFrom("translations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("language", "=", language)
    .where("state", "=", "accepted")
    .executeTakeFirstOrThrow();
  if (Number(count) < ACCEPTED_TRANSLATIONS) return;
  throw conflict(messageFor("translations_accepted", { count: Number(count) }));
}
