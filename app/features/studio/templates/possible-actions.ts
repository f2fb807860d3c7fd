import { plural, t } from "@lingui/core/macro";
import { formatList } from "../../../lib/i18n/intl.ts";
import type { DraftRow, TemplateRow } from "./listed-templates.ts";

/** The selected rows. */
export type Selected = { templates: readonly TemplateRow[]; drafts: readonly DraftRow[] };

/** The rows that each action applies to, and a note about actions that aren't possible. */
export type Possible = {
  publish: readonly TemplateRow[];
  hide: readonly TemplateRow[];
  remove: Selected;
  note: string;
};

export function possibleFor({ templates, drafts }: Selected): Possible {
  const unused = templates.filter(isUnused);
  const remove = { templates: unused, drafts };
  return {
    publish: templates.filter(({ state }) => state === "hidden"),
    hide: templates.filter(({ state }) => state === "published"),
    remove,
    note: [noteOnDeleting(templates, remove), noteOnDrafts(templates, drafts)].filter(Boolean).join(" "),
  };
}

/** Only unused templates can be deleted. */
export const isUnused = ({ used, exported }: TemplateRow) => used === 0 && exported === 0;

function noteOnDeleting(templates: readonly TemplateRow[], { templates: unused, drafts }: Selected): string {
  const used = templates.length - unused.length;
  if (used === 0) return "";
  const [only] = [...unused, ...drafts];
  if (!only)
    return templates.length === 1
      ? t`People have used this template, so it can’t be deleted. Hide it instead.`
      : t`People have used these templates, so they can’t be deleted. Hide them instead.`;
  const deletable = unused.length + drafts.length;
  const name = only.template_name;
  return deletable === 1
    ? t`Only ${name} can be deleted. People have used the others.`
    : plural(
        { count: deletable },
        {
          one: "# of these can be deleted. People have used the others.",
          other: "# of these can be deleted. People have used the others.",
        },
      );
}

function noteOnDrafts(templates: readonly TemplateRow[], drafts: readonly DraftRow[]): string {
  const [first] = drafts;
  if (!first) return "";
  if (drafts.length > 1) return t`To publish the drafts, open them.`;
  const name = first.template_name;
  return templates.length > 0
    ? t`To publish the draft ${name}, open it.`
    : t`To publish this draft, open it.`;
}

/** "Marmalade", "Marmalade and Wick", "3 templates". */
export function formatNames(rows: readonly { template_name: string }[]): string {
  return rows.length > 2
    ? plural({ count: rows.length }, { one: "# template", other: "# templates" })
    : formatList(rows.map(({ template_name }) => template_name));
}
