import { removeMember, renameMember } from "./json-edits.ts";
import { type JsonMember, type JsonNode, type JsonObject, memberOf, parseJson } from "./json-tree.ts";

/** Follows changes of the fields in the sample's JSON text, in every row of a list. */

type Found = { object: JsonObject; member: JsonMember };

function findAll(node: JsonNode, [name, ...further]: readonly string[]): Found[] {
  if (node.kind === "list") return node.entries.flatMap((entry) => findAll(entry, [name ?? "", ...further]));
  const member = name === undefined ? undefined : memberOf(node, name);
  if (!member || node.kind !== "object") return [];
  return further.length === 0 ? [{ object: node, member }] : findAll(member.value, further);
}

/** From the last place to the first, so that the places before keep theirs. */
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
