import { type FieldSchema, type GroupField, orderedProperties } from "./template-file.ts";

/** A difference between two states of a template's fields, described for people who fill it in. */
export type FieldChange = {
  /** Path of the field: "items.price". Empty if the change is about all fields. */
  path: string;
  /** The field's label: "Price". */
  name: string;
  /** The text after the name: "became required". */
  words: string;
};

export const formatChange = ({ name, words }: Pick<FieldChange, "name" | "words">): string =>
  name ? `${name} ${words}` : words;

export function listFieldChanges(before: GroupField, after: GroupField): FieldChange[] {
  return compareGroups(before, after, { path: "", title: "" });
}

type Place = { path: string; title: string };

function compareGroups(before: GroupField, after: GroupField, place: Place): FieldChange[] {
  const changes: FieldChange[] = [];
  const isRequired = (group: GroupField, name: string) => group.required?.includes(name) ?? false;
  for (const [name, field] of orderedProperties(after)) {
    const at = placeOf(place, name, field);
    const was = before.properties[name];
    if (was)
      changes.push(
        ...compareFields(was, field, at),
        ...changeIfDifferent(at, isRequired(before, name), isRequired(after, name), (now) =>
          now ? "became required" : "became optional",
        ),
      );
    else
      changes.push(
        fieldChange(at, `is new: ${kindOf(field)}, ${isRequired(after, name) ? "required" : "optional"}`),
      );
  }
  for (const [name, field] of orderedProperties(before))
    if (!after.properties[name]) changes.push(fieldChange(placeOf(place, name, field), "was removed"));
  if (hasOtherOrder(before, after))
    changes.push(
      place.title
        ? fieldChange(place, "has its fields in a new order")
        : { path: "", name: "", words: "The order of the fields has changed" },
    );
  return changes;
}

function placeOf({ path, title }: Place, name: string, field: FieldSchema): Place {
  const own = field.title ?? name;
  return { path: path ? `${path}.${name}` : name, title: title ? `${title}: ${own}` : own };
}

const fieldChange = ({ path, title }: Place, text: string): FieldChange => ({
  path,
  name: title,
  words: text,
});

function changeIfDifferent<Value>(
  at: Place,
  was: Value,
  now: Value,
  format: (now: Value, was: Value) => string,
): FieldChange[] {
  return JSON.stringify(was) === JSON.stringify(now) ? [] : [fieldChange(at, format(now, was))];
}

function compareFields(before: FieldSchema, after: FieldSchema, at: Place): FieldChange[] {
  const renamed = changeIfDifferent(
    before.title ? { ...at, title: leadOf(at.title) + before.title } : at,
    before.title,
    after.title,
    () => (after.title ? `is now called ${after.title}` : "lost its label"),
  );
  const described = changeIfDifferent(at, before.description, after.description, (now) =>
    now ? "has a new help text" : "no longer has a help text",
  );
  if (kindOf(before) !== kindOf(after))
    return [...renamed, fieldChange(at, `is ${kindOf(after)}, was ${kindOf(before)}`), ...described];
  return [...renamed, ...compareRules(before, after, at), ...described, ...compareInside(before, after, at)];
}

/** "Items: " of "Items: Price". */
function leadOf(title: string): string {
  const end = title.lastIndexOf(": ");
  return end < 0 ? "" : title.slice(0, end + 2);
}

function compareInside(before: FieldSchema, after: FieldSchema, at: Place): FieldChange[] {
  if (before.type === "object" && after.type === "object") return compareGroups(before, after, at);
  if (before.type !== "array" || after.type !== "array") return [];
  const [was, now] = [before.items, after.items];
  if (was.type === "object" && now.type === "object") return compareGroups(was, now, at);
  return compareFields({ ...was, title: "" }, { ...now, title: "" }, at);
}

function compareRules(before: FieldSchema, after: FieldSchema, at: Place): FieldChange[] {
  const rule = <Value>(name: string, format: (now: Value | undefined, was: Value | undefined) => string) =>
    changeIfDifferent<Value | undefined>(at, ruleOf<Value>(before, name), ruleOf<Value>(after, name), format);
  const bound = (name: string, holds: (count: number) => string, free: string) =>
    rule<number>(name, (now, was) =>
      now === undefined
        ? free
        : was === undefined
          ? `${holds(now)}, had no limit`
          : `${holds(now)}, was ${was}`,
    );
  return [
    ...bound("maxLength", (count) => `allows up to ${count} characters`, "no longer has a maximum length"),
    ...bound("minLength", (count) => `needs at least ${count} characters`, "no longer has a minimum length"),
    ...bound("maximum", (most) => `is at most ${most}`, "no longer has an upper limit"),
    ...bound("minimum", (least) => `is at least ${least}`, "no longer has a lower limit"),
    ...bound("multipleOf", (step) => `changes in steps of ${step}`, "no longer has a step size"),
    ...bound("maxItems", (count) => `allows up to ${rows(count)}`, "allows any number of rows"),
    ...bound("minItems", (count) => `needs at least ${rows(count)}`, "may be empty"),
    ...rule<string>("pattern", (now) => (now ? "has to match a new format" : "may have any format")),
    ...compareChoices(before, after, at),
    ...rule<unknown>("default", (now, was) =>
      now === undefined
        ? "starts empty"
        : was === undefined
          ? `starts with “${now}”`
          : `starts with “${now}”, was “${was}”`,
    ),
    ...rule<unknown>("x-wanted", (now) =>
      now ? "is recommended before the first download" : "is no longer recommended before a download",
    ),
    ...rule<string>("x-profile", (now) =>
      now ? "is filled in from the profile" : "is no longer filled in from the profile",
    ),
    ...rule<true>("x-today", (now) => (now ? "starts with today" : "no longer starts with today")),
    ...rule<true>("x-counts", (now) =>
      now ? "continues counting from document to document" : "no longer continues counting",
    ),
    ...rule<unknown>("x-placeholder", () => "has a new example"),
  ];
}

const rows = (count: number) => `${count} ${count === 1 ? "row" : "rows"}`;

function ruleOf<Value>(field: FieldSchema, name: string): Value | undefined {
  return (field as Record<string, unknown>)[name] as Value | undefined;
}

function compareChoices(before: FieldSchema, after: FieldSchema, at: Place): FieldChange[] {
  const [was, now] = [choicesOf(before), choicesOf(after)];
  const added = now.filter((choice) => !was.includes(choice));
  const gone = was.filter((choice) => !now.includes(choice));
  const changes = [];
  if (added.length > 0) changes.push(fieldChange(at, `can be ${quoted(added)} too`));
  if (gone.length > 0) changes.push(fieldChange(at, `can no longer be ${quoted(gone)}`));
  return changes;
}

const quoted = (choices: string[]) => choices.map((choice) => `“${choice}”`).join(", ");

function choicesOf(field: FieldSchema): string[] {
  const named = ruleOf<{ title: string }[]>(field, "oneOf")?.map(({ title }) => title);
  return named ?? ruleOf<unknown[]>(field, "enum")?.map(String) ?? [];
}

const WIDGET_KINDS: Record<string, string> = {
  multiline: "long text",
  color: "a colour",
  image: "a picture",
  date: "a date",
  time: "a time",
  money: "an amount of money",
  currency: "a currency",
  email: "an e-mail address",
  tel: "a telephone number",
  url: "an address on the web",
};

const FORMAT_WIDGETS: Record<string, string> = { date: "date", time: "time", email: "email", uri: "url" };

/** The kinds that a person understands. */
function kindOf(field: FieldSchema): string {
  if (field.type === "object") return "a group";
  if (field.type === "array") return "a list";
  if (field.type === "boolean") return "yes or no";
  if (choicesOf(field).length > 0) return "a choice";
  if (field.type === "integer") return "a whole number";
  if (field.type === "number") return "a number";
  const widget = ruleOf<string>(field, "x-widget") ?? FORMAT_WIDGETS[ruleOf<string>(field, "format") ?? ""];
  return (widget && WIDGET_KINDS[widget]) ?? "short text";
}

/** Of those that are in both. */
function hasOtherOrder(before: GroupField, after: GroupField): boolean {
  const names = (group: GroupField, other: GroupField) =>
    orderedProperties(group)
      .map(([name]) => name)
      .filter((name) => other.properties[name]);
  return names(before, after).join() !== names(after, before).join();
}
