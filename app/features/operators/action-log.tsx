import download from "virtual:icon/download";
import logs from "virtual:icon/scroll-text";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { ACTIONS_PER_PAGE, ACTIONS_SHOWN, MAX_SEARCH_LENGTH } from "../../../contract/limits.ts";
import type { ListedAction } from "../../../contract/people/actions.ts";
import { fetchListedPage, readPageNumber } from "../../lib/http/listed-page.ts";
import { formatNumber } from "../../lib/i18n/intl.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Pager } from "../../ui/pager.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { actionChoices, describeAction } from "./action-messages.ts";
import { formatDayAndTime } from "./day-and-time.ts";
import styles from "./operators.module.css";

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

/** The action log, newest first. */
export function ActionLog() {
  const [parameters, setParameters] = useSearchParams();
  const choice = { action: parameters.get("action") ?? "", who: parameters.get("who") ?? "" };
  const page = readPageNumber(parameters.get("page"));
  const { data: lines } = useQuery({ ...actionsOn(choice, page), refetchOnMount: "always" });
  const box = useId();
  const most = formatNumber(ACTIONS_SHOWN);
  const isNarrowed = choice.action !== "" || choice.who !== "";
  return (
    <>
      <header className="studio-head">
        <h1>{t`Log`}</h1>
        <p>{t`Who changed what, and when. Entries are kept for one year and can’t be edited.`}</p>
        <div className="studio-actions">
          <a className="button" href={`/auth/actions.csv?${parametersOf(choice, 1)}`} download="log.csv">
            <Icon of={download} />
            {t`Download CSV`}
          </a>
        </div>
      </header>
      <Form className={styles.logFilter} role="search" aria-label={t`Filter the log`}>
        <div className="field">
          <label htmlFor={box}>{t`Action`}</label>
          <select
            id={box}
            className="input"
            name="action"
            value={choice.action}
            onChange={(event) => setParameters(parametersOf({ ...choice, action: event.target.value }, 1))}
          >
            <option value="">{t`All actions`}</option>
            {actionChoices().map(({ label, actions }) => (
              <optgroup key={label} label={label}>
                {actions.map(([action, name]) => (
                  <option key={action} value={action}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
        <TextField
          key={choice.who}
          label={t`Person or token`}
          type="search"
          name="who"
          defaultValue={choice.who}
          placeholder={t`Name, email or token`}
          maxLength={MAX_SEARCH_LENGTH}
        />
        <Button type="submit">{t`Filter`}</Button>
      </Form>
      {!lines && <span className="skeleton dashboard-section" style={{ height: "12rem" }} aria-busy="true" />}
      {lines?.paging.total === 0 &&
        (isNarrowed ? (
          <p className="dashboard-section">
            <Trans>
              No entries match these filters.{" "}
              <Link className="link" to="?">
                Clear filters
              </Link>
            </Trans>
          </p>
        ) : (
          <div className="dashboard-section">
            <EmptyState
              title={t`No entries yet`}
              drawing={logs}
            >{t`Changes by operators, tokens and the command line are recorded here.`}</EmptyState>
          </div>
        ))}
      {lines && lines.items.length > 0 && (
        <ul className="lines log dashboard-section" aria-label={t`Actions`}>
          {lines.items.map((line) => (
            <ActionLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      {lines && lines.paging.pages > 1 && (
        <Pager paging={lines.paging} to={(wanted) => `?${parametersOf(choice, wanted)}`} />
      )}
      {lines && lines.paging.total >= ACTIONS_SHOWN && (
        <p className={`muted ${styles.logEnd}`}>
          <Trans>
            Only the newest {most} entries are shown. To see older ones, run{" "}
            <code>typecase actions --until 2026-01-31</code> on the server.
          </Trans>
        </p>
      )}
    </>
  );
}

function ActionLine({ line }: { line: ListedAction }) {
  const { actor, target, at } = line;
  const person = actor.email ?? actor.id;
  const links = {
    actor: person && `?who=${encodeURIComponent(person)}`,
    target: target.email ? `/studio/people?q=${encodeURIComponent(target.email)}` : target.url,
  };
  return (
    <li>
      <span>
        {describeAction(line).map(({ kind, text }) => {
          if (kind === "text") return text;
          const to = links[kind];
          return to ? (
            <Link key={kind} className="link" dir="auto" to={to} title={line[kind].email ?? undefined}>
              {text}
            </Link>
          ) : (
            <b key={kind} dir="auto">
              {text}
            </b>
          );
        })}
      </span>
      <time dateTime={at}>{formatDayAndTime(new Date(at))}</time>
    </li>
  );
}
