import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../../contract/collections/records.ts";
import type { TemplateDraftState } from "../../../../contract/templates/drafts.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { formatMoment } from "../../../lib/format/moments.ts";
import { listItems, removeItem } from "../../../lib/http/content-client.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Comments, commentsOf, withdrawSubmission } from "../../submissions/index.ts";
import { DraftPicture } from "../draft-picture.tsx";
import { readSchema } from "../editor/fields/schema-rows.ts";
import styles from "./own-templates.module.css";

const FIELDS = [
  "id",
  "rev",
  "state",
  "template_name",
  "templates_id",
  "base_number",
  "fields",
  "date_updated",
] as const;
type OwnDraftRow = Answer<"template_drafts", (typeof FIELDS)[number]>;

/** The drafts of one person. Operators see all drafts in the studio. */
export const ownDrafts = (user: string) =>
  queryOptions({
    queryKey: ["own-drafts", user],
    queryFn: async () =>
      (
        await listItems("template_drafts", {
          filter: { user_id: { _eq: user } },
          fields: FIELDS,
          sort: ["-date_updated"],
          limit: 50,
        })
      ).data,
    meta: { failure: "Own drafts failed" },
  });

function formatState(state: TemplateDraftState): string {
  if (state === "draft") return t`Draft, visible only to you`;
  if (state === "handed_in") return t`Submitted, waiting for review`;
  return state === "asked" ? t`Changes requested` : t`Rejected`;
}

function openLabel(state: TemplateDraftState): string {
  if (state === "draft") return t({ message: "Continue", context: "verb: continue working on a draft" });
  return state === "handed_in" ? t({ message: "Open", context: "verb: open a draft" }) : t`Edit`;
}

type Props = { draft: OwnDraftRow; authorName: string; userId: string };

/** One draft: its picture, its state, the comments on it, and actions. */
export function OwnDraft({ draft, authorName, userId }: Props) {
  const { id, rev, state, template_name, templates_id, base_number, date_updated } = draft;
  const { data: comments } = useQuery(commentsOf(id));
  const [isAsking, setAsking] = useState(false);
  const name = template_name || t`Untitled`;
  const version = (base_number ?? 0) + 1;
  const editedAt = formatMoment(new Date(date_updated));
  const act = async (work: () => Promise<void>, done: string) => {
    if (await attempt({ outcome: t`We couldn’t change ${name}.` }, work))
      notify({ kind: "fact", message: done });
    await queryClient.invalidateQueries({ queryKey: ownDrafts(userId).queryKey });
  };
  return (
    <li className={styles.ownDraft} data-state={state}>
      <DraftPicture id={id} rev={rev} />
      <div className={styles.ownDraftText}>
        <h2>
          <Link to={`/studio/drafts/${id}`}>
            {templates_id === null ? name : t`${name}, version ${version}`}
          </Link>
        </h2>
        <p className={styles.ownDraftState}>
          <b>{formatState(state)}</b> <span>{t`Last edited ${editedAt}`}</span>
        </p>
        {comments && comments.length > 0 && (
          <section aria-label={t`Comments on ${name}`}>
            <Comments draft={id} authorName={authorName} labelOf={(field) => labelIn(draft.fields, field)} />
          </section>
        )}
        <div className={styles.ownDraftActions}>
          <Link className="button" to={`/studio/drafts/${id}`} aria-label={`${openLabel(state)}: ${name}`}>
            {openLabel(state)}
          </Link>
          {state === "handed_in" && (
            <Button
              variant="bare"
              aria-label={t`Withdraw ${name}`}
              onClick={() =>
                act(() => withdrawSubmission(id), t`${name} has been withdrawn and is a draft again.`)
              }
            >{t`Withdraw`}</Button>
          )}
          <Button
            variant="bare"
            aria-label={t`Delete ${name}`}
            onClick={() => setAsking(true)}
          >{t`Delete`}</Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Delete ${name}?`}
        confirm={t`Delete`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void act(() => removeItem("template_drafts", id), t`${name} has been deleted.`);
        }}
      >{t`The source, fields and comments of this draft will be deleted. Published versions aren’t affected.`}</ConfirmDialog>
    </li>
  );
}

function labelIn(fields: string, wanted: string): string {
  const read = readSchema(fields);
  const row = "rows" in read ? read.rows.find(({ path }) => path === wanted) : undefined;
  return row?.label || wanted;
}
