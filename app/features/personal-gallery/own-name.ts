import { deviceStorage } from "../../lib/browser/local-storage.ts";
import { createStore } from "../../lib/browser/store.ts";

/** Whether the gallery is shown in one's own name; remembered on this device. The head script marks the page by the same key. */
export const OWN_NAME_KEY = "in_my_name";

/** On home a line of its own; in the label of a listing the switch alone. */
export type Place = "line" | "label";
export const HINT = "Shows your name and address on every template.";

/** "asked": switched on just now, so that somebody without details may be asked for a name. */
export const ownName = createStore<"off" | "asked" | "remembered">("off");

export function turnOwnName(isOn: boolean): void {
  if (isOn) deviceStorage.write(OWN_NAME_KEY, "1");
  else deviceStorage.remove(OWN_NAME_KEY);
  mark(isOn);
  ownName.set(isOn ? "asked" : "off");
}

/** Once the page has come to life: what was remembered, and what another tab switches. */
export function recallOwnName(): () => void {
  recall();
  const onStorage = ({ key }: StorageEvent) => {
    if (key === OWN_NAME_KEY || key === null) recall();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

function recall(): void {
  const isOn = deviceStorage.read(OWN_NAME_KEY) !== undefined;
  mark(isOn);
  if (isOn !== (ownName.get() !== "off")) ownName.set(isOn ? "remembered" : "off");
}

function mark(isOn: boolean): void {
  document.documentElement.toggleAttribute("data-own-name", isOn);
}
