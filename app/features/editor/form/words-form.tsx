import "./fields.css";
import "./list.css";
import { type FieldPathList, toFieldPathId } from "@rjsf/utils";
import { type FocusEvent, useCallback, useLayoutEffect, useMemo, useRef } from "react";
import type { InvalidValue } from "../../../../contract/render.ts";
import type { Draft, FieldPath } from "../../documents/draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { createFormRoom, FormRoomContext } from "./form-room.ts";
import { uiSchemaOf } from "./form-schema.ts";
import { ROWS_CHANGED } from "./list-field.tsx";
import { createRegistry } from "./theme.ts";
import { writeAt } from "./value-path.ts";

export { focusField } from "./focus-field.ts";

type Props = {
  template: EditorTemplate;
  data: Draft["data"];
  /** `mark` is the field that is typed in; rows that come, go or move have none, so each is a step of its own. */
  onChange(data: Draft["data"], mark: FieldPath | undefined): void;
  lit: FieldPath | undefined;
  onLit(path: FieldPath | undefined): void;
  problems: InvalidValue[];
  /** Fields whose values came from the person's profile. */
  fromProfile: ReadonlySet<FieldPath>;
};

/** The form of a template, made from its fields. It holds no data of its own: what it shows is the draft. */
export function WordsForm({ template, data, onChange, lit, onLit, problems, fromProfile }: Props) {
  const { fields } = template;
  const registry = useMemo(() => createRegistry(fields), [fields]);
  const uiSchema = useMemo(() => uiSchemaOf(fields), [fields]);
  const root = useMemo(() => toFieldPathId("", registry.globalFormOptions), [registry]);

  const first = useRef({ lit, problems, fromProfile });
  const room = useMemo(() => createFormRoom(template, first.current), [template]);
  useLayoutEffect(() => room.note({ lit, problems, fromProfile }), [room, lit, problems, fromProfile]);

  // Two changes may come before the form is drawn again, so each starts from the one before.
  const latest = useRef({ data, onChange });
  latest.current = { data, onChange };
  const change = useCallback((value: unknown, path: FieldPathList, _errors?: unknown, id?: string) => {
    const next = writeAt(latest.current.data, path, value);
    latest.current.data = next;
    latest.current.onChange(next, id === ROWS_CHANGED ? undefined : path.join("."));
  }, []);

  const light = ({ target }: FocusEvent) => {
    const path = fieldOf(target);
    if (path !== undefined) onLit(path);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onLit(undefined);
  };

  // A row that moved took its fields to other paths, and the one that is lit with them.
  const box = useRef<HTMLFormElement>(null);
  const follow = useRef({ lit, onLit });
  follow.current = { lit, onLit };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the data that moves the fields
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!focused || follow.current.lit === undefined || !box.current?.contains(focused)) return;
    const path = fieldOf(focused);
    if (path !== follow.current.lit) follow.current.onLit(path);
  }, [data]);

  const { SchemaField } = registry.fields;
  if (!SchemaField) return null;
  return (
    <FormRoomContext value={room}>
      <form
        ref={box}
        className="words-form"
        aria-label="Words"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        onFocus={light}
        onBlur={leave}
      >
        <SchemaField
          name=""
          schema={registry.rootSchema}
          uiSchema={uiSchema}
          fieldPathId={root}
          formData={data}
          registry={registry}
          onChange={change}
          onBlur={ignore}
          onFocus={ignore}
        />
      </form>
    </FormRoomContext>
  );
}

function fieldOf(element: Element): FieldPath | undefined {
  return element.closest<HTMLElement>(".field")?.dataset.path;
}

function ignore() {}
