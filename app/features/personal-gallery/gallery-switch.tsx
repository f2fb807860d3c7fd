import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { useStore } from "../../lib/browser/store.ts";
import { lazyPart, loadOrNotify, useLazyPart } from "../../lib/pages/lazy-part.ts";
import {
  hintText,
  type Place,
  personalGallery,
  switchPersonalGallery,
  watchPersonalGallery,
} from "./gallery-setting.ts";

const ownGallery = lazyPart<{ place: Place }>(() => import("./personal-gallery.tsx"));

/** The switch. Its implementation is loaded on first use; it is hidden without scripts. */
export function PersonalGallerySwitch({ place }: { place: Place }) {
  const state = useStore(personalGallery);
  const isOn = state !== "off";
  const OwnGallery = useLazyPart(ownGallery, isOn);
  useEffect(watchPersonalGallery, []);
  const turn = async () => {
    switchPersonalGallery(!isOn);
    if (!isOn && !(await loadOrNotify(ownGallery, t`We couldn’t show the preview with your details.`)))
      switchPersonalGallery(false);
  };
  return (
    <div className={`own-name ${place}`}>
      <div className="own-line">
        <button
          type="button"
          role="switch"
          aria-checked={isOn}
          className="switch"
          onClick={() => void turn()}
        >
          <i />
          {t`Preview with my details`}
        </button>
        {place === "line" && !isOn && <span className="who hint">{hintText()}</span>}
        {isOn && OwnGallery && <OwnGallery place={place} />}
      </div>
      {place === "label" && <p className="grey-note">{t`Grey text is sample text.`}</p>}
    </div>
  );
}
