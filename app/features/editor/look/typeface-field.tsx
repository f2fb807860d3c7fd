import { type CSSProperties, Fragment, useId } from "react";
import {
  FONT_PAIRING_LABELS,
  FONT_PAIRINGS,
  type FontPairing,
} from "../../../../contract/templates/looks.ts";
import "./specimens.css";

type Props = {
  /** The template's own, the one for headings first. */
  own: readonly string[];
  chosen: FontPairing;
  onChoose(pairing: FontPairing): void;
};

/** The pairings, each set in itself. */
export function TypefaceField({ own, chosen, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className="look-set">
      <legend>Fonts</legend>
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

/** "Warm: Fraunces, Work Sans" in its parts. */
export function describePairing(
  pairing: FontPairing,
  own: readonly string[],
): { label: string; faces: readonly string[] } {
  const [label = "", faces] = FONT_PAIRING_LABELS[pairing].split(": ");
  return { label, faces: pairing === "original" ? own : (faces?.split(", ") ?? []) };
}

/** Where there is no specimen, such as of an operator's own typeface, its name stands in the interface's. */
function setIn(face: string | undefined): CSSProperties | undefined {
  return face ? { fontFamily: `"${specimenOf(face)}", var(--font-text)` } : undefined;
}

/** "Source Serif 4" is called "Source Serif" here. */
export function specimenOf(face: string): string {
  return `Specimen ${face.replace(/ \d+$/, "").replaceAll('"', "")}`;
}
