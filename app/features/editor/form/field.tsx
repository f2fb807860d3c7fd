import alert from "virtual:icon/circle-alert";
import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { memo, type ReactNode, useEffect, useRef } from "react";
import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
} from "../../../../contract/templates/template-file.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { FieldPath } from "../draft.ts";
import { isRecipientName, RecipientWidget } from "../recipients/recipient-widget.tsx";
import { isLeaf, isNumeric, kindOf, type LeafField } from "./field-kind.ts";
import { idOf, pathInside, stepsOf, valueIn } from "./field-path.ts";
import {
  type FieldProps,
  useFieldHints,
  useFormContext,
  useIsHighlighted,
  useNextNumber,
} from "./form-context.ts";
import { GapNumber } from "./gap-number.tsx";
import { layOut, needsFullWidth } from "./line-layout.ts";
import { List } from "./list.tsx";
import { useTwoReadings } from "./number-field.ts";
import { listSections } from "./sections.ts";
import { text } from "./value-text.ts";
import { WIDGETS } from "./widgets.tsx";

/** A field of a template: a single value, a group or a list. */
export const Field = memo(function Field(props: FieldProps): ReactNode {
  const { schema } = props;
  if (schema.type === "object") return <Group {...props} schema={schema} />;
  if (schema.type === "array") return <List {...props} schema={schema} RowField={Field} />;
  return <Leaf {...props} schema={schema} />;
});

/** A single value with its label above and hints below. */
function Leaf(props: FieldProps<LeafField>) {
  const { schema, path, label, isRequired } = props;
  const isHighlighted = useIsHighlighted(path);
  const hints = useFieldHints(props);
  const place = stepsOf(path).at(-1);
  const isRow = typeof place === "number";
  const kind = kindOf(schema);
  const Widget = isRecipientName(schema) ? RecipientWidget : WIDGETS[kind];
  return (
    <div
      className={isHighlighted ? "field highlighted" : "field"}
      data-highlighted={isHighlighted || undefined}
      data-path={path}
    >
      {kind !== "switch" && ( // a switch has its label next to it
        <div className={isRow ? "sr-only" : "field-head"}>
          <GapNumber of={path} />
          <label htmlFor={idOf(path)}>{isRow ? `${label} ${place + 1}` : label}</label>
          {isRequired && <span aria-hidden="true">{t`Required`}</span>}
        </div>
      )}
      <Widget {...props} />
      <div className="field-notes">
        {hints.problem && (
          <p id={hints.problemId} className="hint bad">
            <Icon of={alert} />
            {hints.problem}
          </p>
        )}
        {hints.count && (
          <p id={hints.countId} className="hint num">
            {hints.count}
          </p>
        )}
        {isNumeric(schema) && <ReadingNote {...props} />}
        <NextNumber path={path} label={label} value={props.value} />
        {isRequired && <p className="hint need" aria-hidden="true">{t`Required`}</p>}
        {hints.help && (
          <p id={hints.helpId} className="hint">
            {hints.help}
          </p>
        )}
        {hints.origin && (
          <p id={hints.originId} className="hint">
            {hints.origin}
          </p>
        )}
      </div>
    </div>
  );
}

/** Shows how an ambiguous number was read, and offers the other reading. */
function ReadingNote(props: FieldProps<LeafField>) {
  const readings = useTwoReadings(props);
  const box = useRef<HTMLDivElement>(null);
  const isShown = readings !== undefined;
  useEffect(() => {
    // Below a field at the bottom of the panel the note would be out of view.
    const isTypedIn = box.current?.closest(".field")?.contains(document.activeElement);
    if (isShown && isTypedIn) box.current?.scrollIntoView({ block: "nearest" });
  }, [isShown]);
  return (
    <div ref={box} className="reading-note" aria-live="polite">
      {readings && (
        <p className="hint reading">
          <span>
            {readings.language ? (
              <Trans>
                Read as <b>{ph({ number: readings.understood })}</b>, based on the document’s language (
                {ph({ language: readings.language })}).
              </Trans>
            ) : (
              <Trans>
                Read as <b>{ph({ number: readings.understood })}</b>.
              </Trans>
            )}{" "}
            <button type="button" className="link" onClick={readings.takeOther}>
              {t`Use ${{ number: readings.other }} instead`}
            </button>
          </span>
        </p>
      )}
    </div>
  );
}

/** Suggested, not filled in: a draft that is only opened uses no number. */
function NextNumber({ path, label, value }: { path: FieldPath; label: string; value: unknown }) {
  const next = useNextNumber(path);
  const { change } = useFormContext();
  if (next === undefined || text(value).trim() !== "") return null;
  return (
    <p className="hint">
      <Trans>
        Suggested:{" "}
        <button
          type="button"
          className="link"
          aria-label={t`Fill in ${label}: ${next}`}
          onClick={() => change(path, next)}
        >
          {next}
        </button>
      </Trans>
    </p>
  );
}

type Cell = { name: string; schema: FieldSchema; content: ReactNode };

/** The outermost group is the form; its groups and lists are the sections. */
function Group({ schema, path, label, value }: FieldProps<GroupField>) {
  const { type } = useFormContext().template;
  const cells = orderedProperties(schema).map(([name, each]) => ({
    name,
    schema: each,
    content: (
      <Field
        schema={each}
        path={pathInside(path, name)}
        label={each.title ?? name}
        isRequired={schema.required?.includes(name) ?? false}
        value={valueIn(value, name)}
      />
    ),
  }));
  const steps = stepsOf(path);
  if (steps.length === 0) return <Sections cells={cells} fields={schema} title={type.singular} />;
  if (typeof steps.at(-1) === "number") return <Lines cells={cells} />;
  const isSection = steps.length === 1;
  const Heading = isSection ? "h2" : "h3";
  const titleId = `${idOf(path)}-title`;
  return (
    <fieldset
      className={isSection ? "fields-section" : "fields-part"}
      aria-labelledby={titleId}
      data-path={path}
    >
      <Heading id={titleId}>{label}</Heading>
      {schema.description && <p className="fields-about">{schema.description}</p>}
      <Lines cells={cells} />
    </fieldset>
  );
}

function Sections({ cells, fields, title }: { cells: Cell[]; fields: GroupField; title: string }) {
  return listSections(fields, title).map(({ name, label, names }, index) => {
    const own = cells.filter((cell) => names.includes(cell.name));
    const [first] = own;
    if (!first || !isLeaf(first.schema))
      return (
        <div key={name} data-section={name}>
          {first?.content}
        </div>
      );
    const isAbout = index === 0;
    return (
      <fieldset
        key={name}
        className="fields-section"
        data-section={name}
        aria-label={isAbout ? label : t`More fields: ${title}`}
      >
        {isAbout && <h2>{label}</h2>}
        <Lines cells={own} />
      </fieldset>
    );
  });
}

function Lines({ cells }: { cells: Cell[] }) {
  const spans = layOut(cells.map(({ schema }) => schema));
  return (
    <div className="fields-lines">
      {cells.map(({ name, schema, content }, index) => (
        <div key={name} className={`span-${spans[index]}${needsFullWidth(schema) ? " full-on-phone" : ""}`}>
          {content}
        </div>
      ))}
    </div>
  );
}
