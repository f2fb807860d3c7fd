/** Loaded before the service worker had this page, so that it couldn't store them. */
const notStored = new Set<string>();

/** On the first visit the service worker starts after the page, perhaps after the engine: it then gets the file from the browser's cache. */
export function storeLater(address: string): void {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) return;
  if (notStored.size === 0) workers.addEventListener("controllerchange", loadAgain, { once: true });
  notStored.add(address);
}

/**
 * Called before files are loaded; the result takes the address of each that was. The service worker may take over the page in between: it
 * has not seen them then.
 */
export function noteLoading(): (address: string) => void {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) return () => undefined;
  return (address) => {
    if (workers.controller) void loadToStore(address);
    else storeLater(address);
  };
}

async function loadAgain(): Promise<void> {
  const addresses = [...notStored];
  notStored.clear();
  for (const address of addresses) await loadToStore(address);
}

/** Requests a file only for the service worker, which reads all of it. If that fails, there is no preview offline, as without a worker. */
export async function loadToStore(address: string): Promise<void> {
  await fetch(address, { credentials: "omit", priority: "low" })
    .then((answer) => answer.body?.cancel())
    .catch(() => undefined);
}
