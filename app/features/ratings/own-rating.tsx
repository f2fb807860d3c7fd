// Loaded later: when it is known who is here.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { formatDayInText, isToday, isYesterday } from "../../lib/format/moments.ts";
import { errorMessage } from "../../lib/http/http-client.ts";
import { withQueries } from "../../lib/http/query-client.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { useShownProfile } from "../profile/index.ts";
import { signInAddress, useSession } from "../session/index.ts";
import {
  type NewRating,
  type OwnRating as Own,
  type OwnExport,
  ownExportOf,
  removeRating,
  saveRating,
} from "./own-rating-data.ts";
import { RateForm } from "./rate-form.tsx";
import { Stars } from "./rating.tsx";
import styles from "./ratings.module.css";

export default withQueries(OwnRating);

type Template = { id: string; name: string };

/** A person's own rating of a template, or why there is none. */
function OwnRating({ template }: { template: Template }) {
  const { kind } = useSession();
  const userId = useShownProfile()?.id;
  const { pathname } = useLocation();
  const { name } = template;
  if (kind === "visitor" || kind === "ended")
    return (
      <p>
        <Trans>
          <Link className="link" to={signInAddress(`${pathname}#ratings`)}>
            Sign in
          </Link>{" "}
          to rate {name} after downloading a document made with it.
        </Trans>
      </p>
    );
  return userId ? <OfPerson key={userId} userId={userId} template={template} /> : null;
}

function OfPerson({ userId, template }: { userId: string; template: Template }) {
  const { data: exported, isError, refetch } = useQuery(ownExportOf(userId, template.id));
  const { name } = template;
  if (isError)
    return (
      <p>
        <Trans>
          We couldn’t load your rating of {name}.{" "}
          <button type="button" className="link" onClick={() => refetch()}>
            Try again
          </button>
        </Trans>
      </p>
    );
  if (exported === undefined) return null;
  if (exported === null) return <p>{t`You can rate ${name} after downloading a document made with it.`}</p>;
  return <Exported userId={userId} template={template} exported={exported} />;
}

type ExportedProps = { userId: string; template: Template; exported: OwnExport };

function Exported({ userId, template, exported: { lastDay, rating } }: ExportedProps) {
  const [isChanging, setChanging] = useState(false);
  const [done, setDone] = useState("");
  const place = useRef<HTMLDivElement>(null);

  /** The focused button is gone, so the focus moves to the container that shows the result. */
  function finish(message: string): void {
    setChanging(false);
    setDone(message);
    place.current?.focus();
  }

  async function save(given: NewRating): Promise<void> {
    const { state } = await saveRating(userId, template.id, rating, given);
    finish(state === "shown" ? t`Rating saved. It will count within a minute.` : t`Rating saved.`);
  }

  const question = askAbout(template.name, new Date(lastDay));
  return (
    <div ref={place} tabIndex={-1} className={styles.ownRatingPlace}>
      {rating === null && <RateForm key="new" asked={question} onSave={save} />}
      {rating && isChanging && (
        <RateForm
          key="change"
          asked={t`Your rating`}
          before={rating}
          onSave={save}
          onCancel={() => finish(t`Your rating hasn’t changed.`)}
        />
      )}
      {rating && !isChanging && (
        <Given
          rating={rating}
          onChange={() => {
            setDone("");
            setChanging(true);
          }}
          onRemove={async () => {
            await removeRating(userId, template.id, rating);
            finish(t`Your rating has been removed.`);
          }}
        />
      )}
      <p role="status" className={styles.ownRatingDone}>
        {done}
      </p>
    </div>
  );
}

function askAbout(name: string, downloaded: Date): string {
  if (isToday(downloaded)) return t`You downloaded ${name} today. How was it?`;
  if (isYesterday(downloaded)) return t`You downloaded ${name} yesterday. How was it?`;
  const day = formatDayInText(downloaded);
  return t`You downloaded ${name} on ${day}. How was it?`;
}

type GivenProps = { rating: Own; onChange(): void; onRemove(): Promise<void> };

function Given({ rating: { stars, words: comment, hidden, state }, onChange, onRemove }: GivenProps) {
  const removal = useMutation({ mutationFn: onRemove, meta: { failure: "Rating failed" } });
  const reason = removal.error && errorMessage(removal.error);
  return (
    <>
      <p className="given">
        <span>{t`Your rating`}</span>
        <Stars given={stars} />
      </p>
      {comment && <p className={styles.givenComment}>{t`“${comment}”`}</p>}
      {state === "waiting" && (
        <p>{t`Your rating is waiting for review. It counts once an operator approves it.`}</p>
      )}
      {state === "refused" && <p>{t`An operator rejected your rating, so it doesn’t count.`}</p>}
      {hidden && <p>{t`An operator has hidden your comment: ${hidden}. Your stars still count.`}</p>}
      <p className="given">
        <button type="button" className="link" onClick={onChange}>{t`Change`}</button>
        <button type="button" className="link" onClick={() => removal.mutate()}>{t`Remove`}</button>
      </p>
      <FormProblem>{reason && t`We couldn’t remove your rating. ${reason}`}</FormProblem>
    </>
  );
}
