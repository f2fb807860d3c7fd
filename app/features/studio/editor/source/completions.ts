import { type Completion, type CompletionSource, snippetCompletion } from "@codemirror/autocomplete";
import { t } from "@lingui/core/macro";
import type { KitFunction } from "../../../../../contract/templates/drafts.ts";
import type { FieldRow } from "../fields/schema-rows.ts";

type Known = { kit(): readonly KitFunction[]; rows(): readonly FieldRow[] };

/** The kit's functions, and between quotes this template's fields. */
export function completeFrom({ kit, rows }: Known): CompletionSource {
  return (context) => {
    const quoted = context.matchBefore(/"[a-z0-9_.]*/);
    if (quoted)
      return {
        from: quoted.from + 1,
        options: rows().flatMap(fieldCompletions(rows())),
        validFor: /^[a-z0-9_.]*$/,
      };
    const word = context.matchBefore(/[a-z][\w-]*/);
    if (!word && !context.explicit) return null;
    const hash = context.matchBefore(/#/);
    if (!word && !hash && !context.explicit) return null;
    return {
      from: word?.from ?? context.pos,
      options: kit().map(({ name, signature, doc, snippet }) =>
        snippetCompletion(snippet, {
          label: name,
          type: "function",
          detail: signature.startsWith(name) ? signature.slice(name.length) : signature,
          info: doc,
        }),
      ),
      validFor: /^[\w-]*$/,
    };
  };
}

/** A field of a row is written without its list: `field(row, "price")`. */
function fieldCompletions(rows: readonly FieldRow[]): (row: FieldRow) => Completion[] {
  const lists = rows.filter(({ kind }) => kind === "list");
  return ({ path, label }) => {
    const list = lists.find((each) => path.startsWith(`${each.path}.`));
    const name = list ? path.slice(list.path.length + 1) : path;
    return [
      { label: name, type: "property", detail: list ? t`${label}, in ${{ list: list.label }}` : label },
    ];
  };
}
