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
    if (!isOn && !(await loadWanted(ownGallery, "Your own gallery"))) turnOwnName(false);
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
          In my name
        </button>
        {place === "line" && !isOn && <span className="who hint">{HINT}</span>}
        {isOn && OwnGallery && <OwnGallery place={place} />}
      </div>
      {place === "label" && <p className="grey-note">Grey is still the sample’s, not yours.</p>}
    </div>
  );
}
