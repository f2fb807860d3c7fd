import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { PEOPLE_PER_PAGE } from "../../../contract/limits.ts";
import { formatDayInText } from "../../lib/format/moments.ts";
import { attempt } from "../../lib/http/failures.ts";
import { call } from "../../lib/http/http-client.ts";
import { fetchListedPage, readPageNumber } from "../../lib/http/listed-page.ts";
import { formatList, formatNumber } from "../../lib/i18n/intl.ts";
import { Button } from "../../ui/button.tsx";
import { Pager } from "../../ui/pager.tsx";
import { type Question, useQuestion } from "../account/index.ts";
import styles from "./operators.module.css";
import { deletionQuestion, enable, type Listed, questionAbout } from "./people-questions.ts";
import { SignUpSwitch } from "./sign-up-switch.tsx";

function peopleOn(page: number, query: string) {
  const addressOf = (number: number) =>
    `auth/people?${new URLSearchParams({ page: String(number), ...(query ? { search: query } : {}) })}`;
  return queryOptions({
    queryKey: ["people", page, query],
    queryFn: () => fetchListedPage<Listed>(addressOf, page, PEOPLE_PER_PAGE),
    placeholderData: keepPreviousData,
  });
}

/** The number of accounts, for the navigation. */
export const peopleCount = queryOptions({
  queryKey: ["people", "count"],
  queryFn: async () => (await fetchListedPage<Listed>(() => "auth/people", 1, PEOPLE_PER_PAGE)).paging.total,
});

/** Everyone with an account; `ownId` is the viewer. */
export function PeopleList({ ownId }: { ownId: string }) {
  const [parameters] = useSearchParams();
  const page = readPageNumber(parameters.get("page"));
  const query = parameters.get("q") ?? "";
  const { data: people } = useQuery({ ...peopleOn(page, query), refetchOnMount: "always" });
  const { ask, question } = useQuestion();
  const addressOf = (wanted: number) =>
    `?${new URLSearchParams({ ...(query ? { q: query } : {}), page: String(wanted) })}`;
  return (
    <>
      <div className="studio-head">
        <h1>
          {t`People`} {people && <small>{formatNumber(people.paging.total)}</small>}
        </h1>
        <Form className="dashboard-search" role="search" key={query}>
          <input
            className="input"
            type="search"
            name="q"
            defaultValue={query}
            aria-label={t`Search people by name or email`}
            placeholder={t`Name or email`}
            maxLength={200}
          />
        </Form>
      </div>
      <SignUpSwitch />
      {!people && (
        <span className="skeleton dashboard-section" style={{ height: "12rem" }} aria-busy="true" />
      )}
      {people?.items.length === 0 && (
        <p className="dashboard-section">
          <Trans>
            No people match “{query}”.{" "}
            <Link className="link" to="?">
              Show all people
            </Link>
          </Trans>
        </p>
      )}
      <ul className="lines people dashboard-section">
        {people?.items.map((person) => (
          <PersonLine key={person.id} person={person} isSelf={person.id === ownId} ask={ask} />
        ))}
      </ul>
      {people && people.paging.pages > 1 && <Pager paging={people.paging} to={addressOf} />}
      {question}
    </>
  );
}

type PersonLineProps = { person: Listed; isSelf: boolean; ask(question: Question): void };

function PersonLine({ person, isSelf, ask }: PersonLineProps) {
  const { name, email, role, disabled } = person;
  const [link, setLink] = useState("");
  const since = formatDayInText(new Date(person.date_created));
  const isOperator = role === "operator";
  const facts = [
    email,
    isOperator && t({ message: "operator", context: "one of several facts about a person" }),
    disabled && t({ message: "disabled", context: "one of several facts about a person" }),
    t`joined ${since}`,
  ];

  const makeLink = async () => {
    const answer = await call(`auth/people/${person.id}/reset-link`, { json: {} });
    const { data }: { data: { link: string } } = await answer.json();
    setLink(new URL(data.link, location.origin).href);
  };
  const linkQuestion: Question = {
    title: t`Create a reset link for ${name}?`,
    message: t`Anyone with the link can set a new password for ${email}. It works once and expires in an hour, so send it only to ${name}.`,
    confirm: t`Create link`,
    work: makeLink,
  };

  const askToDelete = () =>
    attempt(
      { failure: "Belongings not counted", outcome: t`We couldn’t delete the account of ${name}.` },
      async () => ask(await deletionQuestion(person)),
    );

  return (
    <li>
      <span>
        <b dir="auto">{name}</b>
        <small className={styles.personFacts}>
          {formatList(facts.filter((fact) => fact !== false).filter(Boolean), "unit")}
        </small>
        {link && (
          <small className={styles.personFacts}>
            <Trans>
              Send this link to {name}. It works once and expires in an hour: <code>{link}</code>
            </Trans>
          </small>
        )}
      </span>
      {isSelf ? (
        <span className="muted">{t({ message: "you", comment: "Next to the reader’s own account" })}</span>
      ) : (
        <div className={styles.personActions}>
          <Button
            size="small"
            aria-label={t`Reset link for ${name}`}
            onClick={() => ask(linkQuestion)}
          >{t`Reset link`}</Button>
          <Button
            size="small"
            aria-label={isOperator ? t`Remove operator role: ${name}` : t`Make operator: ${name}`}
            onClick={() => ask(questionAbout(person, isOperator ? "demote" : "promote"))}
          >
            {isOperator ? t`Remove operator role` : t`Make operator`}
          </Button>
          <Button
            size="small"
            aria-label={disabled ? t`Enable ${name}` : t`Disable ${name}`}
            onClick={() => (disabled ? enable(person) : ask(questionAbout(person, "disable")))}
          >
            {disabled ? t`Enable` : t`Disable`}
          </Button>
          <Button size="small" aria-label={t`Delete ${name}`} onClick={askToDelete}>{t`Delete`}</Button>
        </div>
      )}
    </li>
  );
}
