import { DRAFT_FILES, SAMPLE_MODES } from "../../../contract/drafts.ts";
import { MAX_DRAFT_BODY_BYTES, MAX_DRAFTS } from "../../../contract/limits.ts";
import { RENDER_PRIORITIES } from "../../../contract/render.ts";
import { COMMENT_KINDS } from "../../../contract/submissions.ts";
import { answerSchema, type Json, json, ref, refusals, SIGNED_IN } from "./parts.ts";

/** The routes of drafts, beside the collection template_drafts. */

const DRAFT = ref("schemas", "template_drafts");
const text = { type: "string" };
const integer = { type: "integer", minimum: 1 };
const FILES = {
  content: { type: "string", description: "Typst source" },
  fields: { type: "string", description: "JSON Schema, as text; may be broken" },
  sample: { type: "string", description: "Sample data, as JSON text; may be broken" },
  page: { type: "object" },
  theme: { type: "object" },
  title: { type: ["string", "null"] },
  template_name: text,
};
const DIAGNOSTICS = {
  type: "array",
  items: {
    type: "object",
    required: ["severity", "message", "file", "line", "column"],
    properties: {
      severity: { enum: ["error", "warning"] },
      message: text,
      file: { enum: DRAFT_FILES },
      line: integer,
      column: integer,
      endLine: integer,
      endColumn: integer,
      mode: { enum: SAMPLE_MODES },
      field: text,
    },
  },
};
const CHECK = object({
  passes: { type: "boolean" },
  findings: DIAGNOSTICS,
  conformance: { enum: ["PDF/UA-1", "tagged"] },
});
const ID = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };
const ZIP = { 200: { description: "Done", content: { "application/zip": {} } } };
const PICTURE = { 200: { description: "Done", content: { "image/webp": {} } } };
const NOTHING = { 204: { description: "Done" } };
const COMMENTS = {
  type: "array",
  items: object({
    id: text,
    kind: { enum: COMMENT_KINDS },
    words: text,
    field: { type: ["string", "null"] },
    by: { enum: ["author", "operator"] },
    date_created: text,
  }),
};
const LIST = { type: "array", items: { type: "object" } };
const HANDING_IN = object({ isOn: { type: "boolean" }, licence: text });
const LEAVING = object({ templates: { enum: ["stay", "go"] } });
const PRIORITY = {
  name: "priority",
  in: "query",
  description: "What nobody looks at yet waits, with `background`, for everything a person is looking at.",
  schema: { enum: RENDER_PRIORITIES, default: "interactive" },
};

type Described = {
  summary: string;
  description?: string;
  body?: Json;
  answers: Json;
  refused: Json;
  parameters?: unknown[];
};

function call({ summary, description, body, answers, refused, parameters }: Described): Json {
  return {
    tags: ["drafts"],
    summary,
    ...(description ? { description } : {}),
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
    responses: { ...answers, ...refused },
    security: SIGNED_IN,
  };
}

function object(properties: Json, required = Object.keys(properties)): Json {
  return { type: "object", properties, required };
}
const done = (schema: Json) => ({ 200: { description: "Done", content: json(schema) } });
const WORK = [404, 413, 422, 429, 499] as const;

export const DRAFT_PATHS: Json = {
  "/drafts": {
    post: call({
      summary: "Begin a draft",
      description: `From an empty scaffold, as the next version of a template, from an earlier version, or as a copy. A draft that operators already have of the template is answered instead. People who are no operators have at most ${MAX_DRAFTS}, and none while handing in is off.`,
      body: object(
        {
          from: {
            anyOf: [
              { enum: ["scaffold"] },
              ...["template", "version", "copy"].map((name) =>
                object({ [name]: { type: "string", format: "uuid" } }),
              ),
            ],
          },
          type: text,
          category: text,
        },
        ["from"],
      ),
      answers: {
        ...done(answerSchema(DRAFT)),
        201: { description: "Begun", content: json(answerSchema(DRAFT)) },
      },
      refused: refusals(409, 413, 429, 507),
    }),
  },
  "/drafts/render": {
    post: call({
      summary: "Make the pages of a draft",
      description: `As it is typed, saved or not. A draft without pages is answered 422 TEMPLATE_BROKEN with its diagnostics. The body may have ${MAX_DRAFT_BODY_BYTES} bytes.`,
      parameters: [PRIORITY],
      body: object(
        {
          ...FILES,
          mode: { enum: SAMPLE_MODES },
          look: { type: "object" },
          format: { enum: ["svg", "pdf"] },
          pages: integer,
        },
        Object.keys(FILES),
      ),
      answers: {
        200: {
          description: "Done",
          content: {
            ...json(
              object({
                pages: { type: "array", items: { type: "object" } },
                count: integer,
                diagnostics: DIAGNOSTICS,
              }),
            ),
            "application/pdf": {},
          },
        },
      },
      refused: refusals(...WORK),
    }),
  },
  "/drafts/check": {
    post: call({
      summary: "What is to be mended in a draft",
      description:
        "What `library check` says, and whether its place is free. Pages are made for it in the background; a request that is given up stops it.",
      body: object(
        {
          ...FILES,
          type: text,
          category: text,
          slug: text,
          description: { type: ["string", "null"] },
          words: { type: ["string", "null"] },
          templates_id: { type: ["string", "null"], format: "uuid" },
          compare: { enum: ["some", "all"] },
        },
        [...Object.keys(FILES), "type", "category", "slug", "description", "words"],
      ),
      answers: done(CHECK),
      refused: refusals(...WORK),
    }),
  },
  "/drafts/{id}/publish": {
    parameters: [ID],
    post: call({
      summary: "Publish a draft as a new version of its template, or as a new template",
      description:
        "For: operator, token templates:write. The draft is checked first: with anything to mend, 422 TEMPLATE_BROKEN carries it and nothing changes. 409 and 412: somebody else published or saved meanwhile.",
      body: object({ rev: integer, note: { type: ["string", "null"], maxLength: 200 } }, ["rev"]),
      answers: done(object({ templates_id: text, number: integer, url: text })),
      refused: refusals(404, 409, 412, 413, 422, 429, 499, 507),
    }),
  },
  "/drafts/{id}/picture.webp": {
    parameters: [ID],
    get: call({
      summary: "The first page of a draft, small",
      description:
        "Rendered once for each revision and stored. 422 TEMPLATE_BROKEN: the page can't be made, which is stored, too. With `rev`, the draft's revision, the answer may be kept.",
      parameters: [{ name: "rev", in: "query", schema: integer }],
      answers: PICTURE,
      refused: refusals(404, 422, 429, 503),
    }),
  },
  "/drafts/{id}/template.zip": {
    parameters: [ID],
    get: call({
      summary: "A draft as the two files of a template, in a ZIP",
      answers: ZIP,
      refused: refusals(404, 422),
    }),
  },
  "/templates-as-files/{id}.zip": {
    parameters: [ID],
    get: {
      ...call({
        summary: "A template as `library export` writes it, in a ZIP",
        description: "For: everybody; one that is not published only for operators.",
        answers: ZIP,
        refused: refusals(404),
      }),
      security: [{}, ...SIGNED_IN],
    },
  },
  "/drafts/{id}/hand-in": {
    parameters: [ID],
    post: call({
      summary: "Hand in an own draft, agreeing to the licence of GET /drafts/handing-in",
      body: object({ consent: { const: true } }),
      answers: NOTHING,
      refused: refusals(404, 413, 429, 507),
    }),
  },
  "/drafts/{id}/withdraw": {
    parameters: [ID],
    post: call({
      summary: "Take back an own draft that was handed in",
      answers: NOTHING,
      refused: refusals(404, 413, 507),
    }),
  },
  "/drafts/handed-in": {
    get: call({
      summary: "What was handed in, and what was accepted lately",
      description: "For: operator.",
      answers: done(answerSchema(object({ submissions: LIST, accepted: LIST }))),
      refused: refusals(404),
    }),
  },
  "/drafts/published": {
    get: call({
      summary: "What is published under one's own name",
      description: "For: everybody with an account.",
      answers: done(answerSchema(object({ handle: { type: ["string", "null"] }, templates: LIST }))),
      refused: refusals(404),
    }),
  },
  "/drafts/{id}/refuse": {
    parameters: [ID],
    post: call({
      summary: "Refuse a draft that was handed in, or ask for a change; its author reads the reason",
      description: "For: operator, token templates:write. It is accepted by publishing it.",
      body: object({ rev: integer, reason: text, kind: { enum: ["asked", "refused"], default: "refused" } }, [
        "rev",
        "reason",
      ]),
      answers: NOTHING,
      refused: refusals(404, 409, 412, 413, 507),
    }),
  },
  "/drafts/{id}/comments": {
    parameters: [ID],
    get: call({
      summary: "What was said about a draft, the oldest first",
      answers: done(answerSchema(COMMENTS)),
      refused: refusals(404),
    }),
    post: call({
      summary: "Say something about a draft",
      body: object({ words: text, field: { type: ["string", "null"] } }, ["words"]),
      answers: done(answerSchema(COMMENTS)),
      refused: refusals(404, 409, 413, 507),
    }),
  },
  "/drafts/handing-in": {
    get: {
      ...call({
        summary: "Whether people may hand in templates, and the licence they agree to",
        answers: done(answerSchema(HANDING_IN)),
        refused: refusals(),
      }),
      security: [{}, ...SIGNED_IN],
    },
    put: call({
      summary: "Switch handing in on or off",
      description: "For: operator.",
      body: HANDING_IN,
      answers: done(answerSchema(HANDING_IN)),
      refused: refusals(413, 507),
    }),
  },
  "/drafts/leaving": {
    get: call({
      summary: "What becomes of one's published templates when one leaves",
      answers: done(answerSchema(LEAVING)),
      refused: refusals(),
    }),
    put: call({
      summary: "Choose that: they stay under a former member's name, or go",
      body: LEAVING,
      answers: done(answerSchema(LEAVING)),
      refused: refusals(413, 507),
    }),
  },
  "/drafts/check/{id}": {
    post: call({
      summary: "Check a template as it stands",
      description:
        "For operators. As POST /drafts/check does with a draft; how much was found is kept as the template's findings.",
      parameters: [ID],
      answers: done(CHECK),
      refused: refusals(...WORK),
    }),
  },
  "/drafts/tokens": {
    post: call({
      summary: "What the words of a source are",
      description: "As semantic tokens of the Language Server Protocol, in UTF-16.",
      body: object({ content: text }),
      answers: done(
        object({
          legend: { type: "array", items: text },
          tokens: { type: "array", items: { type: "integer" } },
        }),
      ),
      refused: refusals(...WORK),
    }),
  },
  "/drafts/places": {
    post: call({
      summary: "Where a source speaks of which field",
      body: object({ content: text }),
      answers: done(
        object({
          fields: { type: "array", items: object({ path: text, line: integer, column: integer }) },
        }),
      ),
      refused: refusals(413, 429),
    }),
  },
  "/drafts/kit": {
    get: call({
      summary: "The functions that templates have",
      answers: done(
        object({
          functions: {
            type: "array",
            items: object({ name: text, signature: text, doc: text, snippet: text }),
          },
        }),
      ),
      refused: refusals(),
    }),
  },
};
