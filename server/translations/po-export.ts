import { stringifyPo } from "pofile-ts";
import type { TranslatedLanguage } from "../../contract/site/interface-languages.ts";
import type { Db } from "../database/connect.ts";
import type { ZipEntry } from "../request/zip-stream.ts";
import { idOf, isIn, readPoFiles, setOf } from "./message-catalogues.ts";

/**
 * The accepted translations of a language as PO files in the shape of locales/, so that they can be merged there. A text
 * that is in several catalogues is in each of their files; without any, the list is empty.
 */
export async function exportAccepted(db: Db, language: TranslatedLanguage): Promise<ZipEntry[]> {
  const rows = await db
    .selectFrom("translations")
    .leftJoin("auth_user", "auth_user.id", "translations.user_id")
    .select(["catalogue", "message_id", "accepted_text", "auth_user.name"])
    .where("language", "=", language)
    .where("state", "=", "accepted")
    .orderBy("date_decided")
    .orderBy("translations.id")
    .execute();
  const accepted = new Map(rows.map((row) => [`${setOf(row.catalogue)} ${row.message_id}`, row]));
  const sets = new Set(rows.map(({ catalogue }) => setOf(catalogue)));
  const files: ZipEntry[] = [];
  for await (const { name, po } of readPoFiles(language, (name) =>
    [...sets].some((set) => isIn(set, name)),
  )) {
    const items = po.items.flatMap((item) => {
      const found = item.obsolete ? undefined : accepted.get(`${setOf(name)} ${idOf(item)}`);
      if (!found?.accepted_text) return [];
      const comments = item.comments.filter((comment) => !comment.startsWith("origin: "));
      return [
        {
          ...item,
          comments: [`origin: ${originOf(found.name)}`, ...comments],
          msgstr: [found.accepted_text],
        },
      ];
    });
    if (items.length === 0) continue;
    const headers = Object.fromEntries(Object.entries(po.headers).filter(([, value]) => value));
    const text = stringifyPo({ ...po, headers, items }, { foldLength: 0 });
    files.push({ name: `locales/${language}/${name}.po`, content: inOnePiece(text) });
  }
  return files;
}

async function* inOnePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A name on one line; "machine" would mean that no person chose the text. */
function originOf(name: string | null): string {
  const plain = (name ?? "").replace(/\s+/g, " ").trim();
  return plain === "" || plain === "machine" ? "a person" : plain;
}
