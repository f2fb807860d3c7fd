import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedVersion, VersionChanges } from "../../../../contract/templates/template-versions.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { FormProblem } from "../../../ui/form-parts.tsx";
import { useMedia } from "../../../ui/media.ts";
import { PaneSwitch } from "../editor/pane-head.tsx";
import { markPage } from "./change-marks.ts";
import { ChangedPixels } from "./changed-pixels.tsx";
import { addressOf, VersionSheet } from "./version-sheet.tsx";
import styles from "./versions.module.css";
import { differenceOf, pagesOf } from "./versions-client.ts";

export type Comparison = "sideBySide" | "over" | "pixels";

export const comparisons = (): (readonly [Comparison, string])[] => [
  ["sideBySide", t`Side by side`],
  ["over", t({ message: "Overlay", comment: "One version on top of the other" })],
  ["pixels", t`Changed pixels`],
];

type Props = {
  left: ListedVersion;
  right: ListedVersion;
  way: Comparison;
  changes: VersionChanges | undefined;
};

/** The sample pages of both versions. */
export function PagePair({ left, right, way, changes }: Props) {
  const before = useQuery(pagesOf(left.id));
  const after = useQuery(pagesOf(right.id));
  const isPhone = useMedia("(max-width: 719px)");
  const [page, setPage] = useState(0);
  const [share, setShare] = useState(50);
  const [shown, setShown] = useState<"left" | "right">("right");
  const error = before.error ?? after.error;
  if (error) return <FormProblem>{errorMessage(error)}</FormProblem>;
  const count = Math.max(before.data?.length ?? 0, after.data?.length ?? 0);
  const place = Math.min(page, Math.max(0, count - 1));
  const [one, other] = [before.data?.[place], after.data?.[place]];
  const words = changes?.words ?? [];
  const isOne = left === right;
  const [older, newer] = [left.number, right.number];
  const pageNumber = place + 1;
  const isChanged = (page: number) => changes?.pages.changed.includes(page) === true;
  const sheetOf = (side: "left" | "right") => {
    const [version, drawn, isDrawn] = side === "left" ? [left, one, before.data] : [right, other, after.data];
    const marks = drawn ? markPage(words, drawn.fields) : [];
    return (
      <VersionSheet
        key={side}
        side={side}
        version={version}
        page={drawn}
        isDrawn={isDrawn !== undefined}
        marks={marks}
      />
    );
  };
  return (
    <div className={styles.versionStage} data-way={way}>
      {count > 1 && (
        <nav className={styles.versionPages} aria-label={t`Sample pages`}>
          {Array.from({ length: count }, (_, at) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place
              key={at}
              type="button"
              aria-pressed={at === place}
              onClick={() => setPage(at)}
            >
              {at + 1}
              {isChanged(at + 1) && (
                <>
                  {" "}
                  <span className="sr-only">{t`(looks different)`}</span>
                  <i />
                </>
              )}
            </button>
          ))}
        </nav>
      )}
      {way === "sideBySide" && isPhone && !isOne && (
        <PaneSwitch
          label={t`Version`}
          value={shown}
          options={[
            ["left", t`Version ${{ version: older }}`],
            ["right", t`Version ${{ version: newer }}`],
          ]}
          onChange={setShown}
        />
      )}
      {way === "sideBySide" && (
        <div className={styles.versionPair}>
          {isPhone || isOne ? sheetOf(isOne ? "right" : shown) : [sheetOf("left"), sheetOf("right")]}
        </div>
      )}
      {way === "over" && (
        <>
          <label className={styles.versionShare}>
            <span>{t`Version ${{ version: older }}`}</span>
            <input
              type="range"
              min="0"
              max="100"
              value={share}
              aria-label={t`Blend version ${older} with version ${newer}`}
              onChange={(event) => setShare(Number(event.target.value))}
            />
            <span>{t`Version ${{ version: newer }}`}</span>
          </label>
          <div className={styles.versionPile}>
            {one && (
              <img
                className="sheet"
                src={addressOf(one)}
                alt={t`Version ${{ version: older }}, page ${pageNumber}`}
              />
            )}
            {other && (
              <img
                className="sheet"
                src={addressOf(other)}
                style={{ opacity: share / 100 }}
                alt={t`Version ${{ version: newer }}, page ${pageNumber}`}
              />
            )}
          </div>
        </>
      )}
      {way === "pixels" && other && (
        <div className={styles.versionPile} data-pixels>
          <img
            className="sheet"
            src={addressOf(other)}
            alt={t`Version ${{ version: newer }}, page ${pageNumber}`}
          />
          {one && (
            <ChangedPixels
              key={place}
              address={differenceOf(left.id, right.id, place + 1)}
              words={isChanged(pageNumber) ? t`Changed pixels` : t`No pixels changed`}
            />
          )}
        </div>
      )}
    </div>
  );
}
