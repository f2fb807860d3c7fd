import check from "virtual:icon/check";
import more from "virtual:icon/ellipsis";
import licence from "virtual:icon/scale";
import tag from "virtual:icon/tags";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { TemplateDraft } from "../../../../contract/templates/drafts.ts";
import type { Submission } from "../../../../contract/templates/submissions.ts";
import { useStore } from "../../../lib/browser/store.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { formatMoment } from "../../../lib/format/moments.ts";
import { reportFailure } from "../../../lib/http/failures.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Avatar, Icon } from "../../../ui/icon.tsx";
import { answerSubmission, Comments, submissionList } from "../../submissions/index.ts";
import { formatPublishError } from "../editor/checks/plain-fault.ts";
import type { Checks } from "../editor/checks/use-checks.ts";
import { faultsOf, publishDraft, saveDraft } from "../editor/drafts-client.ts";
import { SelectBox } from "../editor/fields/form-controls.tsx";
import type { FieldRow } from "../editor/fields/schema-rows.ts";
import { draftPublished, useAllTypes } from "../studio-types.ts";
import { AnswerDialog, type AnswerKind } from "./answer-dialog.tsx";
import type { ReviewSession } from "./review-session.ts";
import styles from "./submissions.module.css";

type Props = {
  submission: Submission;
  draft: TemplateDraft;
  reading: ReviewSession;
  checks: Checks;
  rows: readonly FieldRow[];
  talk: Pick<ComponentProps<typeof Comments>, "about" | "onAbout" | "labelOf" | "input">;
};

/** The author, the checks, the place in the catalogue, the comments and the decision. */
export function ReviewSide({ submission, draft, reading, checks, rows, talk }: Props) {
  const { author, state, handed_in } = submission;
  const { name } = author;
  const { type, category, slug } = useStore(reading.own);
  const { description } = draft;
  const leaves = rows.filter(({ holdsFields }) => !holdsFields);
  const total = formatNumber(leaves.length);
  const withMeaning = formatNumber(leaves.filter(({ means }) => means).length);
  // Moving the draft to another category makes a new revision; the accepted one has to be the one that was seen.
  const rev = useRef(draft.rev);
  const isOpen = state === "handed_in";
  return (
    <section className={styles.reviewSide} aria-label={t`Review`}>
      <h2 className={styles.reviewName} dir="auto">
        {draft.template_name}
      </h2>
      <div className={styles.reviewBy}>
        <Avatar photo={author.photo} avatar={author.avatar} />
        <span>
          {author.name}
          <small>
            {author.published === 0
              ? t`First submission`
              : plural(
                  { count: author.published },
                  { one: "# published template", other: "# published templates" },
                )}
            {author.handle && author.published > 0 && (
              <>
                {", "}
                <Link className="link" to={`/authors/${author.handle}`}>
                  /authors/{author.handle}
                </Link>
              </>
            )}
          </small>
        </span>
      </div>
      {description && (
        <p className={styles.reviewQuote}>
          <Trans>“{description}”</Trans>
        </p>
      )}
      <ul className={styles.reviewFacts}>
        <CheckFacts checks={checks} onShow={reading.proofs.show} />
        <Fact icon={tag} value={t`${withMeaning} of ${total}`}>{t`Fields with a meaning assigned`}</Fact>
        <Fact icon={licence} value={formatMoment(new Date(handed_in))}>{t`Licence accepted`}</Fact>
      </ul>
      <Place reading={reading} draft={draft} rev={rev} isOpen={isOpen} />
      <p className={styles.reviewAddress}>
        /{type || "…"}/{slug || "…"} {category === "" && t`(no category)`}
      </p>
      <section className={styles.reviewComments} aria-label={t`Comments`}>
        <h3>{t`Comments`}</h3>
        <Comments
          draft={draft.id}
          authorName={author.name}
          placeholder={t`Write a comment, or select a field to comment on it`}
          {...talk}
        />
      </section>
      {isOpen ? (
        <Actions submission={submission} draft={draft} rev={rev} blockingErrors={checks.blockingErrors} />
      ) : (
        <p className="review-with">
          {state === "asked"
            ? t`Changes were requested. ${name} can submit it again.`
            : t`This template was rejected. ${name} can submit it again.`}
        </p>
      )}
    </section>
  );
}

function Fact({ icon, value, children }: { icon: ReactNode; value?: ReactNode; children: ReactNode }) {
  return (
    <li>
      {typeof icon === "string" ? <Icon of={icon} /> : icon}
      <span>{children}</span>
      <span>{value}</span>
    </li>
  );
}

const MAX_FINDINGS = 4;

function CheckFacts({ checks, onShow }: { checks: Checks; onShow: ReviewSession["proofs"]["show"] }) {
  const open = checks.lines.filter(({ kind }) => kind !== "passed");
  if (open.length === 0)
    return checks.passes ? (
      <Fact icon={check}>{t`All checks passed, PDF/UA-1`}</Fact>
    ) : (
      <Fact icon={<i className="waiting-sign" />}>{t`Checking…`}</Fact>
    );
  return (
    <>
      {open.slice(0, MAX_FINDINGS).map(({ kind, message, fault }) => {
        const mode = fault?.mode;
        return (
          <Fact
            key={message}
            icon={<i className={kind === "error" ? "fault-sign" : "hint-sign"} />}
            value={
              mode && <button type="button" className="link" onClick={() => onShow(mode)}>{t`Show`}</button>
            }
          >
            {message}
          </Fact>
        );
      })}
      {open.length > MAX_FINDINGS && (
        <Fact icon={<i className="hint-sign" />}>
          {plural({ count: open.length - MAX_FINDINGS }, { one: "# more problem", other: "# more problems" })}
        </Fact>
      )}
    </>
  );
}

type PlaceProps = { reading: ReviewSession; draft: TemplateDraft; rev: { current: number }; isOpen: boolean };

/** The type and category, the only part of a submission that operators change. */
function Place({ reading: { own }, draft, rev, isOpen }: PlaceProps) {
  const types = useAllTypes();
  const { type, category } = useStore(own);
  const categories = types.find(({ id }) => id === type)?.categories ?? [];
  const move = async (place: { type: string; category: string }) => {
    const before = own.get();
    own.change(place);
    try {
      rev.current = (await saveDraft(draft.id, rev.current, place)).rev;
    } catch (error) {
      own.change({ type: before.type, category: before.category });
      reportFailure(error, { outcome: t`We couldn’t change the category.` });
    }
  };
  if (!isOpen || types.length === 0) return null;
  const withOwn = (options: [string, string][], chosen: string) =>
    options.some(([name]) => name === chosen)
      ? options
      : [[chosen, chosen || t`Choose…`] as [string, string], ...options];
  return (
    <div className="publish-place">
      <SelectBox
        label={t`Type`}
        value={type}
        options={withOwn(
          types.map(({ id, plural }) => [id, plural]),
          type,
        )}
        onChange={(next) =>
          void move({ type: next, category: types.find(({ id }) => id === next)?.categories[0]?.slug ?? "" })
        }
      />
      <SelectBox
        label={t`Category`}
        value={category}
        options={withOwn(
          categories.map(({ slug, label }) => [slug, label]),
          category,
        )}
        onChange={(next) => void move({ type, category: next })}
      />
    </div>
  );
}

type ActionProps = {
  submission: Submission;
  draft: TemplateDraft;
  rev: { current: number };
  blockingErrors: number;
};

function Actions({ submission, draft, rev, blockingErrors }: ActionProps) {
  const [answer, setAnswer] = useState<AnswerKind>();
  const navigate = useNavigate();
  const menu = `refuse-${draft.id}`;
  const leave = async () => {
    await queryClient.invalidateQueries({ queryKey: submissionList.queryKey });
    await navigate("/studio/handed-in");
  };
  const accept = useMutation({
    mutationFn: async () => {
      const published = await publishDraft(draft.id, { rev: rev.current, note: null });
      const template = draft.template_name;
      const author = submission.author.name;
      notify({
        kind: "fact",
        message: t`${template} by ${author} has been published.`,
        action: {
          label: t({ message: "View", context: "verb: open the page of a template" }),
          run: () => void navigate(published.url),
        },
      });
      await draftPublished(draft.id);
      await navigate("/studio/handed-in");
    },
  });
  const [fault] = faultsOf(accept.error) ?? [];
  const problem = fault ? formatPublishError(fault) : accept.error && errorMessage(accept.error);
  const send = async (kind: AnswerKind, reason: string) => {
    await answerSubmission(draft.id, { rev: rev.current, kind, reason });
    setAnswer(undefined);
    const { name } = submission.author;
    notify({
      kind: "fact",
      message:
        kind === "asked"
          ? t`Changes requested from ${name}.`
          : t`Template rejected. ${name} sees the reason.`,
    });
    await leave();
  };
  return (
    <div className="review-actions">
      <p role="alert" className="comments-problem">
        {problem}
      </p>
      {blockingErrors > 0 && (
        <p className={styles.reviewErrors} id="review-errors">
          <i className="fault-sign" />{" "}
          {plural(
            { count: blockingErrors },
            {
              one: "# error must be fixed before publishing",
              other: "# errors must be fixed before publishing",
            },
          )}
        </p>
      )}
      <Button
        variant={blockingErrors > 0 ? undefined : "primary"}
        size="large"
        isBusy={accept.isPending}
        busyMessage={t`Publishing…`}
        disabled={blockingErrors > 0}
        aria-describedby={blockingErrors > 0 ? "review-errors" : undefined}
        onClick={() => accept.mutate()}
      >{t`Accept and publish`}</Button>
      <Button onClick={() => setAnswer("asked")}>{t`Request changes…`}</Button>
      <Button className={styles.reviewRefuse} onClick={() => setAnswer("refused")}>{t`Reject…`}</Button>
      <IconButton className={styles.reviewMore} popoverTarget={menu} label={t`More actions`} icon={more} />
      <div id={menu} popover="auto" className={`panel ${styles.reviewMenu}`}>
        <Button
          variant="bare"
          popoverTarget={menu}
          popoverTargetAction="hide"
          onClick={() => setAnswer("refused")}
        >{t`Reject…`}</Button>
      </div>
      <AnswerDialog kind={answer} onClose={() => setAnswer(undefined)} onSend={send} />
    </div>
  );
}
