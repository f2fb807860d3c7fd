// Loaded when a template is saved.
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import { storeCopy } from "../../lib/browser/offline-copies.ts";
import { hasStoredEngine, packageAddress } from "../../lib/device/template-packages.ts";
import { inPageLanguage } from "../../lib/i18n/addresses.ts";

let queue: Promise<unknown> = Promise.resolve();

/** Stores a saved template for use offline, where this device has the engine: what its editor needs, and what its pages are made of. */
export function storeForOffline(id: string): Promise<void> {
  const done = queue.then(() => store(id)).catch((error) => console.error("Offline template failed", error));
  queue = done;
  return done;
}

async function store(id: string): Promise<void> {
  if (!(await hasStoredEngine())) return;
  const { type, slug, name } = await load<RenderTemplate>(packageAddress({ id })); // the service worker stores it
  const address = `/${type}/${slug}/use`;
  const data = await load<unknown>(inPageLanguage(`${address}/data`));
  await drawOnce(id).catch((error) => console.error("Fonts of an offline template failed", error));
  await storeCopy("template", inPageLanguage(address), { owner: "", name, address, data });
}

async function load<Answer>(address: string): Promise<Answer> {
  const answer = await fetch(address, { credentials: "omit", priority: "low" });
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}`);
  return answer.json();
}

/** Which fonts a template needs is known when its page is drawn. */
async function drawOnce(id: string): Promise<void> {
  const { closeEngine, engineState, isCapable, openEngine } = await import(
    "../../lib/device/engine-state.ts"
  );
  if (!isCapable()) return;
  const isInUse = engineState.get().kind !== "off";
  try {
    await openEngine().render({ id }, { kind: "sheet", mode: "preview", data: {}, theme: {} });
  } finally {
    if (!isInUse) closeEngine("off");
  }
}
