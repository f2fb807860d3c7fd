import type { AccountContents } from "../../../contract/limits.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { attempt } from "../../lib/http/failures.ts";
import { call } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import type { Question } from "./question.tsx";

/** An account as operators see it. */
export type Listed = {
  id: string;
  name: string;
  email: string;
  role: "person" | "operator";
  disabled: boolean;
  date_created: string;
};

type Change = "promote" | "demote" | "disable" | "enable";

async function change(person: Listed, what: Change): Promise<void> {
  await call(`auth/people/${person.id}/${what}`, { json: {} });
  await queryClient.invalidateQueries({ queryKey: ["people"] });
}

/** Takes nothing from anybody, so it is done without asking; it undoes disabling. */
export async function enable(person: Listed): Promise<void> {
  const report = { failure: "Account change failed", outcome: `${person.name} stays disabled.` };
  if (await attempt(report, () => change(person, "enable")))
    notify({ kind: "fact", message: `${person.name} can sign in again.` });
}

/** What is asked before an account is changed. */
export function questionAbout(person: Listed, what: Exclude<Change, "enable">): Question {
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
      notify({
        kind: "fact",
        message: `${name} is disabled.`,
        action: { label: "Undo", run: () => enable(person) },
      });
    },
  };
}

/** The question says what goes with the account, so that is counted first. */
export async function deletionQuestion(person: Listed): Promise<Question> {
  const answer = await call(`auth/people/${person.id}/belongings`);
  const { data }: { data: AccountContents } = await answer.json();
  return {
    title: `Delete ${person.name}?`,
    words: `The account of ${person.email} is deleted for good, and with it ${formatBelongings(data)}. Nobody can bring it back; disabling keeps everything.`,
    confirm: "Delete for good",
    isGrave: true,
    work: async () => {
      await call(`auth/people/${person.id}/delete`, { json: {} });
      await queryClient.invalidateQueries({ queryKey: ["people"] });
      notify({ kind: "fact", message: `${person.name} and everything of theirs is deleted.` });
    },
  };
}

const WORDS: [keyof AccountContents, one: string, many: string][] = [
  ["documents", "document", "documents"],
  ["pictures", "uploaded picture", "uploaded pictures"],
  ["ratings", "rating", "ratings"],
];

/** "3 documents, one rating, what they saved, their history, messages they sent and the links they shared" */
export function formatBelongings(counts: AccountContents): string {
  const counted = WORDS.flatMap(([name, one, many]) => {
    const count = counts[name];
    return count === 0 ? [] : [count === 1 ? `one ${one}` : `${count.toLocaleString("en-GB")} ${many}`];
  });
  return `${[...counted, "what they saved", "their history", "messages they sent"].join(", ")} and the links they shared`;
}
