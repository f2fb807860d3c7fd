import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListedVersion } from "../../../../contract/templates/template-versions.ts";
import type { NumberedChange } from "../../../../contract/templates/version-changes.ts";
import { lazyPart, useLazyPart } from "../../../lib/pages/lazy-part.ts";
import { useMedia } from "../../../ui/media.ts";
import styles from "./versions.module.css";
import { sourceOf } from "./versions-client.ts";

const sourceDifference = lazyPart(() => import("./source-difference.tsx"));

type SourcesProps = { left: ListedVersion; right: ListedVersion; words: NumberedChange[] | undefined };

/** The difference between the sources. */
export function VersionSources({ left, right, words = NONE }: SourcesProps) {
  const before = useQuery(sourceOf(left.id)).data;
  const after = useQuery(sourceOf(right.id)).data;
  const isNarrow = useMedia("(max-width: 1023px)");
  const SourceDifference = useLazyPart(sourceDifference, true);
  const one = useMemo(() => ({ number: left.number, source: before ?? "" }), [left.number, before]);
  const other = useMemo(() => ({ number: right.number, source: after ?? "" }), [right.number, after]);
  if (before === undefined || after === undefined || !SourceDifference)
    return (
      <section className={styles.versionSource} aria-label={t`Source`}>
        <p aria-busy="true">{t`Loading source…`}</p>
      </section>
    );
  return (
    <section className={styles.versionSource} aria-label={t`Source`}>
      {before === after ? (
        <p>{t`The source is the same in both versions.`}</p>
      ) : (
        <SourceDifference before={one} after={other} changes={words} isNarrow={isNarrow} />
      )}
    </section>
  );
}

const NONE: NumberedChange[] = [];
