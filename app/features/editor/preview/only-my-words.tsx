import { useState } from "react";
import { tabStorage } from "../../../lib/browser/local-storage.ts";

const KEY = "only-my-words";

/** Whether the pages are shown as they will be exported, without the sample. Remembered for as long as the tab lives. */
export function useOnlyMyWords(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => tabStorage.readJson<boolean>(KEY) === true);
  const turn = (next: boolean) => {
    setOn(next);
    tabStorage.writeJson(KEY, next);
  };
  return [isOn, turn];
}

type Props = { isOn: boolean; onTurn(isOn: boolean): void };

export function OnlyMyWords({ isOn, onTurn }: Props) {
  return (
    <label className="ed-only">
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={() => onTurn(!isOn)}
      />
      <span>Only my words</span>
      <small>{isOn ? "As it is printed" : "Grey is not printed"}</small>
    </label>
  );
}

type Counts = { page: number; shown: number; printed: number };

/** "Page 2 of 3" of what will be exported; samples may take pages of their own. */
export function pageWords({ page, shown, printed }: Counts): string {
  const more = shown - printed;
  if (page > printed) return `Samples, not printed: ${printed === 1 ? "1 page" : `${printed} pages`} in all`;
  return `Page ${page} of ${printed}${more > 0 ? `, ${more} more with samples` : ""}`;
}
