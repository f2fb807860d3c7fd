import x from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type Ref, useState } from "react";
import { formatShortMoment } from "../../lib/format/moments.ts";
import { errorMessage } from "../../lib/http/http-client.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import styles from "./comments.module.css";
import { commentsOf, type NumberedComment, numberedComments, sendComment } from "./submissions.ts";

const MAX_COMMENT_LENGTH = 2_000;

type Props = {
  draft: string;
  authorName: string;
  /** Path of the field that the new comment is about, without row numbers; its comments are highlighted. */
  about?: string | null;
  onAbout?(field: string | null): void;
  /** The label of a field. */
  labelOf?(field: string): string;
  placeholder?: string;
  input?: Ref<HTMLTextAreaElement>;
};

/** The comments on a draft, with a form for another one. */
export function Comments({
  draft,
  authorName,
  about = null,
  onAbout,
  labelOf = plain,
  placeholder,
  input,
}: Props) {
  const { data } = useQuery({ ...commentsOf(draft), refetchOnMount: "always" });
  const [words, setWords] = useState("");
  const sending = useMutation({
    mutationFn: () => sendComment(draft, words.trim(), about),
    onSuccess: () => {
      setWords("");
      onAbout?.(null);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending.isPending && words.trim() !== "") sending.mutate();
  };
  const comments = numberedComments(data ?? []);
  const field = about === null ? undefined : labelOf(about);
  return (
    <div className={styles.comments}>
      {comments.length > 0 && (
        <ol>
          {comments.map((comment, place) => (
            <li key={comment.id}>
              <Comment
                comment={comment}
                authorName={authorName}
                isHighlighted={comment.field !== null && comment.field === about}
                isAnswer={comment.field === comments[place - 1]?.field}
                label={comment.field === null ? undefined : labelOf(comment.field)}
                onChoose={onAbout && (() => onAbout(comment.field === about ? null : comment.field))}
              />
            </li>
          ))}
        </ol>
      )}
      <form className={styles.commentsWrite} onSubmit={submit}>
        {field !== undefined && (
          <p className={styles.commentsAbout}>
            <Trans>
              Comment on <mark>{field}</mark>
            </Trans>
            <IconButton label={t`Comment on the whole template`} icon={x} onClick={() => onAbout?.(null)} />
          </p>
        )}
        <textarea
          ref={input}
          className="input"
          rows={words === "" ? 1 : 3}
          maxLength={MAX_COMMENT_LENGTH}
          aria-label={t`Comment`}
          placeholder={placeholder ?? t`Write a reply`}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <p role="alert" className="comments-problem">
          {sending.error && errorMessage(sending.error)}
        </p>
        {words.trim() !== "" && (
          <Button
            type="submit"
            size="small"
            isBusy={sending.isPending}
            busyMessage={t`Sending`}
          >{t`Send`}</Button>
        )}
      </form>
    </div>
  );
}

const plain = (field: string) => field;

const TITLES: Record<NumberedComment["kind"], (who: string) => string> = {
  comment: (who) => who,
  handed_in: (who) => t`${who} submitted this template`,
  asked: (who) => t`${who} requested changes`,
  refused: (who) => t`${who} rejected this template`,
};

type CommentProps = {
  comment: NumberedComment;
  authorName: string;
  isHighlighted: boolean;
  /** Whether the comment above is about the same field, so the label isn't repeated. */
  isAnswer: boolean;
  label: string | undefined;
  onChoose: (() => void) | undefined;
};

function Comment({ comment, authorName, isHighlighted, isAnswer, label, onChoose }: CommentProps) {
  const { kind, words, by, number, date_created } = comment;
  const title = TITLES[kind](by === "author" ? authorName : t`The library team`);
  const when = formatShortMoment(new Date(date_created));
  if (kind === "handed_in") return <p className={styles.commentsFact}>{t`${title}, ${when}`}</p>;
  return (
    <div className={styles.commentsItem} data-by={by} data-highlighted={isHighlighted || undefined}>
      {number !== undefined && !isAnswer && <span className="sheet-number">{number}</span>}
      <div>
        {label &&
          !isAnswer &&
          (onChoose ? (
            <button
              type="button"
              className={styles.commentsField}
              aria-pressed={isHighlighted}
              onClick={onChoose}
            >
              {label}
            </button>
          ) : (
            <span className={styles.commentsField}>{label}</span>
          ))}{" "}
        <b>{title}</b> <small>{when}</small>
        <p>{words}</p>
      </div>
    </div>
  );
}
