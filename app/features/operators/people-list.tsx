import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { PEOPLE_PER_PAGE } from "../../../contract/limits.ts";
import { queryClient } from "../../lib/content-client.ts";
import { call, wordsOf } from "../../lib/http-client.ts";
import { fetchListedPage, wantedPage } from "../../lib/listed-page.ts";
import { tell } from "../../lib/messages.ts";
import { sayDay } from "../../lib/moments.ts";
import { Pager } from "../../ui/pager.tsx";
import { type Question, useQuestion } from "./question.tsx";
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

type Change = "promote" | "demote" | "disable" | "enable";

async function change(person: Listed, what: Change): Promise<void> {
  await call(`auth/people/${person.id}/${what}`, { json: {} });
  await queryClient.invalidateQueries({ queryKey: ["people"] });
}

/** Takes nothing from anybody, so it is done without asking; it undoes disabling. */
async function enable(person: Listed): Promise<void> {
  try {
    await change(person, "enable");
    tell({ kind: "fact", words: `${person.name} can sign in again.` });
  } catch (error) {
    console.error("Account change failed", error);
    tell({ kind: "failure", words: `${person.name} stays disabled. ${wordsOf(error)}` });
  }
}

/** What is asked before an account is changed. */
function questionAbout(person: Listed, what: Exclude<Change, "enable">): Question {
  const { name } = person;
  const work = () => change(person, what);
  if (what === "promote")
    return {
      title: `Make ${name} an operator?`,
      words:
        "Operators change templates, read messages and the log, and disable, promote and reset accounts. It can be undone here.",
      confirm: "Make operator",
      work,
    };
  if (what === "demote")
    return {
      title: `Make ${name} a person?`,
      words:
        "Messages, people, the log and changing templates are closed to them at once. Their account and documents stay, and it can be undone here.",
      confirm: "Make person",
      work,
    };
  return {
    title: `Disable ${name}?`,
    words:
      "All their sessions end at once, and they can’t sign in. Nothing of theirs is deleted, and you can enable them again at any time.",
    confirm: "Disable",
    isGrave: true,
    work: async () => {
      await work();
      tell({
        kind: "fact",
        words: `${name} is disabled.`,
        action: { label: "Undo", run: () => enable(person) },
      });
    },
  };
}

/** Everyone with an account; `ownId` is who looks at the list. */
export function PeopleList({ ownId }: { ownId: string }) {
  const [parameters] = useSearchParams();
  const page = wantedPage(parameters.get("page"));
  const words = parameters.get("q") ?? "";
  const { data: people } = useQuery({ ...peopleOn(page, words), refetchOnMount: "always" }, queryClient);
  const { ask, question } = useQuestion();
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
      <p className="desk-lead">Everyone with an account here.</p>
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
  const since = sayDay(new Date(person.date_created), new Date()).replace(/^(Today|Yesterday)$/, (day) =>
    day.toLowerCase(),
  );
  const otherRole = role === "operator" ? "Make person" : "Make operator";
  const facts = [role === "operator" && "operator", disabled && "disabled", `since ${since}`].filter(Boolean);

  const makeLink = async () => {
    const answer = await call(`auth/people/${person.id}/reset-link`, { json: {} });
    const { data }: { data: { link: string } } = await answer.json();
    setLink(new URL(data.link, location.origin).href);
  };
  const linkQuestion: Question = {
    title: `Make a reset link for ${name}?`,
    words: `Whoever has the link can choose a new password for ${email}, once, within the hour. Hand it to nobody else.`,
    confirm: "Make the link",
    work: makeLink,
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
            onClick={() => ask(linkQuestion)}
          >
            Reset link
          </button>
          <button
            type="button"
            className="button small"
            aria-label={`${otherRole}: ${name}`}
            onClick={() => ask(questionAbout(person, role === "operator" ? "demote" : "promote"))}
          >
            {otherRole}
          </button>
          <button
            type="button"
            className="button small"
            aria-label={disabled ? `Enable again: ${name}` : `Disable ${name}`}
            onClick={() => (disabled ? enable(person) : ask(questionAbout(person, "disable")))}
          >
            {disabled ? "Enable again" : "Disable"}
          </button>
        </div>
      )}
    </li>
  );
}
