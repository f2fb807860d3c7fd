import { slugify } from "../../../../../shared/text/slugify.ts";
import { type FieldKind, KINDS, keywordsToDrop, newField } from "./field-kinds.ts";
import {
  appendEntry,
  insertMember,
  moveMember,
  removeEntry,
  removeMember,
  renameMember,
  replaceNode,
} from "./json-edits.ts";
import { type JsonMember, type JsonObject, memberOf, plainValue } from "./json-tree.ts";
import {
  type Choice,
  groupAt,
  memberAt,
  orderedMembers,
  orderOf,
  propertiesOf,
  readTree,
  type SchemaTree,
} from "./schema-rows.ts";

/**
 * Each change takes the schema as text and returns it with that one change. Unknown keywords, the order of
 * keys and the layout stay. Invalid text or an unknown path is returned unchanged.
 */

type Keyword =
  | "title"
  | "description"
  | "maxLength"
  | "maxItems"
  | "x-means"
  | "x-profile"
  | "x-wanted"
  | "oneOf";

/** Undefined takes the keyword away. */
export function setKeyword(text: string, path: string, keyword: Keyword, value: unknown): string {
  return withMember(text, path, ({ value: field }) => {
    if (field.kind !== "object") return text;
    const held = memberOf(field, keyword);
    if (value === undefined) return held ? removeMember(text, field, held) : text;
    if (held) return replaceNode(text, held.value, value);
    return insertMember(text, field, keyword, value, placeFor(field, keyword));
  });
}

/** Where a keyword is looked for by people who read the file: a title behind the type, a description behind the title. */
function placeFor(field: JsonObject, keyword: Keyword): JsonMember | "last" {
  const after = { title: ["type"], description: ["title", "type"], maxItems: ["title", "type"] };
  const names: string[] = keyword in after ? after[keyword as keyof typeof after] : [];
  return names.map((name) => memberOf(field, name)).find((member) => member !== undefined) ?? "last";
}

export function setChoices(text: string, path: string, choices: readonly Choice[]): string {
  return withMember(text, path, ({ value: field }) => {
    const plain = memberOf(field, "enum");
    if (plain && choices.every(({ value, label }) => value === label))
      return replaceNode(
        text,
        plain.value,
        choices.map(({ value }) => value),
      );
    const without = plain && field.kind === "object" ? removeMember(text, field, plain) : text;
    return setKeyword(
      without,
      path,
      "oneOf",
      choices.map(({ value, label }) => ({ const: value, title: label })),
    );
  });
}

export function setRequired(text: string, path: string, isRequired: boolean): string {
  return withGroup(text, path, ({ group, name }) => {
    const required = memberOf(group, "required");
    if (required?.value.kind !== "list") {
      const before = memberOf(group, "additionalProperties") ?? memberOf(group, "type");
      return isRequired ? insertMember(text, group, "required", [name], before ?? "first") : text;
    }
    const place = required.value.entries.findIndex((entry) => plainValue(entry) === name);
    if (isRequired) return place < 0 ? appendEntry(text, required.value, name) : text;
    if (place < 0) return text;
    return required.value.entries.length === 1
      ? removeMember(text, group, required)
      : removeEntry(text, required.value, place);
  });
}

export function setKind(text: string, path: string, kind: FieldKind): string {
  const member = memberIn(text, path);
  if (member?.value.kind !== "object") return text;
  const schema = Object.fromEntries(member.value.members.map(({ name, value }) => [name, plainValue(value)]));
  let changed = text;
  for (const keyword of keywordsToDrop(schema, kind)) {
    const field = memberIn(changed, path)?.value;
    const held = memberOf(field, keyword);
    if (field?.kind === "object" && held) changed = removeMember(changed, field, held);
  }
  for (const [keyword, value] of Object.entries(madeKeywords(kind, schema))) {
    const field = memberIn(changed, path)?.value;
    if (field?.kind !== "object") continue;
    const held = memberOf(field, keyword);
    changed = held
      ? replaceNode(changed, held.value, value)
      : insertMember(changed, field, keyword, value, keyword === "type" ? "first" : "last");
  }
  return changed;
}

/** A list of a group, and a group of a list, keep the fields that are inside. */
function madeKeywords(kind: FieldKind, before: Record<string, unknown>): Record<string, unknown> {
  const made = KINDS[kind].schema;
  if (kind === "list" && before.properties !== undefined) {
    const { properties, required } = before;
    const items = {
      type: "object",
      additionalProperties: false,
      ...(required ? { required } : {}),
      properties,
    };
    return { ...made, items };
  }
  return made;
}

export function addField(
  text: string,
  parent: string,
  { name, label, kind, after }: { name: string; label: string; kind: FieldKind; after?: string | undefined },
): string {
  const tree = treeOf(text);
  const group = tree && groupAt(tree, parent);
  const properties = propertiesOf(group);
  if (!group || !properties || memberOf(properties, name)) return text;
  const before = after === undefined ? undefined : memberOf(properties, after);
  const added = insertMember(text, properties, name, newField(kind, label), before ?? "last");
  const order = orderOf(group);
  if (!order) return added;
  const place = after === undefined ? order.length : order.indexOf(after) + 1;
  return writeOrder(added, parent, order.toSpliced(place, 0, name));
}

export function removeField(text: string, path: string): string {
  const loose = setRequired(text, path, false);
  return withGroup(loose, path, ({ group, name, parent }) => {
    const properties = propertiesOf(group);
    const member = memberOf(properties, name);
    if (!properties || !member) return text;
    const order = orderOf(group);
    const removed = removeMember(loose, properties, member);
    return order
      ? writeOrder(
          removed,
          parent,
          order.filter((each) => each !== name),
        )
      : removed;
  });
}

export function renameField(text: string, path: string, newName: string): string {
  return withGroup(text, path, ({ group, name, parent }) => {
    const properties = propertiesOf(group);
    const member = memberOf(properties, name);
    if (!member || name === newName || memberOf(properties, newName)) return text;
    let changed = renameMember(text, member, newName);
    for (const keyword of ["required", "x-order"]) {
      const tree = treeOf(changed);
      const list = memberOf(tree && groupAt(tree, parent), keyword)?.value;
      const entry =
        list?.kind === "list" ? list.entries.find((each) => plainValue(each) === name) : undefined;
      if (entry) changed = replaceNode(changed, entry, newName);
    }
    return changed;
  });
}

/** To another place among its siblings. */
export function moveField(text: string, path: string, to: number): string {
  return withGroup(text, path, ({ group, name, parent }) => {
    const properties = propertiesOf(group);
    if (!properties) return text;
    const names = orderedMembers(group).map((member) => member.name);
    const from = names.indexOf(name);
    const place = Math.max(0, Math.min(names.length - 1, to));
    if (from < 0 || from === place) return text;
    if (!orderOf(group)) return moveMember(text, properties, from, place);
    names.splice(place, 0, ...names.splice(from, 1));
    return writeOrder(text, parent, names);
  });
}

function writeOrder(text: string, parent: string, order: string[]): string {
  const tree = treeOf(text);
  const held = memberOf(tree && groupAt(tree, parent), "x-order");
  return held ? replaceNode(text, held.value, order) : text;
}

/** "Made or packed" becomes `made_or_packed`, with a number behind it where that name is taken. */
export function nameFor(label: string, taken: readonly string[]): string {
  const plain = slugify(label).replaceAll("-", "_");
  const name = plain.replace(/^[^a-z]+/, "").slice(0, 40) || "field";
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number++) if (!taken.includes(`${name}_${number}`)) return `${name}_${number}`;
}

function treeOf(text: string): SchemaTree | undefined {
  const read = readTree(text);
  return "root" in read ? read : undefined;
}

function memberIn(text: string, path: string): JsonMember | undefined {
  const tree = treeOf(text);
  return tree && memberAt(tree, path);
}

function withMember(text: string, path: string, change: (member: JsonMember) => string): string {
  const member = memberIn(text, path);
  return member ? change(member) : text;
}

type Found = { group: JsonObject; name: string; parent: string };

function withGroup(text: string, path: string, change: (found: Found) => string): string {
  const cut = path.lastIndexOf(".");
  const parent = cut < 0 ? "" : path.slice(0, cut);
  const tree = treeOf(text);
  const group = tree && groupAt(tree, parent);
  return group ? change({ group, parent, name: path.slice(cut + 1) }) : text;
}
