import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type {
  AcceptedTemplate,
  Submission,
  SubmissionList,
} from "../../../../contract/templates/submissions.ts";
import { formatMoment, formatShortMoment } from "../../../lib/format/moments.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import { DraftPicture } from "../draft-picture.tsx";
import styles from "./submissions.module.css";

type Props = { handedIn: SubmissionList; shown: string | undefined };

/** Submissions to review, oldest first; then those returned to their authors, and recently accepted ones. */
export function Queue({ handedIn: { submissions, accepted }, shown }: Props) {
  const waiting = submissions.filter(({ state }) => state === "handed_in");
  const answered = submissions.filter(({ state }) => state !== "handed_in");
  return (
    <>
      <Group title={t`To review`} empty={t`Nothing to review.`} submissions={waiting} shown={shown} />
      {answered.length > 0 && (
        <Group title={t`Returned to authors`} submissions={answered.toReversed()} shown={shown} />
      )}
      {accepted.length > 0 && (
        <>
          <h2>{t`Accepted`}</h2>
          <ul>
            {accepted.map((template) => (
              <li key={template.id}>
                <Link className={styles.queueRow} to={template.url}>
                  <span className="draft-picture" style={{ "--ar": pageRatio(template.page) }}>
                    <Sheet
                      template={template.id}
                      image={template.image}
                      ratio={pageRatio(template.page)}
                      sizes="56px"
                    />
                  </span>
                  <span>
                    <b dir="auto">{template.template_name}</b>
                    <small>{template.author}</small>
                    <small>{formatVersion(template)}</small>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type GroupProps = {
  title: string;
  empty?: string;
  submissions: readonly Submission[];
  shown: string | undefined;
};

function Group({ title, empty, submissions, shown }: GroupProps) {
  return (
    <>
      <h2>{title}</h2>
      {submissions.length === 0 && <p className={styles.queueNone}>{empty}</p>}
      <ul>
        {submissions.map((submission) => {
          const { id, rev, template_name, number, author } = submission;
          const name = template_name || t`Untitled`;
          return (
            <li key={id}>
              <Link
                className={styles.queueRow}
                to={`/studio/handed-in/${id}`}
                aria-current={id === shown ? "true" : undefined}
              >
                <DraftPicture id={id} rev={rev} />
                <span>
                  <b>{number === null ? name : t`${name}, version ${{ version: number }}`}</b>
                  <small dir="auto">{author.name}</small>
                  <small>{formatWhen(submission)}</small>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function formatVersion({ version_number: version, date_updated }: AcceptedTemplate): string {
  const date = formatShortMoment(new Date(date_updated));
  return t`Version ${version}, ${date}`;
}

function formatWhen({ state, handed_in, answered }: Submission): string {
  if (state === "handed_in") return formatMoment(new Date(handed_in));
  const date = answered && formatShortMoment(new Date(answered));
  if (state === "asked") return date ? t`Changes requested, ${date}` : t`Changes requested`;
  return date ? t`Rejected, ${date}` : t`Rejected`;
}
