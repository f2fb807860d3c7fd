import alert from "virtual:icon/circle-alert";
import type { FieldTemplateProps } from "@rjsf/utils";
import type { FieldSchema } from "../../../../contract/template-file.ts";
import { Icon } from "../../../ui/icon.tsx";
import { pathOf } from "./field-id.ts";
import { isLeaf, kindOf } from "./field-kind.ts";
import { useFieldNotes } from "./field-notes.ts";
import { useIsLit } from "./form-room.ts";

/** One field: its label above, what helps below it. Groups and lists draw themselves. */
export function FieldTemplate(props: FieldTemplateProps) {
  const field = props.schema as FieldSchema;
  return isLeaf(field) ? <LeafTemplate {...props} /> : props.children;
}

function LeafTemplate({ id, label, required, schema, fieldPathId, children }: FieldTemplateProps) {
  const path = pathOf(id);
  const isLit = useIsLit(path);
  const field = schema as FieldSchema;
  const notes = useFieldNotes(path, field);
  const isRow = typeof fieldPathId.path.at(-1) === "number";
  const labelsItself = isLeaf(field) && kindOf(field) === "switch";
  return (
    <div className={isLit ? "field lit" : "field"} data-lit={isLit || undefined} data-path={path}>
      {!labelsItself && (
        <div className={isRow ? "sr-only" : "field-head"}>
          <label htmlFor={id}>{isRow ? `${label} ${Number(fieldPathId.path.at(-1)) + 1}` : label}</label>
          {required && <span aria-hidden="true">required</span>}
        </div>
      )}
      {children}
      <div className="field-notes">
        {notes.problem && (
          <p id={notes.problemId} className="hint bad">
            <Icon of={alert} />
            {notes.problem}
          </p>
        )}
        {required && (
          <p className="hint need" aria-hidden="true">
            Required
          </p>
        )}
        {notes.help && (
          <p id={notes.helpId} className="hint">
            {notes.help}
          </p>
        )}
        {notes.isFromProfile && (
          <p id={notes.profileId} className="hint">
            From your profile
          </p>
        )}
      </div>
    </div>
  );
}
