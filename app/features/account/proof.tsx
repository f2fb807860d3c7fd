import type { CSSProperties } from "react";
import { pictureAddress } from "../../lib/asset.ts";
import { placeOnPage, useDrawnPage } from "../../lib/drawn-page.ts";
import type { ProofTemplate } from "./proof-template.ts";

/** A real page with the name on it that is being typed. */
export function Proof({ proof, name, isLit }: { proof: ProofTemplate; name: string; isLit: boolean }) {
  const drawn = useDrawnPage(proof.id, { [proof.path]: name });
  const place = isLit && drawn && name.trim() ? placeOnPage(drawn, proof.path) : undefined;
  const address = drawn?.address ?? (proof.image ? pictureAddress(proof.image, 960) : undefined);
  return (
    <div className="proof">
      <div className="proof-page" style={{ "--ar": proof.ratio } as CSSProperties}>
        {address && <img src={address} alt={`${proof.name}, with your name on it`} />}
        {place && (
          <>
            <span className="proof-light" data-highlight="" style={place} />
            <span className="proof-note" style={{ top: `calc(${place.top} + ${place.height} / 2)` }}>
              Name
            </span>
          </>
        )}
      </div>
      <p>Type your name once, and it is on the page when you open a template.</p>
    </div>
  );
}

/** Beside a form that puts nothing on a page: the sheet as it lies on the table. */
export function Waiting({ proof: { image, ratio } }: { proof: ProofTemplate }) {
  if (!image) return null;
  return (
    <div className="proof waiting">
      <div className="proof-page" style={{ "--ar": ratio } as CSSProperties}>
        <img src={pictureAddress(image, 960)} alt="" />
      </div>
      <p>What you were working on lies where you left it.</p>
    </div>
  );
}
