import download from "virtual:icon/download";
import logs from "virtual:icon/scroll-text";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { ACTIONS_PER_PAGE, ACTIONS_SHOWN, MAX_SEARCH_LENGTH } from "../../../contract/limits.ts";
import type { ListedAction } from "../../../contract/people/actions.ts";
import { formatDay, formatTime } from "../../lib/format/moments.ts";
import { fetchListedPage, wantedPage } from "../../lib/http/listed-page.ts";
import { Button } from "../../ui/button.tsx";
import { EmptySheet } from "../../ui/empty-sheet.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Pager } from "../../ui/pager.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ACTION_CHOICES, actorName, describeAction } from "./action-words.ts";
import "./operators.css";

type Choice = { action: string; who: string };

function parametersOf({ action, who }: Choice, page: number): URLSearchParams {
  return new URLSearchParams({
    ...(action ? { action } : {}),
    ...(who ? { who } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
}

function actionsOn(choice: Choice, page: number) {
  return queryOptions({
    queryKey: ["actions", choice, page],
    queryFn: () =>
      fetchListedPage<ListedAction>(
        (number) => `auth/actions?${parametersOf(choice, number)}`,
        page,
        ACTIONS_PER_PAGE,
      ),
    placeholderData: keepPreviousData,
  });
}

/** Who did what to people, templates and tokens; the newest first. */
export function ActionLog() {
  const [parameters, setParameters] = useSearchParams();
  const choice = { action: parameters.get("action") ?? "", who: parameters.get("who") ?? "" };
  const page = wantedPage(parameters.get("page"));
  const { data: lines } = useQuery({ ...actionsOn(choice, page), refetchOnMount: "always" });
  const box = useId();
  const isNarrowed = choice.action !== "" || choice.who !== "";
  return (
    <>
      <header className="bench-head">
        <h1>Log</h1>
        <p>Who changed what, by today’s names. A line is kept for a year; nobody can change one.</p>
        <div className="bench-actions">
          <a className="button" href={`/auth/actions.csv?${parametersOf(choice, 1)}`} download="log.csv">
            <Icon of={download} />
            CSV
          </a>
        </div>
      </header>
      <Form className="log-filter" role="search" aria-label="Narrow the log">
        <div className="field">
          <label htmlFor={box}>What was done</label>
          <select
            id={box}
            className="input"
            name="action"
            value={choice.action}
            onChange={(event) => setParameters(parametersOf({ ...choice, action: event.target.value }, 1))}
          >
            <option value="">Everything</option>
            {ACTION_CHOICES.map(({ label, actions }) => (
              <optgroup key={label} label={label}>
                {actions.map(([action, words]) => (
                  <option key={action} value={action}>
                    {words}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
        <TextField
          key={choice.who}
          label="By whom, or to whom"
          type="search"
          name="who"
          defaultValue={choice.who}
          placeholder="Name, e-mail or token"
          maxLength={MAX_SEARCH_LENGTH}
        />
        <Button type="submit">Show</Button>
      </Form>
      {!lines && <span className="skeleton desk-section" style={{ height: "12rem" }} />}
      {lines?.paging.total === 0 &&
        (isNarrowed ? (
          <p className="desk-section">
            Nothing in the log fits.{" "}
            <Link className="link" to="?">
              Show everything
            </Link>
          </p>
        ) : (
          <div className="desk-section">
            <EmptySheet title="Nothing done yet" drawing={logs}>
              What operators, tokens and the command line change is put down here.
            </EmptySheet>
          </div>
        ))}
      {lines && lines.items.length > 0 && (
        <ul className="lines log desk-section" aria-label="Actions">
          {lines.items.map((line) => (
            <ActionLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      {lines && lines.paging.pages > 1 && (
        <Pager paging={lines.paging} to={(wanted) => `?${parametersOf(choice, wanted)}`} />
      )}
      {lines && lines.paging.total >= ACTIONS_SHOWN && (
        <p className="muted log-end">
          These are the newest {ACTIONS_SHOWN.toLocaleString("en-GB")}. On the server,{" "}
          <code>typecase actions --until 2026-01-31</code> reads older ones.
        </p>
      )}
    </>
  );
}

function ActionLine({ line }: { line: ListedAction }) {
  const { actor, target, at } = line;
  const moment = new Date(at);
  const { before, target: name, after } = describeAction(line);
  const person = actor.email ?? actor.id;
  const place = target.email ? `/studio/people?q=${encodeURIComponent(target.email)}` : target.url;
  return (
    <li>
      <span>
        {person ? (
          <Link className="link" to={`?who=${encodeURIComponent(person)}`} title={actor.email ?? undefined}>
            {actorName(actor)}
          </Link>
        ) : (
          actorName(actor)
        )}{" "}
        {before}{" "}
        {place ? (
          <Link className="link" to={place} title={target.email ?? undefined}>
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}{" "}
        {after}
      </span>
      <time dateTime={at}>
        {formatDay(moment, new Date())}, {formatTime(moment)}
      </time>
    </li>
  );
}
