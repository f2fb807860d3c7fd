import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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

export const COMPARISONS = [
  ["sideBySide", "Side by side"],
  ["over", "Overlay"],
  ["pixels", "Changed pixels"],
] as const;
export type Comparison = (typeof COMPARISONS)[number][0];

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
              {changes?.pages.changed.includes(at + 1) && (
                <span className="sr-only">{t`, looks different`}</span>
              )}
              {changes?.pages.changed.includes(at + 1) && <i />}
            </button>
          ))}
        </nav>
      )}
      {way === "sideBySide" && isPhone && !isOne && (
        <PaneSwitch
          label={t`Version`}
          value={shown}
          options={[
            ["left", t`Version ${left.number}`],
            ["right", t`Version ${right.number}`],
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
            <span>
              <Trans>Version {left.number}</Trans>
            </span>
            <input
              type="range"
              min="0"
              max="100"
              value={share}
              aria-label={t`Blend version ${left.number} with version ${right.number}`}
              onChange={(event) => setShare(Number(event.target.value))}
            />
            <span>
              <Trans>Version {right.number}</Trans>
            </span>
          </label>
          <div className={styles.versionPile}>
            {one && (
              <img
                className="sheet"
                src={addressOf(one)}
                alt={t`Version ${left.number}, page ${place + 1}`}
              />
            )}
            {other && (
              <img
                className="sheet"
                src={addressOf(other)}
                style={{ opacity: share / 100 }}
                alt={t`Version ${right.number}, page ${place + 1}`}
              />
            )}
          </div>
        </>
      )}
      {way === "pixels" && other && (
        <div className={styles.versionPile} data-pixels>
          <img className="sheet" src={addressOf(other)} alt={t`Version ${right.number}, page ${place + 1}`} />
          {one && (
            <ChangedPixels
              key={place}
              address={differenceOf(left.id, right.id, place + 1)}
              words={changes?.pages.changed.includes(place + 1) ? t`Changed pixels` : t`No pixels changed`}
            />
          )}
        </div>
      )}
    </div>
  );
}
