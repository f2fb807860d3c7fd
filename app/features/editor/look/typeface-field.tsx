import { t } from "@lingui/core/macro";
import { type CSSProperties, Fragment, useId } from "react";
import {
  FONT_PAIRING_LABELS,
  FONT_PAIRINGS,
  type FontPairing,
} from "../../../../contract/templates/looks.ts";
import "./specimens.css";

type Props = {
  /** The template's own typefaces, headings first. */
  own: readonly string[];
  chosen: FontPairing;
  onChoose(pairing: FontPairing): void;
};

/** The font pairings, each shown in its own fonts. */
export function TypefaceField({ own, chosen, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className="look-set">
      <legend>{t`Fonts`}</legend>
      <div className="look-rows typefaces">
        {FONT_PAIRINGS.map((pairing) => {
          const { label, faces } = describePairing(pairing, own);
          return (
            <label key={pairing}>
              <input
                type="radio"
                name={name}
                checked={pairing === chosen}
                onChange={() => onChoose(pairing)}
              />
              <span className="typeface-name" style={setIn(faces[0])}>
                {label}
              </span>{" "}
              {faces.length > 0 && (
                <small>
                  {faces.map((face, place) => (
                    <Fragment key={face}>
                      {place > 0 && ", "}
                      <span style={setIn(face)}>{face}</span>
                    </Fragment>
                  ))}
                </small>
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Splits "Warm: Fraunces, Work Sans" into label and typefaces. */
export function describePairing(
  pairing: FontPairing,
  own: readonly string[],
): { label: string; faces: readonly string[] } {
  const [label = "", faces] = FONT_PAIRING_LABELS[pairing].split(": ");
  return { label, faces: pairing === "original" ? own : (faces?.split(", ") ?? []) };
}

/** A typeface without a specimen, such as an operator's own, is named in the interface's font. */
function setIn(face: string | undefined): CSSProperties | undefined {
  return face ? { fontFamily: `"${specimenOf(face)}", var(--font-text)` } : undefined;
}

/** The specimen of "Source Serif 4" is called "Source Serif". */
export function specimenOf(face: string): string {
  return t`Specimen ${face.replace(/ \d+$/, "").replaceAll('"', "")}`;
}
