import { deviceStorage } from "../../lib/browser/local-storage.ts";

/** The email address in local storage. The server never trusts it; see session.ts. */
export const EMAIL_KEY = "user_email";

let onChange: (() => void) | undefined;

/** Without storage everyone is a visitor. */
export function currentEmail(): string | undefined {
  return deviceStorage.read(EMAIL_KEY) || undefined;
}

export function rememberEmail(email: string): void {
  deviceStorage.write(EMAIL_KEY, email);
  announce();
}

export function forgetEmail(): void {
  deviceStorage.remove(EMAIL_KEY);
  announce();
}

/**
 * The bar shows the account or the sign-in links by this attribute, which the head script sets before the
 * first paint.
 */
function announce(): void {
  document.documentElement.toggleAttribute("data-known", currentEmail() !== undefined);
  onChange?.();
}

function onStorage(event: StorageEvent): void {
  // A null key: everything was cleared.
  if (event.key === EMAIL_KEY || event.key === null) announce();
}

/** Calls whenever the email is written, here or in another tab, even if it stays the same. For one listener. */
export function watchEmail(listener: () => void): () => void {
  onChange = listener;
  addEventListener("storage", onStorage);
  return () => {
    onChange = undefined;
    removeEventListener("storage", onStorage);
  };
}
