import inbox from "virtual:icon/inbox";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { RecordOf } from "../../../contract/records.ts";
import { itemsAddress, queryClient, updateItem } from "../../lib/content-client.ts";
import { wordsOf } from "../../lib/http-client.ts";
import { tell } from "../../lib/messages.ts";
import { sayDay, sayTime } from "../../lib/moments.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { OperatorsOnly } from "../../shell/dashboard-layout.tsx";
import { EmptySheet } from "../../ui/empty-sheet.tsx";
import { Pager } from "../../ui/pager.tsx";
import type { Route } from "./+types/messages";
import { fetchListedPage, type ListedPage, wantedPage } from "./listed-page.ts";
import "./operators.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "Messages");
}

type Letter = RecordOf<"contact_messages">;
type State = Letter["state"];
const PER_PAGE = 50;

function lettersOn(state: State, page: number) {
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
    queryFn: () => fetchListedPage<Letter>(addressOf, page, PER_PAGE),
    placeholderData: keepPreviousData,
  });
}

async function setState(letter: Letter, state: State): Promise<void> {
  try {
    await updateItem("contact_messages", letter.id, { state });
  } catch (error) {
    console.error("Message change failed", error);
    tell({ kind: "failure", words: `The message stays ${letter.state}. ${wordsOf(error)}` });
  }
  await queryClient.invalidateQueries({ queryKey: ["contact-messages"] });
}

export default function Messages() {
  return (
    <OperatorsOnly>
      <Letters />
    </OperatorsOnly>
  );
}

function useLetters(state: State): ListedPage<Letter> | undefined {
  const [parameters] = useSearchParams();
  const letters = lettersOn(state, wantedPage(parameters.get(state)));
  return useQuery({ ...letters, refetchOnMount: "always" }, queryClient).data;
}

function Letters() {
  const open = useLetters("open");
  const closed = useLetters("closed");
  const isEmpty = open?.paging.total === 0 && closed?.paging.total === 0;
  return (
    <>
      <h1>Messages</h1>
      {(!open || !closed) && <span className="skeleton desk-section" style={{ height: "12rem" }} />}
      {isEmpty && (
        <div className="desk-section">
          <EmptySheet title="No messages yet" drawing={inbox}>
            What people write on the contact page lies here.
          </EmptySheet>
        </div>
      )}
      {open && <Pile state="open" label="Open" letters={open} />}
      {closed && <Pile state="closed" label="Closed" letters={closed} />}
    </>
  );
}

type PileProps = { state: State; label: string; letters: ListedPage<Letter> };

function Pile({ state, label, letters: { items, paging } }: PileProps) {
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
        {items.map((letter) => (
          <li key={letter.id} className={letter.state}>
            <div>
              <b>{letter.subject}</b>
              <small>
                {letter.name},{" "}
                <a className="link" href={`mailto:${letter.email}`}>
                  {letter.email}
                </a>
                , {sayMoment(letter.date_created)}
              </small>
              <p>{letter.message}</p>
            </div>
            <button
              type="button"
              className="button small"
              aria-label={`${letter.state === "open" ? "Close" : "Open again"}: ${letter.subject}`}
              onClick={() => setState(letter, letter.state === "open" ? "closed" : "open")}
            >
              {letter.state === "open" ? "Close" : "Open again"}
            </button>
          </li>
        ))}
      </ul>
      {paging.pages > 1 && <Pager paging={paging} to={addressOf} />}
    </section>
  );
}

function sayMoment(date: string): string {
  const moment = new Date(date);
  return `${sayDay(moment, new Date())}, ${sayTime(moment)}`;
}
