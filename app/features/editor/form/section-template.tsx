import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import type { FieldSchema, GroupField } from "../../../../contract/template-file.ts";
import { useFormRoom } from "./form-room.ts";
import { isRoomy, layOut } from "./line-layout.ts";

type Cell = { name: string; content: ReactNode; field: FieldSchema };

/** A group of fields. The outermost is the form itself, whose groups and lists are its sections. */
export function GroupTemplate(props: ObjectFieldTemplateProps) {
  const { properties, schema, title, description, fieldPathId } = props;
  const { type } = useFormRoom().template;
  const group = schema as GroupField;
  const cells = properties.flatMap(({ name, content }) => {
    const field = group.properties[name];
    return field ? [{ name, content, field }] : [];
  });
  const { path, $id } = fieldPathId;
  if (path.length === 0) return <Sections cells={cells} title={type.singular} />;
  if (typeof path.at(-1) === "number") return <Lines cells={cells} />;
  const Heading = path.length === 1 ? "h2" : "h3";
  return (
    <fieldset
      className={path.length === 1 ? "words-section" : "words-part"}
      aria-labelledby={`${$id}-title`}
      data-path={path.join(".")}
    >
      <Heading id={`${$id}-title`}>{title}</Heading>
      {description && <p className="words-about">{description}</p>}
      <Lines cells={cells} />
    </fieldset>
  );
}

/** Fields outside of any group stand together where they come; those at the top are about the document itself. */
function Sections({ cells, title }: { cells: Cell[]; title: string }) {
  const sections: Cell[][] = [];
  for (const cell of cells) {
    const last = sections.at(-1);
    if (last && isLoose(cell) && last.every(isLoose)) last.push(cell);
    else sections.push([cell]);
  }
  return sections.map((section, index) => {
    const [first] = section;
    if (!first || !isLoose(first)) return <div key={first?.name}>{first?.content}</div>;
    const isAbout = index === 0;
    return (
      <fieldset
        key={first.name}
        className="words-section"
        aria-label={isAbout ? title : `More about the ${title.toLowerCase()}`}
      >
        {isAbout && <h2>{title}</h2>}
        <Lines cells={section} />
      </fieldset>
    );
  });
}

function isLoose({ field }: Cell): boolean {
  return field.type !== "object" && field.type !== "array";
}

function Lines({ cells }: { cells: Cell[] }) {
  const spans = layOut(cells.map(({ field }) => field));
  return (
    <div className="words-lines">
      {cells.map(({ name, content, field }, index) => (
        <div key={name} className={`span-${spans[index]}${isRoomy(field) ? " roomy" : ""}`}>
          {content}
        </div>
      ))}
    </div>
  );
}
