import { useEffect } from "react";
import { useStore } from "../../lib/browser/store.ts";
import { latePart, loadWanted, useLatePart } from "../../lib/pages/late-part.ts";
import { HINT, ownName, type Place, recallOwnName, turnOwnName } from "./own-name.ts";

const ownGallery = latePart<{ place: Place }>(() => import("./own-gallery.tsx"));

/** The switch. What it does is loaded when it is used; without scripts it isn't there. */
export function InMyName({ place }: { place: Place }) {
  const state = useStore(ownName);
  const isOn = state !== "off";
  const OwnGallery = useLatePart(ownGallery, isOn);
  useEffect(recallOwnName, []);
  const turn = async () => {
    turnOwnName(!isOn);
    if (!isOn && !(await loadWanted(ownGallery, "The preview with your details"))) turnOwnName(false);
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
          Preview with my details
        </button>
        {place === "line" && !isOn && <span className="who hint">{HINT}</span>}
        {isOn && OwnGallery && <OwnGallery place={place} />}
      </div>
      {place === "label" && <p className="grey-note">Grey text is sample text.</p>}
    </div>
  );
}
