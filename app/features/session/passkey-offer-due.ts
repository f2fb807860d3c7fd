import { tabStorage } from "../../lib/browser/local-storage.ts";

const KEY = "offer-passkey";

/** After signing in with a password. */
export function beginPasskeyOffer(email: string): void {
  tabStorage.write(KEY, email);
}

/** Whether the person has signed in with a password in this tab, and hasn't answered the offer since. */
export const isPasskeyOfferDue = (email: string): boolean => tabStorage.read(KEY) === email;

export function endPasskeyOffer(): void {
  tabStorage.remove(KEY);
}
