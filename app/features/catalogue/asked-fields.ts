import type { FieldSchema, GroupField } from "../../../contract/template-file.ts";

export type AskedField = { path: string; label: string; fromProfile: boolean };

/** What a template asks for, as one list: groups are opened, a list of rows is one thing. */
export function listAsked(group: GroupField, above: string[] = []): AskedField[] {
  const first = group["x-order"] ?? [];
  const names = [...first, ...Object.keys(group.properties).filter((name) => !first.includes(name))];
  return names.flatMap((name): AskedField[] => {
    const field: FieldSchema | undefined = group.properties[name];
    if (!field) return [];
    const path = [...above, name];
    if (field.type === "object") return listAsked(field, path);
    const label = labelOf(field, name, group, above.length > 0);
    return [
      { path: path.join("."), label, fromProfile: "x-profile" in field && field["x-profile"] !== undefined },
    ];
  });
}

// "Name" alone says little when it is the client's.
function labelOf(field: FieldSchema, name: string, group: GroupField, isWithin: boolean): string {
  const own = field.title ?? name.replaceAll("_", " ");
  const isVague = isWithin && group.title && /^(name|address|e-?mail|phone|title|number)$/i.test(own);
  return isVague ? `${group.title}: ${own.toLowerCase()}` : own;
}
