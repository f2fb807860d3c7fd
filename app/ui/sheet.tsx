import { useEffect, useState } from "react";
import { pictureAddress, pictureSources } from "../lib/asset.ts";

type Props = {
  /** File id of the picture; null while it is still being made. */
  image: string | null;
  /** Whose picture takes the place of the empty one as soon as it is made. */
  template?: string;
  ratio: number;
  /** What is on it; empty when words beside it say so already. */
  alt?: string;
  /** How wide it will be shown, as for `img`. */
  sizes: string;
  /** Whether it is among the first things seen. */
  eager?: boolean;
  className?: string;
};

const REFERENCE_WIDTH = 480;

/** A page in its true proportion, with an edge and a contact shadow; never cropped. */
export function Sheet({ image, template, ...shown }: Props) {
  return image ? <DrawnSheet image={image} {...shown} /> : <ComingSheet template={template} {...shown} />;
}

type Shown = Omit<Props, "image" | "template">;

/** Keeps the place in the sheet's own proportion, so that nothing moves when the picture comes. */
function ComingSheet({ template, ...shown }: Shown & { template: string | undefined }) {
  const [image, setImage] = useState<string>();
  useEffect(() => {
    if (!template) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    import("../lib/coming-pictures.ts").then(
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
  return <span className={`sheet coming ${shown.className ?? ""}`} style={{ "--ar": shown.ratio }} />;
}

function DrawnSheet({
  image,
  ratio,
  alt = "",
  sizes,
  eager = false,
  className = "",
}: Shown & { image: string }) {
  const style = { "--ar": ratio };
  return (
    <span className={`sheet ${className}`} style={style}>
      <img
        src={pictureAddress(image, REFERENCE_WIDTH)}
        srcSet={pictureSources(image)}
        sizes={sizes}
        width={REFERENCE_WIDTH}
        height={Math.round(REFERENCE_WIDTH / ratio)}
        alt={alt}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
      />
    </span>
  );
}

const RULER_LABELS = Array.from({ length: 17 }, (_, i) => i * 100);

/** Millimetres under sheets that stand at one scale. */
export function Ruler() {
  return (
    <div className="ruler" aria-hidden="true">
      {RULER_LABELS.map((at) => (
        <span key={at} style={{ "--at": at }}>
          {at === 0 ? "0 mm" : at}
        </span>
      ))}
    </div>
  );
}
