import { INTERFACE_LANGUAGES, type TranslatedLanguage } from "../../../contract/site/interface-languages.ts";
import { deviceStorage } from "../../lib/browser/local-storage.ts";
import { call } from "../../lib/http/http-client.ts";
import { pageLanguage } from "../../lib/i18n/i18n.tsx";
import { currentSession } from "./session.ts";

/** The language that a person has chosen on this device. */
export const LANGUAGE_KEY = "language";

/** Remembers a chosen language on the device and, in the background, in the account. */
export function chooseLanguage(language: TranslatedLanguage): void {
  deviceStorage.write(LANGUAGE_KEY, language);
  const session = currentSession();
  if (session.kind !== "known") return;
  const change = { method: "PATCH", json: { language }, outlivesPage: true };
  call(`items/user/${session.id}?fields=id`, change).catch((error) =>
    console.error("Storing the language failed", error),
  );
}

let afterSignIn: TranslatedLanguage | undefined;

/** After signing in, a device on which no language was chosen takes the account's. */
export async function adoptAccountLanguage(userId: string): Promise<void> {
  afterSignIn = undefined;
  if (deviceStorage.read(LANGUAGE_KEY)) return;
  try {
    const answer = await call(`items/user/${userId}?fields=language`);
    const { data }: { data: { language: string | null } } = await answer.json();
    const found = INTERFACE_LANGUAGES.find((each) => each === data.language);
    if (!found) return;
    deviceStorage.write(LANGUAGE_KEY, found);
    if (found !== pageLanguage()) afterSignIn = found;
  } catch (error) {
    console.error("Reading the language failed", error);
  }
}

/** The language of the page that follows the sign-in, if it is another one. */
export function languageAfterSignIn(): TranslatedLanguage | undefined {
  return afterSignIn;
}
