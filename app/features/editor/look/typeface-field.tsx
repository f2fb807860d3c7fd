import { t } from "@lingui/core/macro";
import { type CSSProperties, Fragment, useId } from "react";
import { SOURCE_LANGUAGE } from "../../../../contract/site/interface-languages.ts";
import { FONT_PAIRINGS, FONTS_OF_PAIRING, type FontPairing } from "../../../../contract/templates/looks.ts";
import { fontsName } from "../../../lib/format/look-labels.ts";
import { pageLanguage } from "../../../lib/i18n/i18n.tsx";
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
          const faces = pairing === "original" ? own : FONTS_OF_PAIRING[pairing];
          return (
            <label key={pairing}>
              <input
                type="radio"
                name={name}
                checked={pairing === chosen}
                onChange={() => onChoose(pairing)}
              />
              <span className="typeface-name" style={hasLetters() ? setIn(faces[0]) : undefined}>
                {fontsName(pairing)}
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

/** Specimens have the letters of the English names only. */
function hasLetters(): boolean {
  return pageLanguage() === SOURCE_LANGUAGE;
}

/** A typeface without a specimen, such as an operator's own, is named in the interface's font. */
function setIn(face: string | undefined): CSSProperties | undefined {
  return face ? { fontFamily: `"${specimenOf(face)}", var(--font-text)` } : undefined;
}

/** The specimen of "Source Serif 4" is called "Source Serif". */
export function specimenOf(face: string): string {
  return `Specimen ${face.replace(/ \d+$/, "").replaceAll('"', "")}`;
}
