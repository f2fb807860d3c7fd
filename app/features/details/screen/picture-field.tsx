import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { MAX_DETAILS_PICTURE } from "../../../../contract/limits.ts";
import { usePictureChooser } from "../../../ui/picture-chooser.tsx";
import styles from "../details.module.css";
import { SignaturePad } from "./signature-pad.tsx";

const TOO_LARGE = "This picture is too large. Choose a smaller one; nothing was changed.";

type Props = {
  label: string;
  value: string | undefined;
  /** How many templates use it. */
  places: string;
  /** Whether it can be drawn by hand. */
  canDraw: boolean;
  onChange(picture: string): void;
};

/** A picture: chosen from a file, or drawn with a finger, a pen or a mouse. */
export function PictureField({ label, value, places, canDraw, onChange }: Props) {
  const id = useId();
  const [isDrawing, setDrawing] = useState(false);
  const { input, open, failure } = usePictureChooser({
    label,
    refuse: (picture) => (picture.length > MAX_DETAILS_PICTURE ? TOO_LARGE : undefined),
    onPicture: onChange,
  });

  if (isDrawing)
    return (
      <SignaturePad
        label={label}
        onDone={(picture) => {
          setDrawing(false);
          if (picture) onChange(picture);
        }}
      />
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a cell of this grid in every browser
    <div className="details-picture columns-3" role="group" aria-labelledby={id}>
      <span id={id} className={styles.detailsLabel}>
        {label}
      </span>
      <div className={canDraw ? `${styles.detailsBox} ${styles.signed}` : styles.detailsBox}>
        {value ? <img src={value} alt={t`Your ${label.toLowerCase()}`} /> : <span>{places}</span>}
      </div>
      <p className={styles.detailsUnder}>
        {canDraw && (
          <button type="button" className="link" onClick={() => setDrawing(true)}>
            {value ? t`Draw again` : t`Draw`}
          </button>
        )}
        <button type="button" className="link" onClick={open}>
          {canDraw || !value ? t`Choose a picture` : t`Replace`}
          <span className="sr-only">
            <Trans> for the {label.toLowerCase()}</Trans>
          </span>
        </button>
        {value && (
          <button type="button" className="link" onClick={() => onChange("")}>
            <Trans>
              Remove<span className="sr-only"> the {label.toLowerCase()}</span>
            </Trans>
          </button>
        )}
        {value && <span>{describePicture(value)}</span>}
      </p>
      {input}
      <p role="alert" className="hint bad">
        {failure}
      </p>
    </div>
  );
}

/** "PNG, 12 KB" */
function describePicture(address: string): string {
  const kind = /^data:image\/(\w+)/.exec(address)?.[1]?.toUpperCase() ?? "";
  const bytes = (address.length - address.indexOf(",") - 1) * 0.75;
  return `${kind}, ${Math.max(1, Math.round(bytes / 1024))} KB`;
}
