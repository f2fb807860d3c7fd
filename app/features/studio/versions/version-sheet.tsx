import { t } from "@lingui/core/macro";
import type { RenderedPage } from "../../../../contract/rendering/render.ts";
import type { ListedVersion } from "../../../../contract/templates/template-versions.ts";
import type { PageMark } from "./change-marks.ts";
import styles from "./versions.module.css";

type SheetProps = {
  side: "left" | "right";
  version: ListedVersion;
  page: RenderedPage | undefined;
  isDrawn: boolean;
  marks: PageMark[];
};

/** A page with the numbers of the changes at its edge. */
export function VersionSheet({ side, version, page, isDrawn, marks }: SheetProps) {
  const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)}%`;
  return (
    <figure>
      <figcaption>
        <b>{t`Version ${{ version: version.number }}`}</b> {version.note ?? ""}
      </figcaption>
      {page ? (
        <div className={styles.versionSheet} data-side={side}>
          <img
            className="sheet"
            src={addressOf(page)}
            alt={t`Sample of version ${{ version: version.number }}`}
          />
          {marks.map(({ number, rectangle: { x, y, width, height } }) => (
            <span key={number}>
              <i
                className={styles.versionSpot}
                style={{
                  left: share(x, page.width), // physical: a place on the sheet
                  top: share(y, page.height),
                  width: share(width, page.width),
                  height: share(height, page.height),
                }}
              />
              <b className={styles.changeNumber} style={{ top: share(y + height / 2, page.height) }}>
                <span className="sr-only">{t`Change ${number}`}</span>
                <span aria-hidden="true">{number}</span>
              </b>
            </span>
          ))}
        </div>
      ) : isDrawn ? (
        <p className={styles.versionNone}>{t`This version doesn’t have this page`}</p>
      ) : (
        <span className={`skeleton ${styles.versionComing}`} role="status" aria-label={t`Loading`} />
      )}
    </figure>
  );
}

export function addressOf({ svg }: RenderedPage): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
