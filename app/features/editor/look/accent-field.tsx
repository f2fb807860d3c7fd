import { t } from "@lingui/core/macro";
import { useId, useState } from "react";
import { ACCENTS } from "../../../../contract/templates/looks.ts";

type Props = { own: string; chosen: string; onChoose(colour: string): void };

/** The template's own colour, some common ones, and any other. */
export function AccentField({ own, chosen, onChoose }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const accents = [own, ...ACCENTS.filter((accent) => accent !== own)];
  const isWrong = typed !== undefined && readColour(typed) === undefined;
  return (
    <fieldset className="look-set">
      <legend>{t`Accent colour`}</legend>
      <div className="inks">
        {accents.map((accent) => (
          <label key={accent} className="ink" style={{ "--swatch": accent }}>
            <input
              type="radio"
              name={`${id}-ink`}
              checked={chosen === accent}
              onChange={() => onChoose(accent)}
              aria-label={accent === own ? t`Template default, ${accent}` : accent}
            />
          </label>
        ))}
      </div>
      <div className="any-ink">
        <input
          type="color"
          aria-label={t`Custom colour`}
          value={chosen}
          onChange={(event) => onChoose(event.target.value)}
        />
        <div className="field">
          <label htmlFor={`${id}-hex`} className="sr-only">{t`Colour code`}</label>
          <input
            id={`${id}-hex`}
            className="input"
            spellCheck={false}
            autoComplete="off"
            maxLength={7}
            value={typed ?? chosen}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              const colour = readColour(event.target.value);
              if (colour && event.target.value.replace("#", "").length === 6) onChoose(colour);
            }}
            onBlur={() => {
              const colour = typed === undefined ? undefined : readColour(typed);
              if (colour && colour !== chosen) onChoose(colour);
              setTyped(undefined);
            }}
          />
          {isWrong && (
            <p id={`${id}-wrong`} className="hint bad">{t`Enter a colour code such as #1f4fd8.`}</p>
          )}
        </div>
      </div>
    </fieldset>
  );
}

/** Normalises "1f4fd8", "#1F4FD8" and "#14d"; undefined for anything else. */
export function readColour(text: string): string | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (!digits) return undefined;
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join("")}`;
}
