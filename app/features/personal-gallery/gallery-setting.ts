import { t } from "@lingui/core/macro";
import { deviceStorage } from "../../lib/browser/local-storage.ts";
import { createStore } from "../../lib/browser/store.ts";

/**
 * Whether the gallery shows the person's own details; stored on this device. The head script reads the same
 * key.
 */
export const PERSONAL_GALLERY_KEY = "in_my_name";

/** On home a line of its own; in the label of a listing the switch alone. */
export type Place = "line" | "label";
export const hintText = () => t`Shows your name and address on every template.`;

/** "asked": just switched on, so a person without details is asked for a name. */
export const personalGallery = createStore<"off" | "asked" | "remembered">("off");

export function switchPersonalGallery(isOn: boolean): void {
  if (isOn) deviceStorage.write(PERSONAL_GALLERY_KEY, "1");
  else deviceStorage.remove(PERSONAL_GALLERY_KEY);
  mark(isOn);
  personalGallery.set(isOn ? "asked" : "off");
}

/** Applies the stored setting after hydration, and changes from other tabs. */
export function watchPersonalGallery(): () => void {
  applyStored();
  const onStorage = ({ key }: StorageEvent) => {
    if (key === PERSONAL_GALLERY_KEY || key === null) applyStored();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

function applyStored(): void {
  const isOn = deviceStorage.read(PERSONAL_GALLERY_KEY) !== undefined;
  mark(isOn);
  if (isOn !== (personalGallery.get() !== "off")) personalGallery.set(isOn ? "remembered" : "off");
}

function mark(isOn: boolean): void {
  document.documentElement.toggleAttribute("data-personal-gallery", isOn);
}
