import { deviceStorage } from "../lib/local-storage.ts";
import { THEME_KEY } from "./head-script.ts";

/** The other of light and dark, remembered; the system's choice holds until the first switch. */
export function switchTheme(): void {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  deviceStorage.write(THEME_KEY, next);
}
