import { readdir, readFile } from "node:fs/promises";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { type PoFile, parsePo } from "pofile-ts";
import type { TranslatedMessage } from "../../contract/site/translations.ts";
import { CATALOGUES, LIBRARY_CATALOGUE } from "../../locales/catalogues.ts";
import { installedPath } from "../config/program-files.ts";
import { nextTurn } from "../process/loop-turns.ts";

/** The messages of the program with their translations, as locales/ has them. */

export type Messages = ReadonlyMap<string, TranslatedMessage>;

/**
 * Ids of the interface mean the same in all its catalogues. Texts of the library are separate: the server translates them, and
 * they are plain texts without placeholders.
 */
export type MessageSet = "interface" | typeof LIBRARY_CATALOGUE;

export function setOf(catalogue: string | undefined): MessageSet {
  return catalogue === LIBRARY_CATALOGUE ? LIBRARY_CATALOGUE : "interface";
}

/** Whether people see the messages of a catalogue on pages, and in which set they are. */
export function isIn(set: MessageSet, catalogue: string): boolean {
  return set === LIBRARY_CATALOGUE ? catalogue === LIBRARY_CATALOGUE : catalogue in CATALOGUES;
}

export const idOf = ({ msgid, msgctxt }: { msgid: string; msgctxt?: string | null }): string =>
  generateMessageId(msgid, msgctxt ?? "");

/** The files of a language, one at a time: others are answered between two of them. */
export async function* readPoFiles(
  language: string,
  isWanted: (catalogue: string) => boolean,
): AsyncGenerator<{ name: string; po: PoFile }> {
  const folder = installedPath(`locales/${language}`);
  for (const file of (await readdir(folder)).sort()) {
    const name = file.slice(0, -".po".length);
    if (!file.endsWith(".po") || !isWanted(name)) continue;
    const text = await readFile(`${folder}/${file}`, "utf8");
    await nextTurn();
    yield { name, po: parsePo(text) };
  }
}

/** By id. */
export async function readMessages(language: string, set: MessageSet): Promise<Messages> {
  const messages = new Map<string, TranslatedMessage>();
  for await (const { name, po } of readPoFiles(language, (name) => isIn(set, name)))
    for (const item of po.items) {
      const id = idOf(item);
      if (item.obsolete || messages.has(id)) continue;
      messages.set(id, {
        id,
        catalogue: name,
        message: item.msgid,
        context: item.msgctxt || null,
        translation: item.msgstr[0] || item.msgid,
        isMachine: item.comments.includes("origin: machine"),
      });
    }
  return messages;
}
