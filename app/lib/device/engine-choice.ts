import { deviceStorage } from "../browser/local-storage.ts";

/** Where pages are rendered, as the person chose. The server always gives the first page of the preview. */
export type EngineChoice = (typeof CHOICES)[number];
const CHOICES = ["automatic", "device", "server"] as const;

const KEY = "pages-rendered";

/** The choice as this browser has stored it. */
export function storedEngineChoice(): EngineChoice {
  return CHOICES.find((each) => each === deviceStorage.read(KEY)) ?? "automatic";
}

/** Whether nothing typed may leave this device: new documents, and sheets with the person's details. */
export function prefersDeviceOnly(): boolean {
  return storedEngineChoice() === "device";
}

/** For the next page: this one has the policy that it was loaded with. */
export function rememberEngineChoice(choice: EngineChoice): void {
  deviceStorage.write(KEY, choice);
}
