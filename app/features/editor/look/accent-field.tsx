import { type CSSProperties, useId, useState } from "react";
import { INKS, readColour } from "./inks.ts";

type Props = { own: string; chosen: string; onChoose(colour: string): void };

/** The template's own colour first, some that go with most pages, and any other. */
export function AccentField({ own, chosen, onChoose }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const inks = [own, ...INKS.filter((ink) => ink !== own)];
  const isWrong = typed !== undefined && readColour(typed) === undefined;
  return (
    <fieldset className="look-set">
      <legend>Accent</legend>
      <div className="inks">
        {inks.map((ink) => (
          <label key={ink} className="ink" style={{ "--swatch": ink } as CSSProperties}>
            <input
              type="radio"
              name={`${id}-ink`}
              checked={chosen === ink}
              onChange={() => onChoose(ink)}
              aria-label={ink === own ? `The template’s own, ${ink}` : ink}
            />
          </label>
        ))}
      </div>
      <div className="any-ink">
        <input
          type="color"
          aria-label="Any colour"
          value={chosen}
          onChange={(event) => onChoose(event.target.value)}
        />
        <div className="field">
          <label htmlFor={`${id}-hex`} className="sr-only">
            Colour code
          </label>
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
            <p id={`${id}-wrong`} className="hint bad">
              A colour is written like #1f4fd8.
            </p>
          )}
        </div>
      </div>
    </fieldset>
  );
}
