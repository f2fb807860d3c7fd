import inbox from "virtual:icon/inbox";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { RecordOf } from "../../../contract/collections/records.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { formatDay, formatTime } from "../../lib/format/moments.ts";
import { countItems, itemsAddress, updateItem } from "../../lib/http/content-client.ts";
import { attempt } from "../../lib/http/failures.ts";
import { fetchListedPage, type ListedPage, readPageNumber } from "../../lib/http/listed-page.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pager } from "../../ui/pager.tsx";
import "./operators.css";

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
  const report = {
    failure: "Message change failed",
    outcome: state === "closed" ? t`The message wasn’t closed.` : t`The message wasn’t reopened.`,
  };
  const isDone = await attempt(report, () => updateItem("contact_messages", message.id, { state }));
  if (isDone && canUndo)
    notify({
      kind: "fact",
      message: state === "closed" ? t`“${message.subject}” closed.` : t`“${message.subject}” reopened.`,
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
      <header className="bench-head">
        <h1>
          <Trans>Messages {open && <small>{open.paging.total}</small>}</Trans>
        </h1>
        <p>{t`Sent from the contact page.`}</p>
      </header>
      {(!open || !closed) && <span className="skeleton desk-section" style={{ height: "12rem" }} />}
      {isEmpty && (
        <div className="desk-section">
          <EmptyState
            title={t`No messages yet`}
            drawing={inbox}
          >{t`Messages from the contact page appear here.`}</EmptyState>
        </div>
      )}
      {open && <MessageList state="open" label={t`Open`} messages={open} />}
      {closed && <MessageList state="closed" label={t`Closed`} messages={closed} />}
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
    <section className="desk-section">
      <h2 className="day">
        {label} <span className="muted num">{paging.total}</span>
      </h2>
      <ul className="lines letters">
        {items.map((message) => (
          <li key={message.id} className={message.state}>
            <div>
              <b>{message.subject}</b>
              <small>
                {message.name},{" "}
                <a className="link" href={`mailto:${message.email}`}>
                  {message.email}
                </a>
                , {formatMoment(message.date_created)}
              </small>
              <p>{message.message}</p>
            </div>
            <Button
              size="small"
              aria-label={
                message.state === "open" ? t`Close: ${message.subject}` : t`Reopen: ${message.subject}`
              }
              onClick={() => setState(message, message.state === "open" ? "closed" : "open")}
            >
              {message.state === "open" ? t`Close` : t`Reopen`}
            </Button>
          </li>
        ))}
      </ul>
      {paging.pages > 1 && <Pager paging={paging} to={addressOf} />}
    </section>
  );
}

function formatMoment(date: string): string {
  const moment = new Date(date);
  return `${formatDay(moment, new Date())}, ${formatTime(moment)}`;
}
