import { type Text, type TextKey, textFor } from "../texts/text.ts";
import { type FieldSchema, type GroupField, orderedProperties } from "./template-file.ts";

/** A difference between two states of a template's fields, described for people who fill it in. */
export type FieldChange = {
  /** Path of the field: "items.price". Empty if the change is about all fields. */
  path: string;
  /** The field's label: "Price". */
  name: string;
  /** "Price is now required" */
  text: Text;
};

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
          now ? "change_required" : "change_optional",
        ),
      );
    else
      changes.push(
        fieldChange(at, isRequired(after, name) ? "change_new_required" : "change_new_optional", {
          kind: kindOf(field),
        }),
      );
  }
  for (const [name, field] of orderedProperties(before))
    if (!after.properties[name]) changes.push(fieldChange(placeOf(place, name, field), "change_removed"));
  if (hasOtherOrder(before, after))
    changes.push(
      place.title
        ? fieldChange(place, "change_order_inside")
        : { path: "", name: "", text: textFor("change_order") },
    );
  return changes;
}

function placeOf({ path, title }: Place, name: string, field: FieldSchema): Place {
  const own = field.title ?? name;
  return { path: path ? `${path}.${name}` : name, title: title ? `${title}: ${own}` : own };
}

/** A sentence about a field, and the values in it besides the field's label. */
type Sentence = Extract<TextKey, `change_${string}`>;

function fieldChange({ path, title }: Place, key: Sentence, values: Text["values"] = {}): FieldChange {
  return { path, name: title, text: { key, values: { field: title, ...values } } };
}

function changeIfDifferent<Value>(
  at: Place,
  was: Value,
  now: Value,
  sentence: (now: Value, was: Value) => Sentence,
  values: Text["values"] = {},
): FieldChange[] {
  return JSON.stringify(was) === JSON.stringify(now) ? [] : [fieldChange(at, sentence(now, was), values)];
}

function compareFields(before: FieldSchema, after: FieldSchema, at: Place): FieldChange[] {
  const renamed = changeIfDifferent(
    before.title ? { ...at, title: leadOf(at.title) + before.title } : at,
    before.title,
    after.title,
    () => (after.title ? "change_label" : "change_no_label"),
    after.title ? { label: after.title } : {},
  );
  const described = changeIfDifferent(at, before.description, after.description, (now) =>
    now ? "change_help" : "change_no_help",
  );
  const [was, kind] = [kindOf(before), kindOf(after)];
  if (was.key !== kind.key)
    return [...renamed, fieldChange(at, "change_kind", { kind, before: was }), ...described];
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

type Bound = "max_length" | "min_length" | "maximum" | "minimum" | "step" | "max_items" | "min_items";

function compareRules(before: FieldSchema, after: FieldSchema, at: Place): FieldChange[] {
  const rule = (name: string, sentence: (now: unknown, was: unknown) => Sentence) => {
    const [was, now] = [ruleOf(before, name), ruleOf(after, name)];
    return changeIfDifferent<unknown>(at, was, now, sentence, {
      ...(now === undefined ? {} : { value: String(now) }),
      ...(was === undefined ? {} : { before: String(was) }),
    });
  };
  const bound = (name: string, sentence: Bound) => {
    const [was, now] = [ruleOf<number>(before, name), ruleOf<number>(after, name)];
    if (was === now) return [];
    if (now === undefined) return [fieldChange(at, `change_${sentence}_none`)];
    if (was === undefined) return [fieldChange(at, `change_${sentence}_first`, { limit: now })];
    return [fieldChange(at, `change_${sentence}`, { limit: now, before: was })];
  };
  return [
    ...bound("maxLength", "max_length"),
    ...bound("minLength", "min_length"),
    ...bound("maximum", "maximum"),
    ...bound("minimum", "minimum"),
    ...bound("multipleOf", "step"),
    ...bound("maxItems", "max_items"),
    ...bound("minItems", "min_items"),
    ...rule("pattern", (now) => (now ? "change_pattern" : "change_no_pattern")),
    ...compareChoices(before, after, at),
    ...rule("default", (now, was) =>
      now === undefined ? "change_no_start" : was === undefined ? "change_start_first" : "change_start",
    ),
    ...rule("x-wanted", (now) => (now ? "change_wanted" : "change_not_wanted")),
    ...rule("x-profile", (now) => (now ? "change_profile" : "change_no_profile")),
    ...rule("x-today", (now) => (now ? "change_today" : "change_not_today")),
    ...rule("x-counts", (now) => (now ? "change_counts" : "change_not_counts")),
    ...rule("x-placeholder", () => "change_example"),
  ];
}

function ruleOf<Value>(field: FieldSchema, name: string): Value | undefined {
  return (field as Record<string, unknown>)[name] as Value | undefined;
}

function compareChoices(before: FieldSchema, after: FieldSchema, at: Place): FieldChange[] {
  const [was, now] = [choicesOf(before), choicesOf(after)];
  const added = now.filter((choice) => !was.includes(choice));
  const removed = was.filter((choice) => !now.includes(choice));
  const changes = [];
  if (added.length > 0) changes.push(fieldChange(at, "change_more_choices", { choices: quoted(added) }));
  if (removed.length > 0) changes.push(fieldChange(at, "change_fewer_choices", { choices: quoted(removed) }));
  return changes;
}

const quoted = (choices: string[]) => choices.map((choice) => `“${choice}”`).join(", ");

function choicesOf(field: FieldSchema): string[] {
  const named = ruleOf<{ title: string }[]>(field, "oneOf")?.map(({ title }) => title);
  return named ?? ruleOf<unknown[]>(field, "enum")?.map(String) ?? [];
}

const WIDGET_KINDS = [
  "multiline",
  "color",
  "image",
  "date",
  "time",
  "money",
  "currency",
  "email",
  "tel",
  "url",
] as const;

const FORMAT_WIDGETS: Record<string, string> = { date: "date", time: "time", email: "email", uri: "url" };

/** The kinds that a person understands. */
function kindOf(field: FieldSchema): Text {
  if (field.type === "object") return textFor("kind_group");
  if (field.type === "array") return textFor("kind_list");
  if (field.type === "boolean") return textFor("kind_switch");
  if (choicesOf(field).length > 0) return textFor("kind_choice");
  if (field.type === "integer") return textFor("kind_whole");
  if (field.type === "number") return textFor("kind_number");
  const widget = ruleOf<string>(field, "x-widget") ?? FORMAT_WIDGETS[ruleOf<string>(field, "format") ?? ""];
  const known = WIDGET_KINDS.find((kind) => kind === widget);
  return textFor(known ? `kind_${known}` : "kind_text");
}

/** Of those that are in both. */
function hasOtherOrder(before: GroupField, after: GroupField): boolean {
  const names = (group: GroupField, other: GroupField) =>
    orderedProperties(group)
      .map(([name]) => name)
      .filter((name) => other.properties[name]);
  return names(before, after).join() !== names(after, before).join();
}
