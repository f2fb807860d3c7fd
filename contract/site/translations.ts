import { z } from "zod";
import { MAX_TRANSLATION, MAX_TRANSLATION_COMMENT } from "../limits.ts";
import { INTERFACE_LANGUAGES, SOURCE_LANGUAGE, type TranslatedLanguage } from "./interface-languages.ts";

/** Suggested translations of the interface's messages, and the accepted ones, which replace those of the program. */

export const SUGGESTION_STATES = ["open", "accepted", "declined"] as const;
export type SuggestionState = (typeof SUGGESTION_STATES)[number];

const language = z
  .enum(INTERFACE_LANGUAGES, "must be a language of the interface")
  .refine((given) => given !== SOURCE_LANGUAGE, "can't be English, which is the original");
const text = z
  .string("must be a text")
  .max(MAX_TRANSLATION, `may have at most ${MAX_TRANSLATION.toLocaleString("en-GB")} characters`);

/** POST /site/translations */
export const suggestionRequest = z.strictObject({
  language,
  /** Needed only for texts of the library: ids of the interface are in one catalogue or mean the same in several. */
  catalogue: z.string("must be the name of a catalogue").max(100).optional(),
  message_id: z.string("must be the id of a message").max(1_000),
  suggestion: text,
  comment: z
    .string("must be a text")
    .max(MAX_TRANSLATION_COMMENT, `may have at most ${MAX_TRANSLATION_COMMENT} characters`)
    .default(""),
});

/** PATCH /site/translations/:id, for operators. A text that is accepted may differ from the suggested one. */
export const decisionRequest = z.strictObject({
  state: z.enum(SUGGESTION_STATES, "must be open, accepted or declined"),
  text: text.optional(),
});

/** GET /site/translations/:language/:id */
export type TranslatedMessage = {
  id: string;
  /** The first that has it: a text of the interface may be in several. */
  catalogue: string;
  /** The English text, and what distinguishes it from others with the same text. */
  message: string;
  context: string | null;
  /** The current text in the language. */
  translation: string;
  isMachine: boolean;
};

/** GET /site/translations */
export type ListedSuggestion = {
  id: string;
  language: TranslatedLanguage;
  catalogue: string;
  message_id: string;
  message: string;
  context: string | null;
  /** The current text; null if the message is no longer in the interface. */
  current: string | null;
  suggestion: string;
  /** The accepted text. */
  text: string | null;
  comment: string | null;
  /** Null: the account was deleted. */
  author: string | null;
  state: SuggestionState;
  date_created: string;
  date_decided: string | null;
  /** The English text changed or is gone: the translation is not used. */
  isOutdated: boolean;
  /** A newer one for the same message was accepted. */
  isReplaced: boolean;
};
