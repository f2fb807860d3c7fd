import { loadToStore } from "./store-later.ts";

/** A template as it is now, or as one of its versions was. */
export type DeviceTemplate = { id: string; versionId?: string | undefined };

/** Where the engine's package of a template is: its source, fields, sample, page and theme. */
export function packageAddress({ id, versionId }: DeviceTemplate): string {
  return `/engine/templates/${id}${versionId ? `?version=${versionId}` : ""}`;
}

/** Whether the service worker has stored the engine on this device. */
export async function hasStoredEngine(): Promise<boolean> {
  return globalThis.caches ? (await caches.match("/engine/index.json")) !== undefined : false;
}

/** Requests the package of an opened template for the service worker, if this device has the engine. Doesn't load the engine. */
export async function storePackage(template: DeviceTemplate): Promise<void> {
  if (await hasStoredEngine().catch(() => false)) await loadToStore(packageAddress(template));
}
