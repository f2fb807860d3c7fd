import { useSyncExternalStore } from "react";

/** Who the browser thinks is here: an e-mail in local storage. The server never believes it; see session.ts. */
export const EMAIL_KEY = "user_email";

const listeners = new Set<() => void>();

export function currentEmail(): string | undefined {
  try {
    return localStorage.getItem(EMAIL_KEY) || undefined;
  } catch {
    return undefined; // storage may be switched off: then everybody is a visitor
  }
}

export function rememberEmail(email: string): void {
  write(() => localStorage.setItem(EMAIL_KEY, email));
}

export function forgetEmail(): void {
  write(() => localStorage.removeItem(EMAIL_KEY));
}

function write(change: () => void): void {
  try {
    change();
  } catch {
    // Nothing can be remembered, so nobody is known.
  }
  announce();
}

/** The bar shows an account or the ways to one by this mark, which the head script sets before the first paint. */
function announce(): void {
  document.documentElement.toggleAttribute("data-known", currentEmail() !== undefined);
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  // A null key: everything was cleared.
  if (event.key === EMAIL_KEY || event.key === null) announce();
}

/** Calls at every change of the e-mail, made here or in another tab. */
export function watchEmail(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("storage", onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", onStorage);
  };
}

/** Undefined on the server and while a page comes to life, so that both draw the same. */
export function useEmail(): string | undefined {
  return useSyncExternalStore(watchEmail, currentEmail, () => undefined);
}
