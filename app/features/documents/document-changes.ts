import { t } from "@lingui/core/macro";
import { notify } from "../../lib/browser/toasts.ts";
import { reasonOf } from "../../lib/http/http-client.ts";
import {
  copyDocument,
  type DocumentRow,
  forgetDocumentLists,
  readDocument,
  renameDocument,
} from "./documents.ts";

/** Actions on a document in a list. Failures are reported and change nothing. */

export async function rename({ id, title }: DocumentRow, wanted: string): Promise<void> {
  const name = wanted.trim();
  if (!name || name === title) return;
  await attempt("Document rename failed", t`We couldn’t rename “${title}”.`, () => renameDocument(id, name));
}

export async function duplicate({ id, title, labels, templates_id: template }: DocumentRow): Promise<void> {
  if (!template) return;
  await attempt("Document copy failed", t`We couldn’t duplicate “${title}”.`, async () => {
    const { data, kept: leftovers, invoice, theme, template_versions_id: pin } = await readDocument(id);
    await copyDocument(template.id, {
      title: t`${{ title: title.slice(0, 190) }} (copy)`,
      data,
      kept: leftovers,
      invoice,
      theme,
      labels,
      template_versions_id: pin?.id,
    });
  });
}

/** Runs an action and reports only failures. */
export async function attempt(log: string, outcome: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(log, error);
    notify({ kind: "failure", message: `${outcome} ${reasonOf(error)}` });
  }
  forgetDocumentLists();
}
