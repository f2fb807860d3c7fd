import search from "virtual:icon/search";
import { useId } from "react";
import { Icon } from "../../../ui/icon.tsx";

type Props = {
  words: string;
  hasAny: boolean;
  isSelecting: boolean;
  onWords(words: string): void;
  onSelecting(isSelecting: boolean): void;
};

export function ListHead({ words, hasAny, isSelecting, onWords, onSelecting }: Props) {
  const field = useId();
  return (
    <div className="desk-head documents-head">
      <h1>Documents</h1>
      {hasAny && (
        <>
          <div className="desk-search">
            <label className="sr-only" htmlFor={field}>
              Search your documents
            </label>
            <Icon of={search} />
            <input
              id={field}
              type="search"
              className="input"
              placeholder="Search documents"
              value={words}
              onChange={(event) => onWords(event.target.value)}
            />
          </div>
          <button type="button" className="button" onClick={() => onSelecting(!isSelecting)}>
            {isSelecting ? "Done" : "Select"}
          </button>
        </>
      )}
    </div>
  );
}
