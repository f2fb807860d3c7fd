import type { DraftRow, TemplateRow } from "./listed-templates.ts";

/** What is chosen in the table. */
export type Chosen = { templates: readonly TemplateRow[]; drafts: readonly DraftRow[] };

/** To which of the chosen each thing can be done, and a sentence about what can't. */
export type Possible = {
  publish: readonly TemplateRow[];
  hide: readonly TemplateRow[];
  remove: Chosen;
  note: string;
};

export function possibleFor({ templates, drafts }: Chosen): Possible {
  const unused = templates.filter(isUnused);
  const remove = { templates: unused, drafts };
  return {
    publish: templates.filter(({ state }) => state === "hidden"),
    hide: templates.filter(({ state }) => state === "published"),
    remove,
    note: [noteOnDeleting(templates, remove), noteOnDrafts(templates, drafts)].filter(Boolean).join(" "),
  };
}

/** What nobody has used can be deleted. */
export const isUnused = ({ used, exported }: TemplateRow) => used === 0 && exported === 0;

function noteOnDeleting(templates: readonly TemplateRow[], { templates: unused, drafts }: Chosen): string {
  const used = templates.length - unused.length;
  if (used === 0) return "";
  const [only] = [...unused, ...drafts];
  const others = used === 1 ? "the other one" : used === 2 ? "the other two" : `the other ${used}`;
  if (!only)
    return templates.length === 1
      ? "It can’t be deleted, because people have used it; hide it instead."
      : "None of them can be deleted, because people have used them.";
  return unused.length + drafts.length === 1
    ? `Only ${only.template_name} can be deleted: people have used ${others}.`
    : `${unused.length + drafts.length} of them can be deleted: people have used ${others}.`;
}

function noteOnDrafts(templates: readonly TemplateRow[], drafts: readonly DraftRow[]): string {
  const [first] = drafts;
  if (!first) return "";
  if (drafts.length > 1) return "Drafts are published where they are written.";
  return templates.length > 0
    ? `${first.template_name} is a draft, which is published where it is written.`
    : "A draft is published where it is written.";
}

/** "Marmalade", "Marmalade and Wick", "3 templates". */
export function formatNames(rows: readonly { template_name: string }[]): string {
  const [first, second] = rows;
  if (!first) return "Nothing";
  if (rows.length === 1) return first.template_name;
  return rows.length === 2 && second
    ? `${first.template_name} and ${second.template_name}`
    : `${rows.length} templates`;
}
