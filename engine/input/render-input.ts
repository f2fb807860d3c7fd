import { placementOf } from "../../contract/rendering/print-sheets.ts";
import {
  type InvalidValue,
  type PrintRequest,
  type RenderMode,
  type RenderTheme,
  renderTheme,
} from "../../contract/rendering/render.ts";
import { sampleIn } from "../../contract/templates/samples.ts";
import {
  type FieldSchema,
  fillTitle,
  isRecord,
  papersOf,
  pruneBlank,
} from "../../contract/templates/template-file.ts";
import { type Language, resolveTheme } from "../../contract/templates/theme.ts";
import { placeholdersOf, withDefaults } from "../../shared/filling/missing-values.ts";
import { titleIn } from "../../shared/filling/title-translations.ts";
import { plainFileName } from "../../shared/text/file-name.ts";
import { InvalidData } from "../errors.ts";
import type { Json, JsonObject } from "../job.ts";
import { cleanData } from "./data.ts";
import { isPictureText } from "./pictures.ts";
import type { RenderInput } from "./render-job.ts";
import type { RenderTemplate } from "./render-template.ts";
import { cutToFields, findInvalid, findPaymentProblems, fitPreview, removeAt } from "./validation.ts";

/** What a request says about the document: its values and look, and the sheets that a PDF is put on. */
type Requested = Given & PrintRequest;

/** A request's input, wherever it is rendered. */
export async function prepareRequest(
  template: RenderTemplate,
  { sheet, size, bleed, theme, ...given }: Requested,
  nextTurn?: () => Promise<unknown>,
): Promise<{ data: JsonObject; input: RenderInput; ignored: InvalidValue[] }> {
  // A poster is enlarged from A4, whatever paper was chosen: it has the same proportions.
  const prepared = await prepareInput(
    template,
    { ...given, theme: size ? { ...theme, paper: "a4" } : theme },
    nextTurn,
  );
  const { paper } = prepared.input.theme ?? {};
  const placement = placementOf(template, { sheet, size, bleed, paper });
  return { ...prepared, input: { ...prepared.input, placement } };
}

type Given = { mode: RenderMode; data: unknown; theme?: RenderTheme | undefined };

/**
 * Cleans and validates the data of a request and combines it with the template. A finished document with invalid data is refused.
 * `nextTurn` lets others run in between.
 */
export async function prepareInput(
  template: RenderTemplate,
  { mode, data: given, theme }: Given,
  nextTurn: () => Promise<unknown> = async () => {},
): Promise<{ data: JsonObject; input: RenderInput; ignored: InvalidValue[] }> {
  const cleaned = cleanAnswers(given, mode, template.fields);
  await nextTurn(); // cleaning thousands of values takes about 50 ms
  if (isUnfinished(mode)) {
    const { data, ignored, leftOut } = fitPreview(template.fields, cleaned);
    const input = withoutSample(renderInput(template, mode, data, theme), leftOut);
    const unusable = findPaymentProblems(template.fields, input.data as JsonObject);
    return { data, input, ignored: [...ignored, ...unusable] };
  }
  const invalid = mode === "final" ? findInvalid(template.fields, cleaned) : [];
  if (invalid.length > 0) throw new InvalidData(invalid);
  const input = renderInput(template, mode, cleaned, theme);
  const unusable = mode === "final" ? findPaymentProblems(template.fields, input.data as JsonObject) : [];
  if (unusable.length > 0) throw new InvalidData(unusable);
  return { data: cleaned, input, ignored: [] };
}

/**
 * A stored document for its readers: without the sample, and without values that its template no longer accepts, because a reader can't
 * fix them.
 */
export function storedInput(
  template: RenderTemplate,
  stored: { data: Record<string, unknown>; theme: Record<string, unknown> },
): RenderInput {
  const cleaned = cleanAnswers(stored.data, "final", template.fields);
  const { data } = fitPreview(template.fields, cleaned);
  return renderInput(template, "final", data, renderTheme.safeParse(stored.theme).data ?? {});
}

/** A template, a person's data and their choice of theme, put together for the compiler. */
export function renderInput(
  template: RenderTemplate,
  mode: RenderMode,
  data: unknown,
  chosen: RenderTheme = {},
): RenderInput {
  const theme = resolveTheme(template.theme, papersOf(template.page), chosen);
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
  return { ...input, sample: without(input.sample), rowSample: without(input.rowSample) };
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
  return { sample: placeholdersOf(fields, sample), rowSample: placeholdersOf(fields, sample, "partial") };
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
