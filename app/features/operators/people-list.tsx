import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { PEOPLE_PER_PAGE } from "../../../contract/limits.ts";
import { queryClient } from "../../lib/content-client.ts";
import { call, wordsOf } from "../../lib/http-client.ts";
import { tell } from "../../lib/messages.ts";
import { sayDay } from "../../lib/moments.ts";
import { Pager } from "../../ui/pager.tsx";
import { fetchListedPage, wantedPage } from "./listed-page.ts";
import { usePasswordQuestion, type WithPassword } from "./password-question.tsx";
import "./operators.css";

type Listed = {
  id: string;
  name: string;
  email: string;
  role: "person" | "operator";
  disabled: boolean;
  date_created: string;
};

function peopleOn(page: number, words: string) {
  const addressOf = (number: number) =>
    `auth/people?${new URLSearchParams({ page: String(number), ...(words ? { search: words } : {}) })}`;
  return queryOptions({
    queryKey: ["people", page, words],
    queryFn: () => fetchListedPage<Listed>(addressOf, page, PEOPLE_PER_PAGE),
    placeholderData: keepPreviousData,
  });
}

async function change(person: Listed, what: string, withPassword: WithPassword): Promise<void> {
  try {
    await withPassword(() => call(`auth/people/${person.id}/${what}`, { json: {} }));
  } catch (error) {
    console.error("Account change failed", error);
    tell({ kind: "failure", words: `Nothing was changed for ${person.name}. ${wordsOf(error)}` });
  }
  await queryClient.invalidateQueries({ queryKey: ["people"] });
}

/** Everyone with an account; `ownId` is who looks at the list. */
export function PeopleList({ ownId }: { ownId: string }) {
  const [parameters] = useSearchParams();
  const page = wantedPage(parameters.get("page"));
  const words = parameters.get("q") ?? "";
  const { data: people } = useQuery({ ...peopleOn(page, words), refetchOnMount: "always" }, queryClient);
  const { withPassword, question } = usePasswordQuestion();
  const addressOf = (wanted: number) =>
    `?${new URLSearchParams({ ...(words ? { q: words } : {}), page: String(wanted) })}`;
  return (
    <>
      <div className="desk-head">
        <h1>People</h1>
        <Form className="desk-search" role="search" key={words}>
          <input
            className="input"
            type="search"
            name="q"
            defaultValue={words}
            aria-label="Search people by name or e-mail"
            placeholder="Name or e-mail"
            maxLength={200}
          />
        </Form>
      </div>
      <p className="desk-lead">Everyone with an account here. Disabling ends all sessions at once.</p>
      {!people && <span className="skeleton desk-section" style={{ height: "12rem" }} />}
      {people?.items.length === 0 && (
        <p className="desk-section">
          Nobody is called “{words}”.{" "}
          <Link className="link" to="?">
            Show everyone
          </Link>
        </p>
      )}
      <ul className="lines people desk-section">
        {people?.items.map((person) => (
          <PersonLine
            key={person.id}
            person={person}
            isSelf={person.id === ownId}
            withPassword={withPassword}
          />
        ))}
      </ul>
      {people && people.paging.pages > 1 && <Pager paging={people.paging} to={addressOf} />}
      {question}
    </>
  );
}

type PersonLineProps = { person: Listed; isSelf: boolean; withPassword: WithPassword };

function PersonLine({ person, isSelf, withPassword }: PersonLineProps) {
  const { name, email, role, disabled } = person;
  const [link, setLink] = useState("");
  const since = sayDay(new Date(person.date_created), new Date()).replace(/^(Today|Yesterday)$/, (day) =>
    day.toLowerCase(),
  );
  const otherRole = role === "operator" ? "Make person" : "Make operator";
  const facts = [role === "operator" && "operator", disabled && "disabled", `since ${since}`].filter(Boolean);

  const makeLink = async () => {
    try {
      const answer = await withPassword(() => call(`auth/people/${person.id}/reset-link`, { json: {} }));
      if (!answer) return;
      const { data }: { data: { link: string } } = await answer.json();
      setLink(new URL(data.link, location.origin).href);
    } catch (error) {
      console.error("Reset link failed", error);
      tell({ kind: "failure", words: `No link was made for ${name}. ${wordsOf(error)}` });
    }
  };

  return (
    <li>
      <span>
        <b>{name}</b>
        <small className="told">{[email, ...facts].join(", ")}</small>
        {link && (
          <small className="told">
            Hand this over; it works once, within the hour: <code>{link}</code>
          </small>
        )}
      </span>
      {isSelf ? (
        <span className="muted">you</span>
      ) : (
        <div className="person-actions">
          <button
            type="button"
            className="button small"
            aria-label={`Reset link for ${name}`}
            onClick={makeLink}
          >
            Reset link
          </button>
          <button
            type="button"
            className="button small"
            aria-label={`${otherRole}: ${name}`}
            onClick={() => change(person, role === "operator" ? "demote" : "promote", withPassword)}
          >
            {otherRole}
          </button>
          <button
            type="button"
            className="button small"
            aria-label={disabled ? `Enable ${name}` : `Disable ${name}`}
            onClick={() => change(person, disabled ? "enable" : "disable", withPassword)}
          >
            {disabled ? "Enable" : "Disable"}
          </button>
        </div>
      )}
    </li>
  );
}
