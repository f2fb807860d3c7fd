import { readFile } from "node:fs/promises";
import { installedPath } from "../../config/program-files.ts";

/** Names, descriptions and keywords of the library in another language, by context and English text. */
export type Translations = (language: string, key: string) => string | undefined;

export const NO_TRANSLATIONS: Translations = () => undefined;

/** Written by scripts/build/messages.ts with the pages. Development has none: it searches in English and by keywords of types. */
export async function readTranslations(): Promise<Translations> {
  try {
    const file = await readFile(installedPath("build/server/library-texts.json"), "utf8");
    const { keys, texts }: { keys: string[]; texts: Record<string, (string | null)[]> } = JSON.parse(file);
    // The English texts once, and not with every language.
    const places = new Map(keys.map((key, place) => [key, place]));
    return (language, key) => texts[language]?.[places.get(key) ?? -1] ?? undefined;
  } catch {
    return NO_TRANSLATIONS;
  }
}
