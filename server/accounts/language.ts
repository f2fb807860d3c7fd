import type { TranslatedLanguage } from "../../contract/site/interface-languages.ts";
import type { Db } from "../database/connect.ts";

/** A new account starts with the language of the page on which it was created. */
export async function storeLanguage(
  db: Db,
  userId: string,
  language: TranslatedLanguage | undefined,
): Promise<void> {
  if (language) await db.updateTable("user").set({ language }).where("id", "=", userId).execute();
}
