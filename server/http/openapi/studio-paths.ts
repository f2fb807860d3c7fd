import { FIGURE_DAYS_MOST } from "../../../contract/figures.ts";
import { MAX_PAGE_TEXT, MAX_VERSION_NOTE, RULER_MOST } from "../../../contract/limits.ts";
import { answerSchema, type Json, json, refusals } from "./parts.ts";

/** What only operators with a session ask for: the versions of templates, the library's settings and its figures. */

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };
const nullableText = { type: ["string", "null"] };
const id = { type: "string", format: "uuid" };
const list = (items: Json) => ({ type: "array", items });
const inPath = (name: string, schema: Json = id) => ({ name, in: "path", required: true, schema });
const inQuery = (name: string, description: string) => ({ name, in: "query", description, schema: text });

function object(properties: Json, required = Object.keys(properties)): Json {
  return { type: "object", properties, required };
}
const done = (schema: Json) => ({ 200: { description: "Done", content: json(schema) } });
const data = (schema: Json) => done(answerSchema(schema));
const NOTHING = { 204: { description: "Done" } };
const PICTURE = { 200: { description: "Done", content: { "image/webp": {} } } };
const TABLE = { 200: { description: "Done", content: { "text/csv": {} } } };

type Described = {
  summary: string;
  description?: string;
  parameters?: unknown[];
  body?: Json;
  answers: Json;
  refused: Json;
};

function call(tag: string, { summary, description, parameters, body, answers, refused }: Described): Json {
  return {
    tags: [tag],
    summary,
    description: ["For: operator.", description].filter(Boolean).join(" "),
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
    responses: { ...answers, ...refused },
    security: [{ session: [] }],
  };
}

const SET_VALUE = object({ value: text, setBy: nullableText });
const SIGN_UP = { enum: ["open", "closed"] };
const RULER = { type: ["array", "null"], items: id, maxItems: RULER_MOST };
const SETTINGS = object({
  libraryName: SET_VALUE,
  contactEmail: SET_VALUE,
  signUp: SIGN_UP,
  ruler: RULER,
});
/** Pages are made for them. */
const DRAWN = [404, 422, 429, 499] as const;

const VERSION_PATHS: Json = {
  "/template-versions/of/{template}": {
    get: call("versions", {
      summary: "All that was published of a template, with who did it",
      parameters: [inPath("template")],
      answers: data(
        object({
          template: object({
            id,
            name: text,
            url: text,
            state: { enum: ["published", "hidden"] },
            isFromFiles: { type: "boolean" },
          }),
          versions: list(
            object({
              id,
              number: count,
              note: nullableText,
              date_created: text,
              by: nullableText,
              documents: count,
              kit: nullableText,
            }),
          ),
        }),
      ),
      refused: refusals(404),
    }),
  },
  "/template-versions/of/{template}/take-over": {
    post: call("versions", {
      summary: "Keep a template here: files of the library change it no more",
      parameters: [inPath("template")],
      answers: NOTHING,
      refused: refusals(404, 413, 429, 507),
    }),
  },
  "/template-versions/{id}/restore": {
    post: call("versions", {
      summary: "Make the template as it was in a version",
      description: "That is a new version. With `base` it is refused when there is a newer one than that.",
      parameters: [inPath("id")],
      body: object({ note: { ...nullableText, maxLength: MAX_VERSION_NOTE }, base: count }, []),
      answers: data(object({ templates_id: id, number: count })),
      refused: refusals(404, 412, 413, 429, 507),
    }),
  },
  "/template-versions/{id}/pages.json": {
    get: call("versions", {
      summary: "The pages of a version's sample, with the places of its fields",
      parameters: [inPath("id")],
      answers: done(object({ pages: list({ type: "object" }) })),
      refused: refusals(...DRAWN),
    }),
  },
  "/template-versions/{id}/thumbnail.webp": {
    get: call("versions", {
      summary: "The first page of a version's sample, small",
      parameters: [inPath("id")],
      answers: PICTURE,
      refused: refusals(...DRAWN),
    }),
  },
  "/template-versions/{id}/changes/{other}": {
    get: call("versions", {
      summary: "What differs between two versions of a template, in words and pages",
      parameters: [inPath("id"), inPath("other")],
      answers: data(
        object({
          words: list({ type: "object" }),
          pages: object({ before: count, after: count, changed: list(count) }),
        }),
      ),
      refused: refusals(...DRAWN),
    }),
  },
  "/template-versions/{id}/changes/{other}/page/{file}": {
    get: call("versions", {
      summary: "The pixels of a page that differ, on nothing",
      parameters: [inPath("id"), inPath("other"), inPath("file", text)],
      answers: PICTURE,
      refused: refusals(...DRAWN),
    }),
  },
};

const STRETCH = [
  inQuery("from", "The first day, 2026-11-01; 30 days before the last unless said"),
  inQuery("to", `The last day; today unless said. At most ${FIGURE_DAYS_MOST} days`),
  inQuery("type", "Only uses and exports of this type's templates"),
];

function table(summary: string): Json {
  return {
    get: call("figures", { summary, parameters: STRETCH, answers: TABLE, refused: refusals() }),
  };
}

const SITE_PATHS: Json = {
  "/site/settings": {
    get: call("site", {
      summary: "What the library is called and what else operators decide",
      answers: data(SETTINGS),
      refused: refusals(),
    }),
    patch: call("site", {
      summary: "Change some of it",
      description: "What the environment decides is refused.",
      body: object({ libraryName: text, contactEmail: text, signUp: SIGN_UP, ruler: RULER }, []),
      answers: data(SETTINGS),
      refused: refusals(413, 429, 507),
    }),
  },
  "/site/library": {
    get: call("site", {
      summary: "What of the library's folder could not be imported the last time",
      answers: data(object({ faults: list(object({ folder: text, reason: text })), total: count })),
      refused: refusals(),
    }),
  },
  "/site/page-view": {
    post: call("site", {
      summary: "A page as visitors would read it",
      description: "Nothing of it is kept.",
      body: object({ body: { type: "string", maxLength: MAX_PAGE_TEXT } }),
      answers: data(object({ blocks: list({ type: "object" }) })),
      refused: refusals(413, 429, 507),
    }),
  },
  "/site/figures": {
    get: call("figures", {
      summary: "What was used, exported and looked for, by day; nothing about who",
      parameters: STRETCH,
      answers: data(
        object({
          from: text,
          to: text,
          type: nullableText,
          days: list(object({ day: text, used: count, exported: count, searched: count, missed: count })),
          templates: list({ type: "object" }),
          types: list(object({ id: text, plural: text, used: count, exported: count })),
          missed: list({ type: "object" }),
          added: list(object({ day: text, count, name: text })),
        }),
      ),
      refused: refusals(),
    }),
  },
  "/site/figures/days.csv": table("The days as a table"),
  "/site/figures/templates.csv": table("The templates as a table"),
  "/site/figures/searches.csv": table("Words that found nothing as a table"),
};

export const STUDIO_PATHS: Json = { ...VERSION_PATHS, ...SITE_PATHS };
