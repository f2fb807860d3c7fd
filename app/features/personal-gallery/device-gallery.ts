import { GALLERY, PRIVATE_PARAMETER } from "../../../contract/site/private-pages.ts";
import { isPrivatePage } from "../../lib/browser/private-page.ts";
import { prefersDeviceOnly } from "../../lib/device/engine-choice.ts";
import { isEnginePossible } from "../../lib/device/engine-errors.ts";
import { inPageLanguage } from "../../lib/i18n/addresses.ts";

/** Whether the person's details may not be sent to be drawn: only the private gallery draws them then. */
export function isHeldBack(): boolean {
  return !isPrivatePage() && prefersDeviceOnly() && isEnginePossible();
}

/** The gallery that this device draws itself, of one type or of all. A link to it loads the page in full. */
export function privateGalleryAddress(type?: string | null): string {
  const parameters = new URLSearchParams(type ? { type } : {});
  parameters.set(PRIVATE_PARAMETER, "1");
  return inPageLanguage(`${GALLERY}?${parameters}`);
}
