import type { FieldSchema } from "../../contract/templates/template-file.ts";

/** "Items 2, Unit price" for the path "items.1.price". */
export function fieldLabel(fields: FieldSchema, path: readonly string[]): string {
  const labels: string[] = [];
  let field: FieldSchema | undefined = fields;
  for (const step of path) {
    if (field?.type === "array") {
      labels.push(`${labels.pop() ?? ""} ${Number(step) + 1}`.trim());
      field = field.items;
    } else {
      field =
        field?.type === "object" && Object.hasOwn(field.properties, step)
          ? field.properties[step]
          : undefined;
      labels.push(field?.title ?? step.replaceAll("_", " "));
    }
  }
  return labels.join(", ");
}
