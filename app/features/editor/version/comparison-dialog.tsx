// Loaded when versions are compared for the first time.

import { t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { RenderedPage } from "../../../../contract/rendering/render.ts";
import { listFieldChanges } from "../../../../contract/templates/field-changes.ts";
import { quote } from "../../../lib/format/page-formats.ts";
import { readItem } from "../../../lib/http/content-client.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { requestPages } from "../../../lib/http/render-client.ts";
import { readVersionFields } from "../../../lib/http/version-fields.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions, DialogDescription } from "../../../ui/dialog.tsx";
import { FieldChangeText } from "../../../ui/field-change.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import styles from "./comparison-dialog.module.css";

type Props = {
  isOpen: boolean;
  template: EditorTemplate;
  draft: Draft;
  /** The number of the document's current version. */
  from: number;
  newer: { id: string; number: number };
  onTake(): Promise<void>;
  onLeave(): Promise<void>;
  onClose(): void;
};

/** Shows the document in both versions and the changed fields. */
export default function ComparisonDialog(props: Props) {
  const { isOpen, template, onClose } = props;
  return (
    <Dialog
      isOpen={isOpen}
      className={styles.comparison}
      title={t`New version of ${{ template: template.name }}`}
      onClose={onClose}
    >
      {isOpen && <Comparison {...props} />}
    </Dialog>
  );
}

function Comparison({ template, draft, from, newer, onTake, onLeave, onClose }: Props) {
  const { data: version } = useQuery(versionOf(newer.id));
  const now = useDrawnPages({ id: template.id, versionId: template.versionId }, draft);
  const then = useDrawnPages({ id: template.id, versionId: newer.id }, draft);
  const meta = { failure: "Version change failed" };
  const take = useMutation({ mutationFn: onTake, onSuccess: onClose, meta });
  const leave = useMutation({ mutationFn: onLeave, onSuccess: onClose, meta });
  const failure = take.error ?? leave.error;
  const changes = version ? listFieldChanges(template.fields, version.fields) : [];
  const isSame = now.pages && then.pages && now.pages.join() === then.pages.join();
  return (
    <>
      <DialogDescription>
        {version?.note && <>{quote(version.note)} </>}
        {isSame
          ? t`With your text, both versions look the same.`
          : t`Both versions are shown with your text. Nothing is lost, whichever you choose.`}
      </DialogDescription>
      <div className={styles.comparisonPages}>
        <Side title={t`Current version (${{ number: from }})`} drawn={now} />
        <Side title={t`New version (${{ number: newer.number }})`} drawn={then} />
      </div>
      {changes.length > 0 && (
        <ul className={styles.comparisonText} aria-label={t`Changed fields`}>
          {changes.map((change) => (
            <li key={`${change.path} ${change.text.key}`}>
              <FieldChangeText {...change} />
            </li>
          ))}
        </ul>
      )}
      {failure && <FormProblem>{errorMessage(failure)}</FormProblem>}
      <DialogActions close={t`Not now`}>
        <Button
          isBusy={leave.isPending}
          busyMessage={t`Saving…`}
          onClick={() => leave.mutate()}
        >{t`Keep current version`}</Button>
        <Button
          variant="primary"
          isBusy={take.isPending}
          busyMessage={t`Updating…`}
          onClick={() => take.mutate()}
        >{t`Update`}</Button>
      </DialogActions>
    </>
  );
}

function versionOf(id: string) {
  return {
    queryKey: ["template-versions", id],
    queryFn: async () => {
      const [{ note }, fields] = await Promise.all([
        readItem("template_versions", id, { fields: ["note"] }),
        readVersionFields(id),
      ]);
      return { note, fields };
    },
  };
}

type Drawn = { pages?: string[]; problem?: string };

function Side({ title, drawn: { pages, problem } }: { title: string; drawn: Drawn }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {problem && <FormProblem>{problem}</FormProblem>}
      {!pages && !problem && (
        <span className={`skeleton ${styles.comparisonPage}`} role="status" aria-label={t`Loading pages…`} />
      )}
      {pages?.map((svg, place) => (
        <img
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place
          key={place}
          className={`sheet ${styles.comparisonPage}`}
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
          alt={t`${title}, page ${{ page: place + 1 }} of ${{ count: pages.length }}`}
        />
      ))}
    </section>
  );
}

/** Renders the export's pages, so that no sample text is compared. */
function useDrawnPages(
  { id, versionId }: { id: string; versionId: string | undefined },
  draft: Draft,
): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({});
  useEffect(() => {
    const stop = new AbortController();
    const { data, theme } = draft;
    requestPages({ id, versionId }, { data, theme, mode: "proof" }, stop.signal).then(
      ({ pages }: { pages: RenderedPage[] }) => setDrawn({ pages: pages.map(({ svg }) => svg) }),
      (error: unknown) => {
        if (!stop.signal.aborted) setDrawn({ problem: errorMessage(error) });
      },
    );
    return () => stop.abort();
  }, [id, versionId, draft]);
  return drawn;
}
