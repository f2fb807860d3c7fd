import x from "virtual:icon/x";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type Ref, useState } from "react";
import { formatShortMoment } from "../../lib/format/moments.ts";
import { errorMessage } from "../../lib/http/http-client.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { commentsOf, type NumberedComment, numberedComments, sendComment } from "./handing-in.ts";
import styles from "./talk.module.css";

const MOST_WORDS = 2_000;

type Props = {
  draft: string;
  authorName: string;
  /** The field that is written about, and what is said about lit; a path without row numbers. */
  about?: string | null;
  onAbout?(field: string | null): void;
  /** What a field is called. */
  labelOf?(field: string): string;
  placeholder?: string;
  input?: Ref<HTMLTextAreaElement>;
};

/** What was said about a draft, and a line to say more. */
export function Talk({
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
  return (
    <div className={styles.talk}>
      {comments.length > 0 && (
        <ol>
          {comments.map((comment, place) => (
            <li key={comment.id}>
              <Comment
                comment={comment}
                authorName={authorName}
                isLit={comment.field !== null && comment.field === about}
                isAnswer={comment.field === comments[place - 1]?.field}
                label={comment.field === null ? undefined : labelOf(comment.field)}
                onChoose={onAbout && (() => onAbout(comment.field === about ? null : comment.field))}
              />
            </li>
          ))}
        </ol>
      )}
      <form className={styles.talkWrite} onSubmit={submit}>
        {about !== null && (
          <p className={styles.talkAbout}>
            About <mark>{labelOf(about)}</mark>
            <IconButton label="About the whole template instead" icon={x} onClick={() => onAbout?.(null)} />
          </p>
        )}
        <textarea
          ref={input}
          className="input"
          rows={words === "" ? 1 : 3}
          maxLength={MOST_WORDS}
          aria-label="Say something about it"
          placeholder={placeholder ?? "Write an answer"}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <p role="alert" className="talk-problem">
          {sending.error && errorMessage(sending.error)}
        </p>
        {words.trim() !== "" && (
          <Button type="submit" size="small" isBusy={sending.isPending} busyMessage="Sending…">
            Say it
          </Button>
        )}
      </form>
    </div>
  );
}

const plain = (field: string) => field;

const DONE: Partial<Record<NumberedComment["kind"], string>> = {
  asked: "asked for a change",
  refused: "refused it",
};

type CommentProps = {
  comment: NumberedComment;
  authorName: string;
  isLit: boolean;
  /** To what stands above it, so it need not say again what it is about. */
  isAnswer: boolean;
  label: string | undefined;
  onChoose: (() => void) | undefined;
};

function Comment({ comment, authorName, isLit, isAnswer, label, onChoose }: CommentProps) {
  const { kind, words, by, number, date_created } = comment;
  const who = by === "author" ? authorName : "The library";
  const when = formatShortMoment(new Date(date_created));
  if (kind === "handed_in")
    return (
      <p className={styles.talkFact}>
        {who} handed it in, {when}
      </p>
    );
  return (
    <div className={styles.talkComment} data-by={by} data-lit={isLit || undefined}>
      {number !== undefined && !isAnswer && <span className="sheet-number">{number}</span>}
      <div>
        {label &&
          !isAnswer &&
          (onChoose ? (
            <button type="button" className={styles.talkField} aria-pressed={isLit} onClick={onChoose}>
              {label}
            </button>
          ) : (
            <span className={styles.talkField}>{label}</span>
          ))}{" "}
        <b>
          {who} {DONE[kind]}
        </b>{" "}
        <small>{when}</small>
        <p>{words}</p>
      </div>
    </div>
  );
}
