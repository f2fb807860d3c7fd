import { plural, t } from "@lingui/core/macro";
import type { AccountContents } from "../../../contract/limits.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { attempt } from "../../lib/http/failures.ts";
import { call } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { formatList } from "../../lib/i18n/intl.ts";
import type { Question } from "../account/index.ts";

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

/** Enabling needs no confirmation: it only undoes disabling. */
export async function enable(person: Listed): Promise<void> {
  const { name } = person;
  const report = { failure: "Account change failed", outcome: t`We couldn’t enable the account of ${name}.` };
  if (await attempt(report, () => change(person, "enable")))
    notify({ kind: "fact", message: t`${name} can sign in again.` });
}

/** The confirmation before an account is changed. */
export function questionAbout(person: Listed, what: Exclude<Change, "enable">): Question {
  const { name } = person;
  const work = () => change(person, what);
  if (what === "promote")
    return {
      title: t`Make ${name} an operator?`,
      message: t`Operators can edit templates, read messages and the log, and manage accounts. You can remove the role again at any time.`,
      confirm: t`Make operator`,
      work,
    };
  if (what === "demote")
    return {
      title: t`Remove the operator role from ${name}?`,
      message: t`They lose access to the studio right away. Their account and documents aren’t affected, and you can make them an operator again at any time.`,
      confirm: t`Remove role`,
      work,
    };
  return {
    title: t`Disable ${name}?`,
    message: t`They are signed out everywhere and can’t sign in again. Nothing is deleted, and you can enable the account again at any time.`,
    confirm: t`Disable`,
    isGrave: true,
    work: async () => {
      await work();
      notify({
        kind: "fact",
        message: t`${name} has been disabled.`,
        action: { label: t`Undo`, run: () => enable(person) },
      });
    },
  };
}

/** The dialog lists everything that is deleted with the account, so it is counted first. */
export async function deletionQuestion(person: Listed): Promise<Question> {
  const answer = await call(`auth/people/${person.id}/belongings`);
  const { data }: { data: AccountContents } = await answer.json();
  const { name, email } = person;
  const contents = formatContents(data);
  return {
    title: t`Delete ${name}?`,
    message: t`This permanently deletes the account ${email} and its contents: ${contents}. To keep the data, disable the account instead.`,
    confirm: t`Delete permanently`,
    isGrave: true,
    work: async () => {
      await call(`auth/people/${person.id}/delete`, { json: {} });
      await queryClient.invalidateQueries({ queryKey: ["people"] });
      notify({ kind: "fact", message: t`The account of ${name} has been deleted.` });
    },
  };
}

/** "3 documents, 1 rating, saved templates, history, messages and shared links" */
export function formatContents({ documents, pictures, ratings }: AccountContents): string {
  const counted = [
    documents > 0 && plural({ count: documents }, { one: "# document", other: "# documents" }),
    pictures > 0 && plural({ count: pictures }, { one: "# uploaded picture", other: "# uploaded pictures" }),
    ratings > 0 && plural({ count: ratings }, { one: "# rating", other: "# ratings" }),
  ].filter((text) => text !== false);
  return formatList([
    ...counted,
    t({ message: "saved templates", context: "in a list of what an account contains" }),
    t({ message: "history", context: "in a list of what an account contains" }),
    t({ message: "messages", context: "in a list of what an account contains" }),
    t({ message: "shared links", context: "in a list of what an account contains" }),
  ]);
}
