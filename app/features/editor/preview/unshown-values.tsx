import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { InvalidValue } from "../../../../contract/rendering/render.ts";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import type { FieldPath } from "../draft.ts";
import { fieldAt, labelOf } from "../field-labels.ts";
import { describeProblem } from "../form/field-problems.ts";

type Unshown = { path: FieldPath; label: string; message: string };

const MAX_NAMED = 2;

/** Fields whose values aren't shown as typed, each once, with the reason. */
export function describeUnshown(
  values: readonly InvalidValue[],
  fields: GroupField,
  language: Language,
): Unshown[] {
  const found = new Map<FieldPath, Unshown>();
  for (const value of values) {
    const { field: path, type, message } = value;
    if (path === "" || found.has(path)) continue;
    const schema = fieldAt(fields, path);
    const label = schema ? labelOf(fields, path) : path;
    found.set(path, { path, label, message: wordsFor() });

    function wordsFor(): string {
      if (type === "maxLength" && schema?.type === "string")
        return plural(
          { most: schema.maxLength ?? 0 },
          { one: "Only the first character is shown.", other: "Only the first # characters are shown." },
        );
      if (type === "maxItems" && schema?.type === "array")
        return plural(
          { most: schema.maxItems ?? 0 },
          { one: "Only the first # is shown.", other: "Only the first # are shown." },
        );
      if (!schema) return t`This isn’t a field of this template, so it isn’t shown.`;
      const reason = describeProblem(value, schema, language);
      // The value is on the page; the payment part that needs another one isn't.
      if (type === "payment") return reason;
      return reason === message ? message : t`Not shown. ${reason}`;
    }
  }
  return [...found.values()];
}

type Props = {
  values: readonly InvalidValue[];
  fields: GroupField;
  language: Language;
  onPick(path: FieldPath): void;
};

/** Lists above the pages which fields aren't shown as typed, each with a link. */
export function UnshownValues({ values, fields, language, onPick }: Props) {
  const unshown = describeUnshown(values, fields, language);
  const more = unshown.length - MAX_NAMED;
  if (unshown.length === 0) return null;
  return (
    <ul className="ed-problem" aria-label={t`Not shown as typed`}>
      {unshown.slice(0, MAX_NAMED).map(({ path, label, message }) => (
        <li key={path}>
          <Trans>
            <button type="button" className="link" onClick={() => onPick(path)}>
              {label}
            </button>
            : {message}
          </Trans>
        </li>
      ))}
      {more > 0 && (
        <li>
          {plural(more, {
            one: "# more field isn’t shown as typed.",
            other: "# more fields aren’t shown as typed.",
          })}
        </li>
      )}
    </ul>
  );
}
