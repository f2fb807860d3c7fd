import {
  type FieldSchema,
  type GroupField,
  isRecord,
  type ListField,
  orderedProperties,
  type TextField,
} from "../../contract/templates/template-file.ts";
import type { Texts } from "./texts.ts";

/** The fields of a template as a form of plain elements. Each change is written into the data. */

export type Problem = { path?: string | string[] | undefined; message: string };
export type Form = {
  /** At their fields. Returns the messages of problems that belong to no field. */
  showProblems(problems: readonly Problem[]): string[];
};

type Holder = Record<string | number, unknown>;
type Place = {
  schema: FieldSchema;
  holder: Holder;
  key: string | number;
  path: string;
  label: string;
  isRequired: boolean;
};
type Context = { texts: Texts; direction: "rtl" | "auto"; onChange(): void };

const PICTURE = "image";

export function fillForm(form: HTMLElement, fields: GroupField, data: Holder, context: Context): Form {
  form.replaceChildren(...groupParts(fields, data, "", context));
  return {
    showProblems(problems) {
      for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
      for (const note of form.querySelectorAll("[data-problem]")) note.textContent = "";
      return problems.flatMap(({ path, message }) => {
        const name = Array.isArray(path) ? path.join(".") : (path ?? "");
        const control = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(name)}"]`);
        const note = control && form.ownerDocument.getElementById(`${control.id}-problem`);
        if (!control || !note) return [message];
        control.setAttribute("aria-invalid", "true");
        note.replaceChildren(isolated(message));
        for (
          let part = control.closest("details");
          part;
          part = part.parentElement?.closest("details") ?? null
        )
          part.open = true;
        return [];
      });
    },
  };
}

function groupParts(fields: GroupField, data: Holder, path: string, context: Context): Node[] {
  return orderedProperties(fields).map(([name, schema]) =>
    part(
      {
        schema,
        holder: data,
        key: name,
        path: path ? `${path}.${name}` : name,
        label: schema.title ?? name.replaceAll("_", " "),
        isRequired: fields.required?.includes(name) ?? false,
      },
      context,
    ),
  );
}

function part(place: Place, context: Context): Node {
  const { schema } = place;
  if (schema.type === "object") return group(place, schema, context);
  if (schema.type === "array")
    return schema.items.type === "object" ? rows(place, schema, context) : lines(place, context);
  if (schema.type === "string" && schema["x-widget"] === PICTURE)
    return element("p", { className: "hint", textContent: `${place.label}: ${context.texts.pictures}` });
  return field(place, control(place, context), context);
}

/** Closed while nothing in it is filled in. */
function group(
  { schema, holder, key, path, label, isRequired }: Place,
  fields: GroupField,
  context: Context,
) {
  const given = holder[key];
  const own: Holder = isRecord(given) ? given : {};
  const inner = {
    ...context,
    onChange: () => {
      write(holder, key, Object.keys(own).length > 0 ? own : undefined);
      context.onChange();
    },
  };
  const details = element("details", { open: isRequired || isRecord(given) }, [
    element("summary", {}, [isolated(label)]),
    ...hint(schema.description),
    ...groupParts(fields, own, path, inner),
  ]);
  return details;
}

function rows({ schema, holder, key, path, label }: Place, list: ListField, context: Context): Node {
  const { texts } = context;
  const items = list.items as GroupField;
  const given = Array.isArray(holder[key]) ? (holder[key] as unknown[]).filter(isRecord) : [];
  const holders: Holder[] = [...given];
  const places = element("div", {});
  const changed = () => {
    write(holder, key, holders.length > 0 ? holders : undefined);
    context.onChange();
  };
  const add = element("button", { type: "button", textContent: texts.add(label) });
  const show = () => {
    places.replaceChildren(
      ...holders.map((row, index) => {
        const name = texts.row(label, index + 1);
        const remove = element("button", { type: "button", textContent: texts.remove(name) });
        remove.addEventListener("click", () => {
          holders.splice(index, 1);
          show();
          add.focus();
          changed();
        });
        const parts = groupParts(items, row, `${path}.${index}`, { ...context, onChange: changed });
        return element("fieldset", {}, [element("legend", {}, [isolated(name)]), ...parts, remove]);
      }),
    );
    add.hidden = holders.length >= (list.maxItems ?? Number.POSITIVE_INFINITY);
  };
  add.addEventListener("click", () => {
    holders.push({});
    show();
    places.lastElementChild?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  });
  show();
  return element("details", { open: true }, [
    element("summary", {}, [isolated(label)]),
    ...hint(schema.description),
    places,
    add,
  ]);
}

/** A list of plain values: each is a line. */
function lines(place: Place, context: Context): Node {
  const { holder, key, schema } = place;
  const isNumber = schema.type === "array" && schema.items.type !== "string";
  const given = holder[key];
  const area = element("textarea", { rows: 3, value: Array.isArray(given) ? given.join("\n") : "" });
  area.addEventListener("input", () => {
    const values = area.value.split("\n").flatMap((line) => (line.trim() ? [line.trim()] : []));
    write(holder, key, values.length > 0 ? (isNumber ? values.map(asNumber) : values) : undefined);
    context.onChange();
  });
  return field(place, area, context, context.texts.oneEachLine);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function control({ schema, holder, key, isRequired }: Place, { texts, onChange }: Context): Control {
  const value = holder[key];
  const changed = (next: unknown) => {
    write(holder, key, next);
    onChange();
  };
  if (schema.type === "boolean") {
    const box = element("input", { type: "checkbox", checked: (value ?? schema.default) === true });
    box.addEventListener("change", () => changed(box.checked));
    return box;
  }
  const choices = choicesOf(schema);
  if (choices) {
    const isChosen = (each: unknown) =>
      each === (value ?? ("default" in schema ? schema.default : undefined));
    const select = element("select", {}, [
      ...(isRequired && choices.some(([each]) => isChosen(each)) ? [] : [new Option(texts.noChoice, "")]),
      ...choices.map(([each, title], index) => new Option(title, String(index), false, isChosen(each))),
    ]);
    select.addEventListener("change", () =>
      changed(choices[select.value === "" ? -1 : Number(select.value)]?.[0]),
    );
    return select;
  }
  if (schema.type === "number" || schema.type === "integer") {
    const input = element("input", { type: "number", step: "any", value: String(value ?? "") });
    input.addEventListener("input", () => changed(input.value === "" ? undefined : asNumber(input.value)));
    return input;
  }
  const isLong = schema.type === "string" && schema["x-widget"] === "multiline";
  const input = isLong ? element("textarea", { rows: 4 }) : element("input", textInput(schema as TextField));
  input.value = String(value ?? "");
  if (schema.type === "string" && schema.maxLength) input.maxLength = schema.maxLength;
  input.addEventListener("input", () => changed(input.value === "" ? undefined : input.value));
  return input;
}

function textInput(schema: TextField): Partial<HTMLInputElement> {
  const kind = schema["x-widget"] ?? schema.format ?? "";
  if (kind === "money") return { type: "text", inputMode: "decimal" };
  const types: Record<string, string> = {
    date: "date",
    time: "time",
    email: "email",
    tel: "tel",
    uri: "url",
    url: "url",
    color: "color",
  };
  return { type: types[kind] ?? "text" };
}

function choicesOf(schema: FieldSchema): [unknown, string][] | undefined {
  if (!("enum" in schema || "oneOf" in schema)) return undefined;
  return (
    schema.oneOf?.map((each) => [each.const, each.title]) ?? schema.enum?.map((each) => [each, String(each)])
  );
}

let serial = 0;

function field(
  { schema, path, label, isRequired }: Place,
  control: Control,
  { texts, direction }: Context,
  further?: string,
): Node {
  serial += 1;
  control.id = `field-${serial}`;
  control.dataset.path = path;
  control.dir = direction;
  if (isRequired && control.type !== "checkbox") control.required = true;
  const notes = [...hint(schema.description), ...hint(further)];
  const problem = element("p", { className: "problem", id: `${control.id}-problem` });
  problem.dataset.problem = "";
  for (const [index, note] of notes.entries()) note.id = `${control.id}-hint-${index}`;
  control.setAttribute("aria-describedby", [...notes, problem].map(({ id }) => id).join(" "));
  const name = element("label", { htmlFor: control.id }, [isolated(label)]);
  if (isRequired)
    name.append(" ", element("span", { className: "hint", textContent: `(${texts.required})` }));
  return element("div", { className: "field" }, [name, ...notes, control, problem]);
}

function hint(text: string | undefined): HTMLElement[] {
  return text ? [element("p", { className: "hint" }, [isolated(text)])] : [];
}

/** Text that is no number stays as it is, for the server to refuse. */
function asNumber(text: string): unknown {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function write(holder: Holder, key: string | number, value: unknown): void {
  if (value === undefined) delete holder[key];
  else holder[key] = value;
}

/** A text of the template, which may be in another language than the chat. */
export const isolated = (text: string) => element("bdi", { textContent: text });

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  children: (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
