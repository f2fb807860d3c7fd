import type { FieldKind } from "./field-kinds.ts";
import { insertMember, removeMember, renameMember } from "./json-edits.ts";
import { type JsonMember, type JsonNode, type JsonObject, memberOf, parseJson } from "./json-tree.ts";

/** Applies changes of fields to the sample's JSON text, in every row of a list. */

type Found = { object: JsonObject; member: JsonMember };

function findAll(node: JsonNode, [name, ...further]: readonly string[]): Found[] {
  if (node.kind === "list") return node.entries.flatMap((entry) => findAll(entry, [name ?? "", ...further]));
  const member = name === undefined ? undefined : memberOf(node, name);
  if (!member || node.kind !== "object") return [];
  return further.length === 0 ? [{ object: node, member }] : findAll(member.value, further);
}

/** Edits from the last match to the first, so that earlier offsets stay valid. */
function editAll(text: string, path: string, edit: (text: string, found: Found) => string): string {
  const parsed = parseJson(text);
  if ("problem" in parsed) return text;
  return findAll(parsed.root, path.split(".")).reduceRight(edit, text);
}

export function renameInSample(text: string, path: string, name: string): string {
  return editAll(text, path, (changed, { member }) => renameMember(changed, member, name));
}

export function removeFromSample(text: string, path: string): string {
  return editAll(text, path, (changed, { object, member }) => removeMember(changed, object, member));
}

/** The sample value of a new field, so that it is visible on the page at once. */
const FIRST_VALUES: Record<FieldKind, (label: string) => unknown> = {
  text: (label) => label,
  long: (label) => `${label}. Replace this with a few sentences.`,
  date: () => "2026-01-15",
  money: () => "120.00",
  number: () => "3",
  choice: () => "one",
  picture: () => undefined,
  list: (label) => [{ text: label }],
  group: () => ({}),
  time: () => "09:30",
  email: () => "name@example.org",
  phone: () => "+1 555 0100",
  website: () => "https://example.org",
  currency: () => "EUR",
  colour: () => "#2450a8",
  "yes-no": () => true,
};

type Added = { name: string; label: string; kind: FieldKind };

/** Adds the sample value of a new field to the group or list `within` ("" for the root), in every row. */
export function addToSample(text: string, within: string, { name, label, kind }: Added): string {
  const parsed = parseJson(text);
  const value = FIRST_VALUES[kind](label);
  if ("problem" in parsed || value === undefined) return text;
  const groups =
    within === ""
      ? [parsed.root]
      : findAll(parsed.root, within.split(".")).flatMap(({ member }) =>
          member.value.kind === "list" ? member.value.entries : [member.value],
        );
  return groups.reduceRight(
    (changed, group) =>
      group.kind === "object" && !memberOf(group, name) ? insertMember(changed, group, name, value) : changed,
    text,
  );
}
