import { answerSchema, type Json, json, ref, refusals, SIGNED_IN } from "./parts.ts";

/** What a person does with documents, beside the collection. */
export const DOCUMENT_PATHS: Json = {
  "/documents/{id}/template": {
    post: {
      tags: ["documents"],
      summary: "Give a document another template",
      description:
        "Every word is kept: by what its field means, then by equal path and kind. What has no place stands in `kept` and comes back when a template has one. With `rev`, refused when the document has moved on.",
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
      requestBody: {
        required: true,
        content: json({
          type: "object",
          required: ["templates_id"],
          additionalProperties: false,
          properties: {
            templates_id: { type: "string", format: "uuid" },
            template_versions_id: {
              type: "string",
              format: "uuid",
              description: "One of its versions; without one, the newest",
            },
            rev: { type: "integer", minimum: 1 },
          },
        }),
      },
      responses: {
        200: { description: "Done", content: json(answerSchema(ref("schemas", "documents"))) },
        ...refusals(404, 409, 412, 413, 429, 507),
      },
      security: SIGNED_IN,
    },
  },
  "/documents/recipients": {
    get: {
      tags: ["documents"],
      summary: "Whom one has written to",
      description:
        "From one’s own newest documents, the last first: what stands in fields that mean a recipient, each by its meaning. At most 100; nothing but the documents holds them.",
      responses: {
        200: {
          description: "Done",
          content: json(
            answerSchema({
              type: "array",
              maxItems: 100,
              items: { type: "object", additionalProperties: { type: "string" } },
            }),
          ),
        },
        ...refusals(),
      },
      security: SIGNED_IN,
    },
  },
};
