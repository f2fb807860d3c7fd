import { t } from "@lingui/core/macro";
import "./fields.css";
import "./list.module.css";
import { type FocusEvent, useLayoutEffect, useMemo, useRef } from "react";
import type { FieldPath } from "../draft.ts";
import { type DraftStore, useDraft } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { currencyIn, languageOf } from "../numbers/document-numbers.ts";
import { Field } from "./field.tsx";
import { createFormContext, type FieldNotes, FormContext } from "./form-context.ts";

type Props = {
  template: EditorTemplate;
  store: DraftStore;
  notes: Omit<FieldNotes, "language" | "currency">;
  onHighlight(path: FieldPath | undefined): void;
};

/** The form of a template, built from its fields. It has no state of its own: it shows the draft. */
export function DraftForm({ template, store, notes, onHighlight }: Props) {
  const { data, theme } = useDraft(store);
  const { highlighted } = notes;
  const language = languageOf(theme);
  const currency = currencyIn(template.fields, data);
  const all = useMemo(() => ({ ...notes, language, currency }), [notes, language, currency]);
  const first = useRef(all);
  const context = useMemo(() => createFormContext(template, store, first.current), [template, store]);
  useLayoutEffect(() => context.notes.set(all), [context, all]);

  const enter = ({ target }: FocusEvent) => {
    const path = fieldOf(target);
    if (path !== undefined) onHighlight(path);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onHighlight(undefined);
  };

  // A moved row changes the paths of its fields, the highlighted one included.
  const box = useRef<HTMLFormElement>(null);
  const latest = useRef({ highlighted, onHighlight });
  latest.current = { highlighted, onHighlight };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the data that moves the fields
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!focused || latest.current.highlighted === undefined || !box.current?.contains(focused)) return;
    const path = fieldOf(focused);
    if (path !== latest.current.highlighted) latest.current.onHighlight(path);
  }, [data]);

  return (
    <FormContext value={context}>
      <form
        ref={box}
        className="fields-form"
        aria-label={t`Fields`}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onFocus={enter}
        onBlur={leave}
      >
        <Field schema={template.fields} path="" label="" isRequired={false} value={data} />
      </form>
    </FormContext>
  );
}

function fieldOf(element: Element): FieldPath | undefined {
  return element.closest<HTMLElement>(".field")?.dataset.path;
}
