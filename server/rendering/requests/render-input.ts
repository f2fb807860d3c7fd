import {
  type InvalidValue,
  type RenderMode,
  type RenderTheme,
  renderTheme,
} from "../../../contract/rendering/render.ts";
import { sampleIn } from "../../../contract/templates/samples.ts";
import {
  type FieldSchema,
  fillTitle,
  isRecord,
  pruneBlank,
} from "../../../contract/templates/template-file.ts";
import { type Language, resolveTheme } from "../../../contract/templates/theme.ts";
import { placeholdersOf, withDefaults } from "../../../shared/filling/missing-values.ts";
import { titleIn } from "../../../shared/filling/title-translations.ts";
import { plainFileName } from "../../../shared/text/file-name.ts";
import { nextTurn } from "../../process/loop-turns.ts";
import { cleanData, type Json, type JsonObject } from "../data.ts";
import { InvalidData } from "../errors.ts";
import { isPictureText } from "../pictures.ts";
import type { RenderInput } from "../rendering.ts";
import type { RenderTemplate } from "./template-source.ts";
import { cutToFields, removeAt, type Validation } from "./validation.ts";

type Given = { mode: RenderMode; data: unknown; theme?: RenderTheme | undefined };

/** Cleans and validates the data of a request and combines it with the template. A finished document with invalid data is refused. */
export async function prepareInput(
  validation: Validation,
  template: RenderTemplate,
  { mode, data: given, theme }: Given,
): Promise<{ data: JsonObject; input: RenderInput; ignored: InvalidValue[] }> {
  const cleaned = cleanAnswers(given, mode, template.fields);
  await nextTurn(); // cleaning thousands of values takes about 50 ms, compiling a new template's fields as long
  if (isUnfinished(mode)) {
    const { data, ignored, leftOut } = validation.fitPreview(schemaKey(template), template.fields, cleaned);
    return { data, input: withoutSample(renderInput(template, mode, data, theme), leftOut), ignored };
  }
  const invalid = mode === "final" ? validation.check(schemaKey(template), template.fields, cleaned) : [];
  if (invalid.length > 0) throw new InvalidData(invalid);
  return { data: cleaned, input: renderInput(template, mode, cleaned, theme), ignored: [] };
}

/**
 * A stored document for its readers: without the sample, and without values that its template no longer accepts, because a reader can't
 * fix them.
 */
export function storedInput(
  validation: Validation,
  template: RenderTemplate,
  document: { data: Record<string, unknown>; theme: Record<string, unknown> },
): RenderInput {
  const cleaned = cleanAnswers(document.data, "final", template.fields);
  const { data } = validation.fitPreview(schemaKey(template), template.fields, cleaned);
  return renderInput(template, "final", data, renderTheme.safeParse(document.theme).data ?? {});
}

/** The fields of a template, in one version of it. */
function schemaKey({ id, version }: RenderTemplate): string {
  return `${id} ${version}`;
}

/** A template, a person's data and their choice of theme, put together for the compiler. */
export function renderInput(
  template: RenderTemplate,
  mode: RenderMode,
  data: unknown,
  chosen: RenderTheme = {},
): RenderInput {
  const papers = "papers" in template.page ? template.page.papers : undefined;
  const theme = resolveTheme(template.theme, papers, chosen);
  const sample = sampleIn(template, theme.language);
  return {
    source: template.content,
    fields: template.fields,
    data: mode === "sample" ? {} : withDefaults(template.fields, data),
    ...samplesFor(template.fields, sample, mode),
    theme,
    mode,
    kit: template.kit,
    title: titleOf(template, mode === "sample" ? sample : data, theme.language),
  };
}

/** Removes the sample's value where a person's value was left out: it would look like a replacement. */
export function withoutSample(input: RenderInput, paths: readonly string[][]): RenderInput {
  const without = (lent: unknown) => {
    if (paths.length === 0 || !isRecord(lent)) return lent;
    const sample = structuredClone(lent);
    for (const path of paths) {
      repeatRows(sample, input.data, path);
      removeAt(sample as JsonObject, path);
    }
    return sample;
  };
  return { ...input, sample: without(input.sample), begun: without(input.begun) };
}

/** A list that is longer than the sample's repeats its rows; each is cloned before it loses a value. */
function repeatRows(sample: unknown, data: unknown, path: readonly string[]): void {
  let [theirs, mine]: unknown[] = [sample, data];
  for (const step of path) {
    if (Array.isArray(theirs) && Array.isArray(mine) && theirs.length > 0) {
      const count = theirs.length;
      for (let row = count; row < mine.length; row++) theirs.push(structuredClone(theirs[row % count]));
    }
    theirs = isRecord(theirs) ? theirs[step] : undefined;
    mine = isRecord(mine) ? mine[step] : undefined;
  }
}

/**
 * The data without unprintable characters, blank values and line breaks in fields of one line. Blank rows stay while a person types,
 * because the form shows them too.
 */
export function cleanAnswers(given: unknown, mode: RenderMode, fields: FieldSchema): JsonObject {
  const blankRows = isUnfinished(mode) ? "kept" : "dropped";
  // Pruning and joining return a JSON object for a JSON object.
  const answers = (pruneBlank(cleanData(given, isPictureText), blankRows) ?? {}) as JsonObject;
  return joinLines(cutToFields(fields, answers), fields) as JsonObject;
}

/** Whether the form is still being filled in. */
function isUnfinished(mode: RenderMode): boolean {
  return mode === "preview" || mode === "proof";
}

/**
 * A line break in a field of one line becomes a space. Otherwise a name could be as tall as a page, and a table of such rows would
 * exceed the compiler's deadline.
 */
function joinLines(value: Json, field: FieldSchema | undefined): Json {
  if (Array.isArray(value)) {
    const items = field?.type === "array" ? field.items : undefined;
    return value.map((each) => joinLines(each, items));
  }
  if (value && typeof value === "object") {
    const properties = field?.type === "object" ? field.properties : {};
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        joinLines(each, Object.hasOwn(properties, name) ? properties[name] : undefined),
      ]),
    );
  }
  const isLine = field?.type === "string" && field["x-widget"] !== "multiline";
  return typeof value === "string" && isLine ? value.split("\n").join(" ") : value;
}

/** An export does not get the sample, so that none of it can appear on a page. */
function samplesFor(fields: FieldSchema, sample: Record<string, unknown>, mode: RenderMode) {
  if (mode === "sample") return { sample };
  if (mode !== "preview") return { sample: {} };
  return { sample: placeholdersOf(fields, sample), begun: placeholdersOf(fields, sample, "begun") };
}

type Named = Pick<RenderTemplate, "title" | "singular" | "name">;

/** "Invoice 2026-014", in German "Rechnung 2026-014": the template's title with the person's data in it. */
function titleOf({ title, singular, name }: Named, data: unknown, language: Language | undefined): string {
  return fillTitle(titleIn(title ?? "", language), data, language) || titleIn(singular, language) || name;
}

/** The title as a file name that every system accepts. */
export function nameFile(template: Named, data: unknown, language?: Language): string {
  return plainFileName(titleOf(template, data, language));
}
