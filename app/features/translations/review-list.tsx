import languages from "virtual:icon/languages";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { MAX_TRANSLATION, TRANSLATIONS_PER_PAGE } from "../../../contract/limits.ts";
import { directionOf } from "../../../contract/site/interface-languages.ts";
import type { ListedSuggestion, SuggestionState } from "../../../contract/site/translations.ts";
import { LANGUAGE_LABELS } from "../../../contract/templates/languages.ts";
import { checkTranslation } from "../../../shared/messages/translation-check.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { formatMoment } from "../../lib/format/moments.ts";
import { attempt } from "../../lib/http/failures.ts";
import { call } from "../../lib/http/http-client.ts";
import { fetchListedPage, type ListedPage, readPageNumber } from "../../lib/http/listed-page.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { formatNumber } from "../../lib/i18n/intl.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pager } from "../../ui/pager.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import { TextArea } from "../../ui/text-field.tsx";
import { problemMessage } from "./problem-message.ts";
import styles from "./translations.module.css";

type Shown = "open" | "accepted";

function fetchSuggestions(state: Shown, page: number): Promise<ListedPage<ListedSuggestion>> {
  const addressOf = (number: number) => `site/translations?state=${state}&page=${number}`;
  return fetchListedPage(addressOf, page, TRANSLATIONS_PER_PAGE);
}

function suggestionsIn(state: Shown, page: number) {
  return queryOptions({
    queryKey: ["translations", state, page],
    queryFn: () => fetchSuggestions(state, page),
    placeholderData: keepPreviousData,
    meta: { failure: "Translations failed" },
  });
}

/** The number of translations to review, for the navigation. */
export const openTranslationCount = queryOptions({
  queryKey: ["translations", "count"],
  queryFn: async () => (await fetchSuggestions("open", 1)).paging.total,
});

async function decide(
  suggestion: ListedSuggestion,
  state: SuggestionState,
  text?: string,
  canUndo = true,
): Promise<boolean> {
  const isDone = await attempt(
    { failure: "Translation change failed", outcome: t`The translation wasn’t changed.` },
    () =>
      call(`site/translations/${suggestion.id}`, {
        method: "PATCH",
        json: { state, ...(text === undefined ? {} : { text }) },
      }),
  );
  const undo = () => void decide(suggestion, suggestion.state, suggestion.text ?? undefined, false);
  if (isDone)
    notify({
      kind: "fact",
      message: doneMessage(suggestion, state),
      ...(canUndo ? { action: { label: t`Undo`, run: undo } } : {}),
    });
  await queryClient.invalidateQueries({ queryKey: ["translations"] });
  return isDone;
}

function doneMessage({ message, state: before }: ListedSuggestion, state: SuggestionState): string {
  if (state === "accepted") return t`Translation of “${message}” accepted.`;
  if (state === "open") return t`Translation of “${message}” returned to review.`;
  return before === "accepted"
    ? t`Translation of “${message}” withdrawn.`
    : t`Translation of “${message}” declined.`;
}

/** Suggested translations by language: those to review, then the accepted ones. */
export function TranslationList() {
  const [parameters] = useSearchParams();
  const list = (state: Shown) => ({
    ...suggestionsIn(state, readPageNumber(parameters.get(state))),
    refetchOnMount: "always" as const,
  });
  const open = useQuery(list("open"));
  const accepted = useQuery(list("accepted"));
  const isLoaded = open.data && accepted.data;
  return (
    <>
      <header className="studio-head">
        <h1>
          {t`Translations`} {open.data && <small>{formatNumber(open.data.paging.total)}</small>}
        </h1>
        <p>{t`Suggested by people who use this site. Accepted translations are used on this site right away.`}</p>
      </header>
      {!isLoaded && (
        <div className="dashboard-section">
          <PendingPart
            failure={t`We couldn’t load the translations.`}
            of={pendingOf(open, accepted)}
            height="12rem"
          />
        </div>
      )}
      {isLoaded && open.data.paging.total + accepted.data.paging.total === 0 && (
        <div className="dashboard-section">
          <EmptyState title={t`No suggestions yet`} drawing={languages}>
            {t`People can suggest a better translation from the language menu, on pages that aren’t in English.`}
          </EmptyState>
        </div>
      )}
      {open.data && <SuggestionGroup state="open" suggestions={open.data} />}
      {accepted.data && <SuggestionGroup state="accepted" suggestions={accepted.data} />}
    </>
  );
}

type GroupProps = { state: Shown; suggestions: ListedPage<ListedSuggestion> };

function SuggestionGroup({ state, suggestions: { items, paging } }: GroupProps) {
  const [parameters] = useSearchParams();
  if (paging.total === 0) return null;
  const addressOf = (wanted: number) => {
    const next = new URLSearchParams(parameters);
    next.set(state, String(wanted));
    return `?${next}`;
  };
  const label =
    state === "open" ? t`Waiting for review` : t({ message: "Accepted", context: "translations" });
  return (
    <section className="dashboard-section" aria-label={label}>
      <h2 className="day">
        {label} <span className="muted num">{formatNumber(paging.total)}</span>
      </h2>
      {[...Map.groupBy(items, ({ language }) => language)].map(([language, ofLanguage]) => (
        <section key={language} className={styles.language}>
          <header>
            <h3 lang={language}>{LANGUAGE_LABELS[language]}</h3>
            {state === "accepted" && (
              <a className="link" href={`/site/translations/${language}/accepted.zip`} download>
                {t`Export as PO`}
              </a>
            )}
          </header>
          <ul className="lines letters">
            {ofLanguage.map((each) => (
              <SuggestionLine key={`${each.id} ${each.state} ${each.text}`} suggestion={each} />
            ))}
          </ul>
        </section>
      ))}
      {paging.pages > 1 && <Pager paging={paging} to={addressOf} />}
    </section>
  );
}

function SuggestionLine({ suggestion }: { suggestion: ListedSuggestion }) {
  const [isEditing, setEditing] = useState(false);
  const { language, message, context, current, text, state, comment, isOutdated, isReplaced } = suggestion;
  const author = suggestion.author ?? t`A deleted account`;
  const sentAt = formatMoment(new Date(suggestion.date_created));
  const inLanguage = { lang: language, dir: directionOf(language) };
  const isOpen = state === "open";
  return (
    <li data-suggestion={state}>
      <div>
        <dl className={styles.texts}>
          <dt>{t`Original`}</dt>
          <dd lang="en" dir="ltr">
            {message}
            {context && <small>{context}</small>}
          </dd>
          {current !== null && current !== text && (
            <>
              <dt>{t({ message: "Current", context: "translation" })}</dt>
              <dd {...inLanguage}>{current}</dd>
            </>
          )}
          <dt>{isOpen ? t`Suggestion` : t({ message: "Accepted", context: "translation" })}</dt>
          <dd {...inLanguage}>
            <b>{text ?? suggestion.suggestion}</b>
          </dd>
        </dl>
        {comment && (
          <p>
            <Trans>“{comment}”</Trans>
          </p>
        )}
        <small>
          <Trans comment="Who suggested a translation, and when">
            {author}, {sentAt}
          </Trans>
        </small>
        {isOutdated && (
          <p className="muted">{t`Outdated: the English text has changed, so this isn’t used.`}</p>
        )}
        {isReplaced && <p className="muted">{t`Replaced by a newer translation.`}</p>}
        {isEditing && <EditForm suggestion={suggestion} onEnd={() => setEditing(false)} />}
      </div>
      {!isEditing && (
        <div className="dashboard-actions">
          {isOpen && !isOutdated && (
            <>
              <Button
                size="small"
                aria-label={t`Accept the translation of ${message}`}
                onClick={() => decide(suggestion, "accepted")}
              >{t`Accept`}</Button>
              <Button
                size="small"
                aria-label={t`Edit the translation of ${message}`}
                onClick={() => setEditing(true)}
              >{t`Edit`}</Button>
            </>
          )}
          <Button
            size="small"
            aria-label={
              isOpen ? t`Decline the translation of ${message}` : t`Withdraw the translation of ${message}`
            }
            onClick={() => decide(suggestion, "declined")}
          >
            {isOpen ? t`Decline` : t`Withdraw`}
          </Button>
        </div>
      )}
    </li>
  );
}

function EditForm({ suggestion, onEnd }: { suggestion: ListedSuggestion; onEnd(): void }) {
  const { language, message } = suggestion;
  const [text, setText] = useState(suggestion.suggestion);
  const [problem, setProblem] = useState<string>();
  const accept = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkTranslation(language, message, text);
    setProblem(found && problemMessage(found));
    if (!found && (await decide(suggestion, "accepted", text))) onEnd();
  };
  return (
    <form method="post" className={styles.form} onSubmit={accept}>
      <TextArea
        label={t`Translation`}
        lang={language}
        dir={directionOf(language)}
        rows={3}
        maxLength={MAX_TRANSLATION}
        value={text}
        error={problem}
        // The person has just asked to edit it.
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="small">{t`Accept`}</Button>
        <Button size="small" onClick={onEnd}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}
