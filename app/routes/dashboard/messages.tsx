import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryClient } from "../../data/content.ts";
import { tell } from "../../data/messages.ts";
import { call, callFor, wordsOf } from "../../data/session-call.ts";
import { EmptySheet } from "../../ui/empty-sheet.tsx";
import type { Route } from "./+types/messages";
import { sayDay, sayTime } from "./history-words.ts";
import { OperatorsOnly } from "./operators-only.tsx";
import { titled } from "./page-title.ts";
import "../../styles/dashboard/operators.css";

export function meta({ matches }: Route.MetaArgs) {
  return titled(matches, "Messages");
}

type Letter = {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  date_created: string;
  state: "open" | "closed";
};

const LETTERS = queryOptions({
  queryKey: ["contact-messages"],
  queryFn: () => callFor<Letter[]>("items/contact_messages?sort=-date_created&limit=200"),
});

async function setState(letter: Letter, state: Letter["state"]): Promise<void> {
  try {
    await call(`items/contact_messages/${letter.id}`, { method: "PATCH", json: { state } });
  } catch (error) {
    console.error("Message change failed", error);
    tell({ kind: "failure", words: `The message stays ${letter.state}. ${wordsOf(error)}` });
  }
  await queryClient.invalidateQueries(LETTERS);
}

export default function Messages() {
  return (
    <OperatorsOnly>
      <Letters />
    </OperatorsOnly>
  );
}

function Letters() {
  const { data: letters } = useQuery({ ...LETTERS, refetchOnMount: "always" }, queryClient);
  const open = letters?.filter(({ state }) => state === "open") ?? [];
  const closed = letters?.filter(({ state }) => state === "closed") ?? [];
  return (
    <>
      <h1>Messages</h1>
      {!letters && <span className="skeleton desk-section" style={{ height: "12rem" }} />}
      {letters?.length === 0 && (
        <div className="desk-section">
          <EmptySheet title="No messages yet">What people write on the contact page lies here.</EmptySheet>
        </div>
      )}
      {open.length > 0 && <Pile title="Open" letters={open} />}
      {closed.length > 0 && <Pile title="Closed" letters={closed} />}
    </>
  );
}

function Pile({ title, letters }: { title: string; letters: Letter[] }) {
  return (
    <section className="desk-section">
      <h2 className="day">{title}</h2>
      <ul className="lines letters">
        {letters.map((letter) => (
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
    </section>
  );
}

function sayMoment(date: string): string {
  const moment = new Date(date);
  return `${sayDay(moment, new Date())}, ${sayTime(moment)}`;
}
