import type { RenderTheme } from "../../../../contract/rendering/render.ts";
import { type FieldSchema, isRecord } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";

/** The language and the currency of a document's numbers. */

export function languageOf({ language }: RenderTheme): Language {
  return language ?? "en";
}

/** The value of the template's currency field. */
export function currencyIn(field: FieldSchema, data: unknown): string | undefined {
  if (field.type === "object") {
    for (const [name, each] of Object.entries(field.properties)) {
      const found = currencyIn(each, isRecord(data) ? data[name] : undefined);
      if (found) return found;
    }
  }
  if (field.type !== "string" || field["x-widget"] !== "currency") return undefined;
  return typeof data === "string" ? data : field.default;
}
