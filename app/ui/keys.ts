import { t } from "@lingui/core/macro";

/** The names of keys on keyboards of the page's language. */
export const ctrlKey = () => t({ message: "Ctrl", context: "keyboard key" });
export const shiftKey = () => t({ message: "Shift", context: "keyboard key" });
export const escapeKey = () => t({ message: "Esc", context: "keyboard key" });
