import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Share } from "../../../../contract/people/shares.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { inPageLanguage } from "../../../lib/i18n/addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions, DialogDescription } from "../../../ui/dialog.tsx";
import { FormProblem } from "../../../ui/form-parts.tsx";
import styles from "./share-dialog.module.css";
import { endShare, makeShare, shareOf } from "./shares.ts";

type Props = { document: { id: string; title: string } | undefined; onClose(): void };

/** Creates, copies, limits and turns off the link to a document. */
export function ShareDialog({ document, onClose }: Props) {
  return (
    <Dialog
      isOpen={document !== undefined}
      className={styles.shareDialog}
      title={t`Share “${{ title: document?.title ?? "" }}”`}
      onClose={onClose}
    >
      <DialogDescription>{t`Anyone with the link can read the latest version of this document, download it or make a copy. They can’t change yours.`}</DialogDescription>
      {document && <ShareBody documentId={document.id} />}
      <DialogActions close={t`Close`} />
    </Dialog>
  );
}

function ShareBody({ documentId }: { documentId: string }) {
  const { data: share, error, isPending } = useQuery(shareOf(documentId));
  const change = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    meta: { failure: "Share failed" },
  });
  const failure = change.error ?? error;
  return (
    <>
      {failure && <FormProblem>{errorMessage(failure)}</FormProblem>}
      {isPending && !error && <p role="status">{t`Loading link…`}</p>}
      {share === null && (
        <Button
          variant="primary"
          isBusy={change.isPending}
          busyMessage={t`Creating link…`}
          onClick={() => change.mutate(() => makeShare(documentId, null))}
        >{t`Create link`}</Button>
      )}
      {share && (
        <ShareFacts
          share={share}
          onEnds={(ends) => change.mutate(() => makeShare(documentId, ends))}
          onRenew={() => change.mutate(() => makeShare(documentId, share.ends))}
          onOff={() => change.mutate(() => endShare(documentId))}
        />
      )}
    </>
  );
}

type FactsProps = { share: Share; onEnds(ends: string | null): void; onRenew(): void; onOff(): void };

function ShareFacts({ share: { path, ends, opened }, onEnds, onRenew, onOff }: FactsProps) {
  const endsField = useId();
  const link = path && location.origin + inPageLanguage(path);
  const copyLink = async () => {
    if (!link) return;
    await navigator.clipboard.writeText(link).then(
      () => notify({ kind: "fact", message: t`Link copied` }),
      () =>
        notify({
          kind: "failure",
          message: t`We couldn’t copy the link. Select it and copy it yourself.`,
        }),
    );
  };
  return (
    <>
      {link ? (
        <div className={styles.shareLink}>
          <input
            className="input"
            aria-label={t`Link`}
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
          <Button variant="primary" onClick={() => void copyLink()}>{t`Copy`}</Button>
        </div>
      ) : (
        <p>
          <Trans>
            This link still works, but we can’t show it again.{" "}
            <button type="button" className="link" onClick={onRenew}>
              Create a new link
            </button>
          </Trans>
        </p>
      )}
      <p role="status">{formatOpened(opened)}</p>
      <div className={styles.shareEnds}>
        <label htmlFor={endsField}>{t`Expires after`}</label>
        <input
          id={endsField}
          className="input"
          type="date"
          min={new Date().toISOString().slice(0, 10)}
          value={ends ?? ""}
          onChange={(event) => onEnds(event.target.value || null)}
        />
        <span className="hint">
          {ends
            ? t`The link works until the end of that day.`
            : t`Leave empty for a link that works until you turn it off.`}
        </span>
      </div>
      <Button onClick={onOff}>{t`Turn off link`}</Button>
    </>
  );
}

export function formatOpened(opened: number): string {
  return plural(opened, {
    0: "Not opened yet",
    1: "Opened once",
    one: "Opened # time",
    other: "Opened # times",
  });
}
