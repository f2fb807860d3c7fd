import type {
  FieldSchema,
  GroupField,
  TemplateFile,
  TextField,
} from "../../../contract/templates/template-file.ts";
import type { Step } from "../../../shared/text/json-text.ts";
import { findPatternFault } from "../../limits/patterns.ts";
import type { Fault } from "../findings.ts";

/** What the format allows but a person filling in the form would stumble over. */
export function findFieldFaults({ fields, title }: Pick<TemplateFile, "fields" | "title">): Fault[] {
  return [...checkGroup(fields, ["fields"]), ...checkTitle(title, fields)];
}

function checkGroup(group: GroupField, path: Step[]): Fault[] {
  return Object.entries(group.properties).flatMap(([name, field]) => {
    const here = [...path, "properties", name];
    const titled: Fault[] = field.title
      ? []
      : [{ path: here, part: "key", message: "has no title, so the form has no label for it" }];
    return [...titled, ...checkField(field, here)];
  });
}

function checkField(field: FieldSchema, path: Step[]): Fault[] {
  if (field.type === "object") return checkGroup(field, path);
  if (field.type === "array") {
    const bound: Fault[] = field.maxItems ? [] : [{ path, part: "key", message: "has no maxItems" }];
    return [...bound, ...checkField(field.items, [...path, "items"])];
  }
  if (field.type !== "string") return [];
  const fault = field.pattern === undefined ? undefined : findPatternFault(field.pattern);
  if (fault) return [{ path: [...path, "pattern"], message: fault }];
  return isBounded(field) ? [] : [{ path, part: "key", message: "has no maxLength" }];
}

/** A picture's bound is the renderer's; choices, formats and patterns bound themselves. */
function isBounded(field: TextField): boolean {
  const { maxLength, pattern, format, enum: choices, oneOf } = field;
  return Boolean(maxLength ?? pattern ?? format ?? choices ?? oneOf) || field["x-widget"] === "image";
}

/** "Invoice {number}": what is in braces has to be a field with one value. */
function checkTitle(title: string, fields: GroupField): Fault[] {
  return [...title.matchAll(/\{([^}]*)\}/g)].flatMap(([, name = ""]) => {
    const field = name
      .split(".")
      .reduce<FieldSchema | undefined>(
        (group, step) => (group?.type === "object" ? group.properties[step] : undefined),
        fields,
      );
    const holds = field && field.type !== "object" && field.type !== "array";
    return holds ? [] : [{ path: ["title"], message: `{${name}} is no field with one value` }];
  });
}
