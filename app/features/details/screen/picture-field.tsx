import { t } from "@lingui/core/macro";
import { useId, useState } from "react";
import { MAX_DETAILS_PICTURE } from "../../../../contract/limits.ts";
import { formatList, formatNumber } from "../../../lib/i18n/intl.ts";
import { usePictureChooser } from "../../../ui/picture-chooser.tsx";
import styles from "../details.module.css";
import type { DRAWN } from "./form-groups.ts";
import { SignaturePad } from "./signature-pad.tsx";

type Props = {
  label: string;
  meaning: (typeof DRAWN)[number];
  value: string | undefined;
  /** How many templates use it. */
  places: string;
  onChange(picture: string): void;
};

/** A picture: chosen from a file, or drawn with a finger, a pen or a mouse. */
export function PictureField({ label, meaning, value, places, onChange }: Props) {
  const text = textsFor(meaning);
  const canDraw = meaning === "sender.signature";
  const id = useId();
  const [isDrawing, setDrawing] = useState(false);
  const { input, open, failure } = usePictureChooser({
    label,
    refuse: (picture) =>
      picture.length > MAX_DETAILS_PICTURE
        ? t`This picture is too large. Choose a smaller one; nothing was changed.`
        : undefined,
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
        {value ? <img src={value} alt={text.yours} /> : <span>{places}</span>}
      </div>
      <p className={styles.detailsUnder}>
        {canDraw && (
          <button type="button" className="link" onClick={() => setDrawing(true)}>
            {value ? t`Draw again` : t`Draw`}
          </button>
        )}
        <button
          type="button"
          className="link"
          aria-label={canDraw || !value ? text.choose : text.replace}
          onClick={open}
        >
          {canDraw || !value ? text.chooseShort : t`Replace`}
        </button>
        {value && (
          <button
            type="button"
            className="link"
            aria-label={text.remove}
            onClick={() => onChange("")}
          >{t`Remove`}</button>
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

/** Whole sentences for each picture, because other languages inflect its name. */
function textsFor(meaning: Props["meaning"]) {
  if (meaning === "sender.logo")
    return {
      yours: t`Your logo`,
      chooseShort: t`Choose picture`,
      choose: t`Choose picture for the logo`,
      replace: t`Replace the logo`,
      remove: t`Remove the logo`,
    };
  if (meaning === "sender.photo")
    return {
      yours: t`Your photo`,
      chooseShort: t`Choose photo`,
      choose: t`Choose photo`,
      replace: t`Replace the photo`,
      remove: t`Remove the photo`,
    };
  return {
    yours: t`Your signature`,
    chooseShort: t`Choose picture`,
    choose: t`Choose picture for the signature`,
    replace: t`Replace the signature`,
    remove: t`Remove the signature`,
  };
}

/** "PNG, 12 KB" */
function describePicture(address: string): string {
  const kind = /^data:image\/(\w+)/.exec(address)?.[1]?.toUpperCase() ?? "";
  const bytes = (address.length - address.indexOf(",") - 1) * 0.75;
  const size = formatNumber(Math.max(1, Math.round(bytes / 1024)), { style: "unit", unit: "kilobyte" });
  return formatList([kind, size], "unit");
}
