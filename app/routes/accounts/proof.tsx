import { type CSSProperties, useEffect, useState } from "react";
import type { FieldRectangle, RenderedPages } from "../../../contract/render.ts";
import { pictureAddress } from "../../data/asset.ts";
import type { ProofTemplate } from "./proof-template.ts";

type Drawn = { address: string; place: CSSProperties | undefined };
const PATIENCE_MS = 180; // drawn when the fingers rest

/** A real page with the name on it that is being typed. */
export function Proof({ proof, name, isLit }: { proof: ProofTemplate; name: string; isLit: boolean }) {
  const drawn = useDrawn(proof, name);
  const place = isLit && name.trim() ? drawn?.place : undefined;
  const address = drawn?.address ?? (proof.image ? pictureAddress(proof.image, 960) : undefined);
  return (
    <div className="proof">
      <div className="proof-page" style={{ "--ar": proof.ratio } as CSSProperties}>
        {address && <img src={address} alt={`${proof.name}, with your name on it`} />}
        {place && (
          <>
            <span className="proof-light" style={place} />
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

/** The page as the server sets it. While it can't, the sample stays: it is only a picture. */
function useDrawn({ id, path }: ProofTemplate, name: string): Drawn | undefined {
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    if (!name.trim()) return setDrawn(undefined);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`/render/${id}.svg`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ data: { [path]: name } }),
          signal: stop.signal,
        });
        const { pages } = (await answer.json()) as RenderedPages;
        const [page] = pages;
        if (!page) return;
        const address = URL.createObjectURL(new Blob([page.svg], { type: "image/svg+xml" }));
        const spot = page.fields.find((field) => field.path === path);
        setDrawn({ address, place: spot && placeOf(spot, page) });
      } catch {
        // Too quick, too often, or away: what is drawn stays.
      }
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, path, name]);
  useEffect(() => () => drawn && URL.revokeObjectURL(drawn.address), [drawn]);
  return drawn;
}

function placeOf(spot: FieldRectangle, page: { width: number; height: number }): CSSProperties {
  const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;
  return {
    left: share(spot.x, page.width),
    top: share(spot.y, page.height),
    width: share(spot.width, page.width),
    height: share(spot.height, page.height),
  };
}
