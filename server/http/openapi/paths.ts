import { MAX_UPLOAD_BYTES, SHEET_WIDTHS } from "../../../contract/limits.ts";
import { POSTER_SIZE_NAMES } from "../../../contract/print-sheets.ts";
import { RENDER_PRIORITIES } from "../../../contract/render.ts";
import { MAX_PACKED_ROWS } from "../../../contract/row-pack.ts";
import { PAPERS } from "../../../contract/theme.ts";
import { TRANSFORM_QUALITIES, TRANSFORM_SIDES } from "../../files/transforms.ts";
import { MAX_PICTURE_SIDE } from "../../limits/limits.ts";
import { PICTURE_FITS, PICTURE_FORMATS } from "../../pictures/protocol.ts";
import {
  accountRefusals,
  answerSchema,
  type Json,
  json,
  listParameters,
  ref,
  refusals,
  SIGNED_IN,
} from "./parts.ts";

const FILE = ref("schemas", "files");

/** The routes that are not made from a collection. */
export const FILE_PATHS: Json = {
  "/files": {
    get: {
      tags: ["files"],
      summary: "List own files",
      parameters: listParameters(),
      responses: {
        200: {
          description: "Done",
          content: json(
            answerSchema({ type: "array", items: { anyOf: [FILE, ref("schemas", "Group")] } }, true),
          ),
        },
        ...refusals(),
      },
      security: SIGNED_IN,
    },
    post: {
      tags: ["files"],
      summary: "Upload a picture",
      description: `JPEG, PNG, WebP, GIF, AVIF or TIFF of at most ${MAX_UPLOAD_BYTES} bytes. It is encoded anew, without metadata.`,
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              properties: { title: { type: "string" }, file: { type: "string", format: "binary" } },
            },
          },
        },
      },
      responses: {
        200: {
          description: "The file, or a list of them where several came",
          content: json(answerSchema({ anyOf: [FILE, { type: "array", items: FILE }] })),
        },
        ...refusals(409, 413, 422, 499, 507),
      },
      security: SIGNED_IN,
    },
  },
  "/files/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: {
      tags: ["files"],
      summary: "Read a file's record",
      parameters: [ref("parameters", "fields")],
      responses: { 200: { description: "Done", content: json(answerSchema(FILE)) }, ...refusals(404) },
      security: SIGNED_IN,
    },
    delete: {
      tags: ["files"],
      summary: "Delete an own file",
      responses: { 204: { description: "Done" }, ...refusals(404, 413, 507) },
      security: SIGNED_IN,
    },
  },
  "/assets/{id}": {
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      ...["width", "height"].map((name) => ({
        name,
        in: "query",
        description: `Rounded up to the next of ${TRANSFORM_SIDES.join(", ")}; with both, in the shape that is asked for`,
        schema: { type: "integer", minimum: 1, maximum: MAX_PICTURE_SIDE },
      })),
      {
        name: "fit",
        in: "query",
        description: "With both sides",
        schema: { type: "string", enum: PICTURE_FITS, default: "cover" },
      },
      { name: "format", in: "query", schema: { type: "string", enum: PICTURE_FORMATS, default: "webp" } },
      {
        name: "quality",
        in: "query",
        description: `Rounded up to the next of ${TRANSFORM_QUALITIES.join(", ")}, which is the best there is`,
        schema: { type: "integer", minimum: 1, maximum: 100 },
      },
      {
        name: "download",
        in: "query",
        description: "Given, with any value or none: browsers save the picture under its name",
        schema: { type: "string" },
      },
      {
        name: "Range",
        in: "header",
        description: "A part of the picture: bytes=0-1023",
        schema: { type: "string" },
      },
    ],
    get: {
      tags: ["files"],
      summary: "A picture, at another size if wished",
      responses: {
        200: {
          description: "The picture",
          content: Object.fromEntries(PICTURE_FORMATS.map((format) => [`image/${format}`, {}])),
        },
        206: { description: "The part that was asked for" },
        304: { description: "The picture is the one named by If-None-Match" },
        416: { description: "The picture has no such part" },
        ...refusals(404, 422, 499, 507),
      },
    },
  },
};

const VERSION = {
  name: "version",
  in: "query",
  description:
    "The id of one of the template's versions: it is made with that one's source and kit. Without it, as the template is now.",
  schema: { type: "string", format: "uuid" },
};
const RENDER_BODY = {
  required: true,
  content: json({
    type: "object",
    properties: {
      data: { type: "object", description: "As the template's fields describe it" },
      theme: { type: "object" },
    },
  }),
};
const PDF_BODY = {
  required: true,
  content: json({
    type: "object",
    properties: {
      data: { type: "object", description: "As the template's fields describe it" },
      theme: { type: "object" },
      sheet: {
        description:
          "As many of a card of a fixed size as fit on this paper, with cut marks; the backs of cards with two pages on a sheet of their own. " +
          "Refused (400) for a template of which fewer than two fit",
        enum: PAPERS,
      },
      size: {
        description:
          "A poster on larger paper. Refused (400) for what is no poster with the proportion of A4",
        enum: POSTER_SIZE_NAMES,
      },
    },
  }),
};
export const RENDER_PATHS: Json = Object.fromEntries(
  (
    [
      ["pdf", "application/pdf", "A PDF of the filled-in template"],
      ["svg", "application/json", "All pages as SVG, with the places of the fields"],
      ["png", "image/png", "The first page, or the one asked for, as a picture"],
    ] as const
  ).map(([format, type, summary]) => [
    `/render/{templateId}.${format}`,
    {
      parameters: [
        { name: "templateId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
        {
          name: "priority",
          in: "query",
          description:
            "One of many documents waits, with `background`, for everything a person is looking at.",
          schema: { enum: RENDER_PRIORITIES, default: "interactive" },
        },
        VERSION,
      ],
      post: {
        tags: ["render"],
        summary,
        requestBody: format === "pdf" ? PDF_BODY : RENDER_BODY,
        responses: {
          200: { description: "Done", content: { [type]: {} } },
          ...refusals(404, 413, 422, 429, 499),
        },
      },
    },
  ]),
);

export const USE_PATHS: Json = {
  "/render/characters": {
    get: {
      tags: ["render"],
      summary: "Which characters can be printed",
      description:
        "Those that some typeface here has: lengths of runs of code points from U+0000 on, alternately without and with a glyph. " +
        "Any other is an empty box on the page; a PDF that has one says so in `typecase-problems`.",
      responses: {
        200: {
          description: "Done",
          content: json({
            type: "object",
            required: ["runs"],
            properties: { runs: { type: "array", items: { type: "integer", minimum: 0 } } },
          }),
        },
        ...refusals(429),
      },
    },
  },
  "/render/{templateId}/rows": {
    parameters: [
      { name: "templateId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      VERSION,
    ],
    post: {
      tags: ["render"],
      summary: "Make the PDFs of some rows of a table",
      description:
        "They wait for everything a person is looking at. The answer begins with a length (four bytes, big-endian) and as many bytes of JSON: " +
        "an array with one entry a row, either the length of its PDF or `{ errors }` with what is wrong with it. The PDFs follow, one after the other.",
      requestBody: {
        required: true,
        content: json({
          type: "object",
          required: ["rows"],
          properties: {
            rows: { type: "array", items: { type: "object" }, minItems: 1, maxItems: MAX_PACKED_ROWS },
            theme: { type: "object" },
          },
        }),
      },
      responses: {
        200: { description: "Done", content: { "application/octet-stream": {} } },
        ...refusals(404, 413, 422, 429, 499),
      },
    },
  },
  "/render/{templateId}/sheet": {
    parameters: [
      { name: "templateId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      VERSION,
    ],
    post: {
      tags: ["render"],
      summary: "Draw the first page small, with what is filled in, and the sample greyed where nothing is",
      description:
        "One of the many sheets of a gallery: it waits for everything a person is looking at. The server keeps nothing of it.",
      requestBody: {
        required: true,
        content: json({
          type: "object",
          required: ["width"],
          properties: {
            data: { type: "object", description: "As the template's fields describe it" },
            theme: { type: "object" },
            width: { description: "In pixels", enum: SHEET_WIDTHS },
          },
        }),
      },
      responses: {
        200: { description: "Done", content: { "image/webp": {} } },
        ...refusals(404, 413, 422, 429, 499),
      },
    },
  },
  "/render/{templateId}/used": {
    parameters: [
      { name: "templateId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
    ],
    post: {
      tags: ["render"],
      summary: "Count a visitor's export, once an address, template and day",
      description: "A person's export is counted with its history record, and not here.",
      responses: {
        204: { description: "Done" },
        ...refusals(404, 413, 429, 507),
      },
    },
  },
};

const CREDENTIALS = {
  email: { type: "string", format: "email" },
  password: { type: "string", minLength: 10, maxLength: 128 },
};
export const ACCOUNT_PATHS: Json = {
  "/auth/sign-up/email": {
    post: account("Sign up; makes the profile", { name: { type: "string" }, ...CREDENTIALS }),
  },
  "/auth/sign-in/email": { post: account("Sign in; sets the session cookie", CREDENTIALS) },
  "/auth/sign-out": { post: account("Sign out", {}) },
  "/auth/get-session": {
    get: {
      tags: ["accounts"],
      summary: "Who am I",
      responses: {
        200: { description: "The session, or null", content: json({ type: ["object", "null"] }) },
        ...accountRefusals(400, 401, 403, 429, 503),
      },
    },
  },
  "/auth/usage": {
    get: {
      tags: ["accounts"],
      summary: "How much one has, and how much one may have",
      description:
        "Each of documents, documents_bytes, pictures, pictures_bytes and sessions has `used` and `allowed`.",
      responses: {
        200: { description: "Done", content: json(answerSchema({ type: "object" })) },
        ...refusals(),
      },
      security: [{ session: [] }],
    },
  },
};

function account(summary: string, properties: Json): Json {
  return {
    tags: ["accounts"],
    summary,
    requestBody: { content: json({ type: "object", properties, required: Object.keys(properties) }) },
    responses: {
      200: { description: "Done", content: json({ type: "object" }) },
      ...accountRefusals(400, 401, 403, 404, 413, 415, 422, 429, 503, 507),
    },
  };
}
