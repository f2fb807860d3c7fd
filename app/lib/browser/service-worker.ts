const CACHES = "typecase-"; // as in public/service-worker.js

type Connection = { connection?: { saveData?: boolean } };

/**
 * Stores the editor's files on this device (public/service-worker.js). Called by pages that work offline once they are open; others load
 * nothing of it. In private browsing, or when the device is full, there is no worker, and pages work as before.
 */
export function registerServiceWorker(build: string | undefined): void {
  if (!build || !navigator.serviceWorker || (navigator as Connection).connection?.saveData) return;
  navigator.serviceWorker.register("/service-worker.js").then(
    // A worker of this page's build that waits for pages of an earlier one.
    (registration) => registration?.waiting?.postMessage(build),
    () => undefined,
  );
}

/** Deletes the stored files. The worker is registered again when the editor is opened the next time. */
export async function deleteStoredFiles(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  if (!globalThis.caches) return;
  for (const name of await caches.keys()) if (name.startsWith(CACHES)) await caches.delete(name);
}
