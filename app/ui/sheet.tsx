import { t } from "@lingui/core/macro";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useStore } from "../lib/browser/store.ts";
import { pictureAddress, pictureSources } from "../lib/pictures/asset.ts";
import { personalSheets, placeSheet } from "../lib/pictures/personal-sheets.ts";

type Props = {
  /** File id of the picture; null while it is still being made. */
  image: string | null;
  /** The template, for its picture once it is ready and for the personal gallery. */
  template?: string;
  ratio: number;
  /** A description of its content; empty if the text next to it has the same. */
  alt?: string;
  /** How wide it will be shown, as for `img`. */
  sizes: string;
  /** Whether it is among the first things seen. */
  eager?: boolean;
  className?: string;
};

const REFERENCE_WIDTH = 480;

/** A page in its true proportion, with an edge and a contact shadow; never cropped. */
export function Sheet({ image, ...shown }: Props) {
  return image ? <DrawnSheet image={image} {...shown} /> : <ComingSheet {...shown} />;
}

type Shown = Omit<Props, "image">;

/** Reserves the space in the sheet's proportion, so that nothing moves when the picture loads. */
function ComingSheet(shown: Shown) {
  const { template } = shown;
  const [image, setImage] = useState<string>();
  useEffect(() => {
    if (!template) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    import("../lib/pictures/pending-pictures.ts").then(
      ({ onPicture }) => {
        if (!isOver) stop = onPicture(template, setImage);
      },
      () => {}, // the place stays empty, as it is
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [template]);
  if (image) return <DrawnSheet image={image} {...shown} />;
  return <Paper {...shown} className={`coming ${shown.className ?? ""}`} />;
}

function DrawnSheet({ image, alt = "", sizes, eager = false, ...paper }: Shown & { image: string }) {
  return (
    <Paper {...paper}>
      <img
        src={pictureAddress(image, REFERENCE_WIDTH)}
        srcSet={pictureSources(image)}
        sizes={sizes}
        width={REFERENCE_WIDTH}
        height={Math.round(REFERENCE_WIDTH / paper.ratio)}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
      />
    </Paper>
  );
}

type PaperProps = Pick<Shown, "template" | "ratio" | "className"> & { children?: ReactNode };

/** The sample's picture stays under the personal one, so that it is visible at once when that is removed. */
function Paper({ template, ratio, className = "", children }: PaperProps) {
  const own = useStore(personalSheets, (all) => (template ? all.get(template) : undefined));
  const place = useCallback(
    (element: Element | null) => (element && template ? placeSheet(element, template) : undefined),
    [template],
  );
  return (
    <span ref={place} className={`sheet ${className}`} style={{ "--ar": ratio }} data-own={own?.phase}>
      {children}
      {own?.phase === "drawn" && <img className="own" src={own.address} alt="" />}
    </span>
  );
}

const RULER_LABELS = Array.from({ length: 17 }, (_, i) => i * 100);

/** Millimetres below sheets at one scale. */
export function Ruler() {
  return (
    <div className="ruler" aria-hidden="true">
      {RULER_LABELS.map((at) => (
        <span key={at} style={{ "--at": at }}>
          {at === 0 ? t`0 mm` : at}
        </span>
      ))}
    </div>
  );
}
