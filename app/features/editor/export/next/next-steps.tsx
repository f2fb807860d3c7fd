// Loaded after the first download.

import check from "virtual:icon/check";
import close from "virtual:icon/x";
import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fragment, useEffect, useState } from "react";
import { Link } from "react-router";
import type { CardTemplate } from "../../../../../contract/collections/records.ts";
import { useTypes } from "../../../../lib/pages/page-data.ts";
import { pageRatio } from "../../../../lib/pictures/page-format.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { escapeKey } from "../../../../ui/keys.ts";
import { Sheet } from "../../../../ui/sheet.tsx";
import { useShownProfile } from "../../../profile/index.ts";
import type { DraftStatus } from "../../autosave/status.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { findMatching } from "./matching-template.ts";
import styles from "./next-steps.module.css";
import type { Download } from "./use-next-steps.ts";

type Props = { template: EditorTemplate; status: DraftStatus; download: Download; onClose(): void };

/** A strip below the editor that covers nothing. */
export default function NextSteps({ template, status, download, onClose }: Props) {
  const matching = useMatching(template);
  const typeNames = new Map(useTypes().map(({ slug, plural }) => [slug, plural]));
  const isKnown = useShownProfile() !== undefined;
  return (
    <section className={styles.next} aria-label={t`Next steps`}>
      <p className={styles.nextMade} role="status">
        <Icon of={check} />
        <span>
          <Trans>
            <b>{ph({ file: download.name })}</b> was downloaded.
          </Trans>
        </span>
      </p>
      <p className={styles.nextFormats}>
        <span>{t`Other formats:`}</span>
        {download.others.map(({ label, run }, place) => (
          <Fragment key={label}>
            {place > 0 && " "}
            <button type="button" className="link" onClick={run}>
              {label}
            </button>
          </Fragment>
        ))}
      </p>
      {isKnown && (
        <p>
          <Link className="link" to={`${template.url}#ratings`}>
            {t`Rate ${{ template: template.name }}`}
          </Link>
        </p>
      )}
      {/* Its text changes later, so it is last: what is before it stays under the pointer. */}
      <SavedNote status={status} />
      {matching && (
        <Link className={styles.nextMatch} to={matching.url}>
          <Sheet image={matching.image} ratio={pageRatio(matching.page)} sizes="40px" />
          <span>
            <Trans>
              Matching template: <b>{ph({ template: matching.template_name })}</b>{" "}
              <small>({ph({ type: typeNames.get(matching.type) ?? matching.type })})</small>
            </Trans>
          </span>
        </Link>
      )}
      <IconButton
        className={styles.nextClose}
        label={t`Close (${ph({ escape: escapeKey() })})`}
        icon={close}
        onClick={onClose}
      />
    </section>
  );
}

function SavedNote({ status: { documentId, keep } }: { status: DraftStatus }) {
  if (documentId)
    return (
      <p>
        <Trans>
          Saved in{" "}
          <Link className="link" to="/dashboard/documents">
            your documents
          </Link>
          .
        </Trans>
      </p>
    );
  if (!keep) return null;
  return (
    <p>
      <Trans>
        Your draft is saved on this device only.{" "}
        <button type="button" className="link" onClick={keep}>
          Save to my documents
        </button>
      </Trans>
    </p>
  );
}

/** Optional: if the request fails, nothing is suggested. */
function useMatching({ id, type }: EditorTemplate): CardTemplate | undefined {
  const [matching, setMatching] = useState<CardTemplate>();
  useEffect(() => {
    let isGone = false;
    findMatching(id, type.slug).then(
      (found) => !isGone && setMatching(found),
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [id, type.slug]);
  return matching;
}
