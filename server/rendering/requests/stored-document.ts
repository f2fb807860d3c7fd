import { renderTheme } from "../../../contract/rendering/render.ts";
import type { RenderInput } from "../rendering.ts";
import { cleanAnswers, renderInput } from "./render-input.ts";
import type { RenderTemplate } from "./template-source.ts";
import { createValidation, schemaKey } from "./validation.ts";

const validation = createValidation();

/**
 * A document as it is stored, for its readers: without any sample, and without values that its template no longer takes, because a
 * reader can't fix them.
 */
export function storedInput(
  template: RenderTemplate,
  document: { data: Record<string, unknown>; theme: Record<string, unknown> },
): RenderInput {
  const cleaned = cleanAnswers(document.data, "final", template.fields);
  const { data } = validation.fitPreview(schemaKey(template), template.fields, cleaned);
  return renderInput(template, "final", data, renderTheme.safeParse(document.theme).data ?? {});
}
