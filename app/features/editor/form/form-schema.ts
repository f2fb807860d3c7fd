import type { UiSchema } from "@rjsf/utils";
import { type FieldSchema, orderedProperties } from "../../../../contract/template-file.ts";
import { kindOf } from "./field-kind.ts";

/** The order and the widgets of a form, in the words of RJSF. Widgets are registered under the names of the kinds. */
export function uiSchemaOf(field: FieldSchema): UiSchema {
  if (field.type === "object") {
    const properties = orderedProperties(field);
    return {
      ...Object.fromEntries(properties.map(([name, each]) => [name, uiSchemaOf(each)])),
      "ui:order": properties.map(([name]) => name),
    };
  }
  if (field.type === "array") return { items: uiSchemaOf(field.items) };
  return { "ui:widget": kindOf(field) };
}
