import inbox from "virtual:icon/inbox";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { RecordOf } from "../../../contract/collections/records.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { countItems, itemsAddress, updateItem } from "../../lib/http/content-client.ts";
import { attempt } from "../../lib/http/failures.ts";
import { fetchListedPage, type ListedPage, readPageNumber } from "../../lib/http/listed-page.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { formatNumber, isolate } from "../../lib/i18n/intl.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pager } from "../../ui/pager.tsx";
import { formatDayAndTime } from "./day-and-time.ts";
import "./operators.module.css";

type ContactMessage = RecordOf<"contact_messages">;
type State = ContactMessage["state"];
const PER_PAGE = 50;

function messagesOn(state: State, page: number) {
  const addressOf = (number: number) =>
    itemsAddress("contact_messages", {
      filter: { state: { _eq: state } },
      sort: ["-date_created", "id"],
      limit: PER_PAGE,
      page: number,
      meta: "filter_count",
    });
  return queryOptions({
    queryKey: ["contact-messages", state, page],
    queryFn: () => fetchListedPage<ContactMessage>(addressOf, page, PER_PAGE),
    placeholderData: keepPreviousData,
  });
}

/** The number of open messages, for the navigation. */
export const openMessageCount = queryOptions({
  queryKey: ["contact-messages", "count"],
  queryFn: () => countItems("contact_messages", { state: { _eq: "open" } }),
});

async function setState(message: ContactMessage, state: State, canUndo = true): Promise<void> {
  const { subject } = message;
  const report = {
    failure: "Message change failed",
    outcome: state === "closed" ? t`We couldn’t close the message.` : t`We couldn’t reopen the message.`,
  };
  const isDone = await attempt(report, () => updateItem("contact_messages", message.id, { state }));
  if (isDone && canUndo)
    notify({
      kind: "fact",
      message: state === "closed" ? t`“${subject}” closed.` : t`“${subject}” reopened.`,
      action: { label: t`Undo`, run: () => setState(message, message.state, false) },
    });
  await queryClient.invalidateQueries({ queryKey: ["contact-messages"] });
}

function useMessages(state: State): ListedPage<ContactMessage> | undefined {
  const [parameters] = useSearchParams();
  const messages = messagesOn(state, readPageNumber(parameters.get(state)));
  return useQuery({ ...messages, refetchOnMount: "always" }).data;
}

export function ContactMessages() {
  const open = useMessages("open");
  const closed = useMessages("closed");
  const isEmpty = open?.paging.total === 0 && closed?.paging.total === 0;
  return (
    <>
      <header className="studio-head">
        <h1>
          {t`Messages`} {open && <small>{formatNumber(open.paging.total)}</small>}
        </h1>
        <p>{t`Sent from the contact page.`}</p>
      </header>
      {(!open || !closed) && (
        <span className="skeleton dashboard-section" style={{ height: "12rem" }} aria-busy="true" />
      )}
      {isEmpty && (
        <div className="dashboard-section">
          <EmptyState
            title={t`No messages yet`}
            drawing={inbox}
          >{t`Messages from the contact page appear here.`}</EmptyState>
        </div>
      )}
      {open && (
        <MessageList
          state="open"
          label={t({ message: "Open", context: "messages that aren’t closed" })}
          messages={open}
        />
      )}
      {closed && (
        <MessageList state="closed" label={t({ message: "Closed", context: "messages" })} messages={closed} />
      )}
    </>
  );
}

type MessageListProps = { state: State; label: string; messages: ListedPage<ContactMessage> };

function MessageList({ state, label, messages: { items, paging } }: MessageListProps) {
  const [parameters] = useSearchParams();
  if (paging.total === 0) return null;
  const addressOf = (wanted: number) => {
    const next = new URLSearchParams(parameters);
    next.set(state, String(wanted));
    return `?${next}`;
  };
  return (
    <section className="dashboard-section">
      <h2 className="day">
        {label} <span className="muted num">{formatNumber(paging.total)}</span>
      </h2>
      <ul className="lines letters">
        {items.map((message) => (
          <MessageLine key={message.id} message={message} />
        ))}
      </ul>
      {paging.pages > 1 && <Pager paging={paging} to={addressOf} />}
    </section>
  );
}

function MessageLine({ message }: { message: ContactMessage }) {
  const { state, subject, email } = message;
  const name = isolate(message.name);
  const sentAt = formatDayAndTime(new Date(message.date_created));
  const isOpen = state === "open";
  return (
    <li className={state}>
      <div>
        <b dir="auto">{subject}</b>
        <small>
          <Trans comment="A message’s sender, email address and date">
            {name},{" "}
            <a className="link" href={`mailto:${email}`}>
              {email}
            </a>
            , {sentAt}
          </Trans>
        </small>
        <p dir="auto">{message.message}</p>
      </div>
      <Button
        size="small"
        aria-label={isOpen ? t`Close: ${subject}` : t`Reopen: ${subject}`}
        onClick={() => setState(message, isOpen ? "closed" : "open")}
      >
        {isOpen ? t({ message: "Close", context: "verb: close a message" }) : t`Reopen`}
      </Button>
    </li>
  );
}
