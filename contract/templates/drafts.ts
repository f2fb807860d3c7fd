import { z } from "zod";
import type { RecordOf } from "../collections/records.ts";
import { MAX_DRAFT_JSON, MAX_DRAFT_SOURCE } from "../limits.ts";
import { type Conformance, RENDER_LIMITS, type RenderedPage, renderTheme } from "../rendering/render.ts";
import type { Text } from "../texts/text.ts";
import { pageFile, templateFile } from "./template-file.ts";

/**
 * Template drafts: requests and answers of the routes under /drafts. The drafts themselves are the collection template_drafts.
 */

/**
 * Ways to see a draft's pages: its sample; the sample greyed, as before anything is typed; an export of only the required
 * fields; everything twice as long; text that is read from right to left; forty rows in each list.
 */
export const SAMPLE_MODES = ["sample", "preview", "empty", "long", "rtl", "rows"] as const;
export type SampleMode = (typeof SAMPLE_MODES)[number];

/** A template as it is typed. `fields` and `sample` are JSON texts that may be broken at the moment. */
const draftFiles = z.object({
  content: z.string().max(MAX_DRAFT_SOURCE),
  fields: z.string().max(MAX_DRAFT_JSON),
  sample: z.string().max(MAX_DRAFT_JSON),
  page: pageFile,
  theme: templateFile.shape.theme,
  title: z.string().max(200).nullable(),
  template_name: z.string().max(120),
});
export type DraftFiles = z.infer<typeof draftFiles>;

/** `look`: the part of the theme that is tried. `pdf` answers the file itself, `svg` a DraftPages. */
export const draftRenderRequest = draftFiles.extend({
  mode: z.enum(SAMPLE_MODES).default("sample"),
  look: renderTheme.default({}),
  format: z.enum(["svg", "pdf"]).default("svg"),
  /** How many pages are answered, from the first; the strip of samples shows one. */
  pages: z.number().int().min(1).max(RENDER_LIMITS.pages).default(RENDER_LIMITS.pages),
});
export type DraftRenderRequest = z.input<typeof draftRenderRequest>;

export const DRAFT_FILES = ["source", "fields", "sample", "kit", "template"] as const;

/**
 * A fault in a draft and its position; lines and columns are counted from 1. "template" is everything except the three texts:
 * name, page, address.
 */
export type DraftDiagnostic = {
  severity: "error" | "warning";
  message: string;
  /** The message by its name, unless the compiler wrote it. */
  text?: Text | undefined;
  file: (typeof DRAFT_FILES)[number];
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
  /** The way of seeing the page in which it was met, where it isn't met in all. */
  mode?: SampleMode;
  /** Path of the field it is about (`items.0.price`), or for "template" the name of the value (`slug`). */
  field?: string;
};

/** `count`: how many pages there are, also where fewer were asked for. A broken draft is answered 422 TEMPLATE_BROKEN with `diagnostics` in its extensions. */
export type DraftPages = { pages: RenderedPage[]; count: number; diagnostics: DraftDiagnostic[] };

export const draftSource = z.object({ content: z.string().max(MAX_DRAFT_SOURCE) });

/** Five numbers a token, as the Language Server Protocol has them: lines further, characters further (UTF-16), length, place in the legend, modifiers. */
export type DraftTokens = { legend: string[]; tokens: number[] };

/**
 * Where in the source a field is put on the page, one entry per place, in the order of the source. The path of a row's field
 * has no numbers: `items.price`.
 */
export type DraftPlaces = { fields: { path: string; line: number; column: number }[] };

export const draftCheckRequest = draftFiles.extend({
  /** The template that the draft is to become a version of; its own address is not taken. */
  templates_id: z.uuid().nullable().default(null),
  type: z.string().max(60),
  category: z.string().max(60),
  slug: z.string().max(60),
  description: z.string().max(2_000).nullable(),
  words: z.string().max(500).nullable(),
  /**
   * How many half-filled states are compared with their export: "some" answers in about a second, "all" is what publishing
   * requires.
   */
  compare: z.enum(["some", "all"]).default("all"),
});
export type DraftCheckRequest = z.input<typeof draftCheckRequest>;
export type DraftCheck = { passes: boolean; findings: DraftDiagnostic[]; conformance: Conformance };

/** A function of the kit: `snippet` is its call as it is put into a source, with the place of each argument as `${name}`. */
export type KitFunction = { name: string; signature: string; doc: string; snippet: string };
export type DraftKit = { functions: KitFunction[] };

/** A draft of a published template that operators already have is opened again instead of made. */
export const newTemplateDraft = z.object({
  from: z.union([
    z.literal("scaffold"),
    z.object({ template: z.uuid() }),
    z.object({ version: z.uuid() }),
    /** A new template that begins as a copy. */
    z.object({ copy: z.uuid() }),
  ]),
  type: z.string().max(60).optional(),
  category: z.string().max(60).optional(),
});
export type NewTemplateDraft = z.input<typeof newTemplateDraft>;

/** A draft as /items/template_drafts answers it. */
export type TemplateDraft = RecordOf<"template_drafts">;
export type TemplateDraftState = TemplateDraft["state"];

/** The consent of people who submit a template, unless operators set another text. */
export const SUBMISSION_LICENCE =
  "I made this template myself, and everybody may use, change and pass it on for any purpose, as part of this library and beyond it.";
/** Whether people may submit templates; GET and, for operators, PUT /drafts/handing-in. */
export const submissionSettings = z.object({
  isOn: z.boolean(),
  licence: z.string().trim().min(1).max(5_000),
});
export type SubmissionSettings = z.infer<typeof submissionSettings>;

export const publishRequest = z.object({
  rev: z.number().int().min(1),
  /** What changed, in one line. */
  note: z.string().trim().max(200).nullable().default(null),
});
export type PublishRequest = z.input<typeof publishRequest>;
export type Published = { templates_id: string; number: number; url: string };
