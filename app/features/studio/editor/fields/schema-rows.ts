import { t } from "@lingui/core/macro";
import { meaningOf } from "../../../../../contract/templates/field-meaning.ts";
import { fieldSchema, isRecord } from "../../../../../contract/templates/template-file.ts";
import { type FieldKind, kindOf } from "./field-kinds.ts";
import type { JsonFault } from "./json-tree.ts";
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberOf,
  parseJson,
  plainValue,
} from "./json-tree.ts";

/** One field as the builder shows it. Its path has no row numbers: "items.price". */
export type FieldRow = {
  path: string;
  name: string;
  /** The path of the group or list it is in; "" at the top. */
  parent: string;
  depth: number;
  kind: FieldKind;
  label: string;
  help: string;
  isRequired: boolean;
  maxLength: number | undefined;
  maxItems: number | undefined;
  means: string | undefined;
  wanted: boolean;
  choices: Choice[] | undefined;
  /** Whether it is a group or a list. */
  holdsFields: boolean;
  /** Its position in its group, and the size of the group. */
  place: number;
  beside: number;
};

export type Choice = { value: string; label: string };

export type SchemaTree = { root: JsonObject };

export function readSchema(text: string): { rows: FieldRow[] } | { problem: JsonFault } {
  const tree = readTree(text);
  return "problem" in tree ? tree : { rows: rowsIn(tree.root, "", 0) };
}

export function readTree(text: string): SchemaTree | { problem: JsonFault } {
  const parsed = parseJson(text);
  if ("problem" in parsed) return parsed;
  const { root } = parsed;
  if (root.kind === "object" && propertiesOf(root)) return { root };
  const message = t`The fields must be an object with "type": "object" and "properties".`;
  return { problem: { message, line: 1, column: 1 } };
}

/** The members of a group in the order of the form: `x-order` first, then as they are written. */
export function orderedMembers(group: JsonObject): JsonMember[] {
  const properties = propertiesOf(group);
  const first = orderOf(group) ?? [];
  const named = first.flatMap((name) => memberOf(properties, name) ?? []);
  return [...named, ...(properties?.members ?? []).filter(({ name }) => !first.includes(name))];
}

export function orderOf(group: JsonObject): string[] | undefined {
  const order = memberOf(group, "x-order")?.value;
  return order?.kind === "list" ? order.entries.map(plainValue).map(String) : undefined;
}

export function propertiesOf(group: JsonObject | undefined): JsonObject | undefined {
  const properties = memberOf(group, "properties")?.value;
  return properties?.kind === "object" ? properties : undefined;
}

/** The group inside a field: itself, or the row type of a list. */
function groupIn(field: JsonNode | undefined): JsonObject | undefined {
  if (field?.kind !== "object") return undefined;
  const type = memberOf(field, "type")?.value;
  const isList = type?.kind === "plain" && type.value === "array";
  const group = isList ? memberOf(field, "items")?.value : field;
  return group?.kind === "object" && propertiesOf(group) ? group : undefined;
}

/** The group at a path; "" is the whole schema. */
export function groupAt(tree: SchemaTree, path: string): JsonObject | undefined {
  return path === "" ? tree.root : groupIn(memberAt(tree, path)?.value);
}

export function memberAt(tree: SchemaTree, path: string): JsonMember | undefined {
  let group: JsonObject | undefined = tree.root;
  let member: JsonMember | undefined;
  for (const name of path.split(".")) {
    member = memberOf(propertiesOf(group), name);
    group = groupIn(member?.value);
  }
  return member;
}

function rowsIn(group: JsonObject, parent: string, depth: number): FieldRow[] {
  const listed = memberOf(group, "required")?.value;
  const required = listed?.kind === "list" ? listed.entries.map(plainValue) : [];
  const members = orderedMembers(group);
  return members.flatMap(({ name, value }, place) => {
    const path = parent ? `${parent}.${name}` : name;
    const inner = groupIn(value);
    const row: FieldRow = {
      path,
      name,
      parent,
      depth,
      ...factsOf(value),
      isRequired: required.includes(name),
      holdsFields: inner !== undefined,
      place,
      beside: members.length,
    };
    return [row, ...(inner ? rowsIn(inner, path, depth + 1) : [])];
  });
}

function factsOf(node: JsonNode) {
  const value = plainValue(node);
  const schema: Record<string, unknown> = isRecord(value) ? value : {};
  const number = (name: string) => (typeof schema[name] === "number" ? Number(schema[name]) : undefined);
  const text = (name: string) => (typeof schema[name] === "string" ? String(schema[name]) : "");
  return {
    kind: kindOf(schema),
    label: text("title"),
    help: text("description"),
    maxLength: number("maxLength"),
    maxItems: number("maxItems"),
    means: meaningIn(schema),
    wanted: schema["x-wanted"] !== undefined,
    choices: choicesOf(schema),
  };
}

/** The stated meaning, or the profile field of templates older than meanings. */
function meaningIn(schema: Record<string, unknown>): string | undefined {
  const field = fieldSchema.safeParse(schema).data;
  return field && meaningOf(field);
}

function choicesOf({ oneOf, enum: values }: Record<string, unknown>): Choice[] | undefined {
  if (Array.isArray(oneOf))
    return oneOf
      .filter(isRecord)
      .map((each) => ({ value: String(each.const ?? ""), label: String(each.title ?? each.const ?? "") }));
  if (Array.isArray(values)) return values.map((value) => ({ value: String(value), label: String(value) }));
  return undefined;
}
