import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { tabStorage } from "../../../lib/browser/local-storage.ts";

const KEY = "only-my-words";

/** Whether the preview shows the pages as exported, without sample text. Stored for the tab. */
export function useHideSamples(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => tabStorage.readJson<boolean>(KEY) === true);
  const turn = (next: boolean) => {
    setOn(next);
    tabStorage.writeJson(KEY, next);
  };
  return [isOn, turn];
}

type Props = { isOn: boolean; onTurn(isOn: boolean): void };

export function HideSamples({ isOn, onTurn }: Props) {
  return (
    <label className="ed-only">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={() => onTurn(!isOn)}
      />
      <span>{t`Hide sample text`}</span>
      <small>{isOn ? t`Shown as printed` : t`Grey text isn’t printed`}</small>
    </label>
  );
}

type Counts = { page: number; shown: number; printed: number };

/** Counts the pages of the export; sample text may take additional ones. */
export function formatPageNumber({ page, shown, printed }: Counts): string {
  const samples = shown - printed;
  if (page > printed) return t`Sample page, not printed (${{ number: page - printed }} of ${samples})`;
  if (samples === 0) return t`Page ${page} of ${printed}`;
  return plural(samples, {
    one: `Page ${page} of ${printed}, plus # sample page`,
    other: `Page ${page} of ${printed}, plus # sample pages`,
  });
}
