import { z } from "zod";
import { MAX_DRAFT_BODY_BYTES, MAX_DRAFTS } from "../../contract/limits.ts";
import { RENDER_PRIORITIES } from "../../contract/rendering/render.ts";
import {
  DRAFT_FILES,
  draftCheckRequest,
  draftRenderRequest,
  draftSource,
  newTemplateDraft,
  publishRequest,
  SAMPLE_MODES,
  submissionSettings,
} from "../../contract/templates/drafts.ts";
import {
  COMMENT_KINDS,
  commentRequest,
  leavingChoice,
  refuseRequest,
  submitRequest,
} from "../../contract/templates/submissions.ts";
import { anyObject, describeRoute, inData, itemOf, RENDER_STATUSES } from "../request/api-description.ts";

/** The OpenAPI description of the routes of drafts. */

const drafter = { tag: "drafts", access: "account" } as const;
const operator = { tag: "drafts", access: "operator" } as const;
const text = z.string();
const integer = z.int().min(1);
const diagnostics = z.array(
  z.object({
    severity: z.enum(["error", "warning"]),
    message: text,
    /** The key and values of the message, from which pages make it in their language. */
    text: z.object({ key: text, values: z.record(text, z.unknown()).optional() }).optional(),
    file: z.enum(DRAFT_FILES),
    line: integer,
    column: integer,
    endLine: integer.optional(),
    endColumn: integer.optional(),
    mode: z.enum(SAMPLE_MODES).optional(),
    field: text.optional(),
  }),
);
const check = z.object({
  passes: z.boolean(),
  findings: diagnostics,
  conformance: z.enum(["PDF/UA-1", "tagged"]),
});
const comments = inData(
  z.array(
    z.object({
      id: text,
      kind: z.enum(COMMENT_KINDS),
      words: text,
      field: text.nullable(),
      by: z.enum(["author", "operator"]),
      date_created: text,
    }),
  ),
);

export const DRAFT_API = {
  begin: describeRoute({
    ...drafter,
    summary: "Begin a draft",
    description: `From an empty scaffold, as the next version of a template, from an earlier version, or as a copy. A draft that operators already have of the template is answered instead. People who are not operators have at most ${MAX_DRAFTS}, and none while submissions are off.`,
    body: newTemplateDraft,
    response: inData(itemOf("template_drafts")),
    statuses: [200, 201],
    errors: [409, 429, 507],
  }),
  render: describeRoute({
    ...drafter,
    summary: "Render the pages of a draft",
    description: `As it is typed, saved or not. A draft without pages is answered 422 TEMPLATE_BROKEN with its diagnostics. The body may have ${MAX_DRAFT_BODY_BYTES} bytes.`,
    query: {
      priority: z
        .enum(RENDER_PRIORITIES)
        .default("interactive")
        .describe("`background` waits for everything a person is looking at."),
    },
    body: draftRenderRequest,
    response: [z.object({ pages: z.array(anyObject), count: integer, diagnostics }), "application/pdf"],
    errors: [404, ...RENDER_STATUSES],
  }),
  check: describeRoute({
    ...drafter,
    summary: "What has to be fixed in a draft",
    description:
      "The findings of `library check`, and whether the address is free. Pages are rendered for it in the background; a cancelled request stops it.",
    body: draftCheckRequest,
    response: check,
    errors: [404, ...RENDER_STATUSES],
  }),
  checkTemplate: describeRoute({
    ...drafter,
    summary: "Check a template as it is",
    description:
      "For operators. As POST /drafts/check does with a draft; the number of findings is stored with the template.",
    response: check,
    errors: RENDER_STATUSES,
  }),
  tokens: describeRoute({
    ...drafter,
    summary: "The semantic tokens of a source",
    description: "As in the Language Server Protocol, in UTF-16.",
    body: draftSource,
    response: z.object({ legend: z.array(text), tokens: z.array(z.int()) }),
    errors: [404, ...RENDER_STATUSES],
  }),
  places: describeRoute({
    ...drafter,
    summary: "Where a source uses which field",
    body: draftSource,
    response: z.object({ fields: z.array(z.object({ path: text, line: integer, column: integer })) }),
    errors: [429],
  }),
  kit: describeRoute({
    ...drafter,
    summary: "The functions that templates have",
    response: z.object({
      functions: z.array(z.object({ name: text, signature: text, doc: text, snippet: text })),
    }),
  }),
  publish: describeRoute({
    ...drafter,
    summary: "Publish a draft as a new version of its template, or as a new template",
    description:
      "For: operator, token templates:write. The draft is checked first: with anything to fix, 422 TEMPLATE_BROKEN carries it and nothing changes. 409 and 412: the draft or its template was changed in the meantime.",
    body: publishRequest,
    response: z.object({ templates_id: text, number: integer, url: text }),
    errors: [409, 412, 507, ...RENDER_STATUSES],
  }),
  picture: describeRoute({
    ...drafter,
    summary: "The first page of a draft, small",
    description:
      "Rendered once for each revision and stored. 422 TEMPLATE_BROKEN: the page can't be rendered, which is stored, too. With `rev`, the draft's revision, the response may be cached.",
    query: { rev: integer },
    response: "image/webp",
    errors: [422, 429],
  }),
  draftFiles: describeRoute({
    ...drafter,
    summary: "A draft as the two files of a template, in a ZIP",
    response: "application/zip",
    errors: [422],
  }),
  templateFiles: describeRoute({
    tag: "drafts",
    path: "/templates-as-files/{id}.zip",
    summary: "A template as `library export` writes it, in a ZIP",
    description: "For: everyone; an unpublished one only for operators.",
    response: "application/zip",
  }),
  readHandingIn: describeRoute({
    tag: "drafts",
    summary: "Whether people may submit templates, and the licence they agree to",
    response: inData(submissionSettings),
  }),
  changeHandingIn: describeRoute({
    ...operator,
    summary: "Turn submissions on or off",
    body: submissionSettings,
    response: inData(submissionSettings),
    errors: [507],
  }),
};

export const SUBMISSION_API = {
  handIn: describeRoute({
    ...drafter,
    summary: "Submit your draft, agreeing to the licence of GET /drafts/handing-in",
    body: submitRequest,
    errors: [429, 507],
  }),
  withdraw: describeRoute({ ...drafter, summary: "Withdraw your submitted draft", errors: [507] }),
  listSubmissions: describeRoute({
    ...operator,
    summary: "Submitted drafts, and those accepted lately",
    response: inData(z.object({ submissions: z.array(anyObject), accepted: z.array(anyObject) })),
  }),
  refuse: describeRoute({
    ...drafter,
    summary: "Refuse a submitted draft, or ask for a change; its author reads the reason",
    description: "For: operator, token templates:write. It is accepted by publishing it.",
    body: refuseRequest,
    errors: [409, 412, 507],
  }),
  listComments: describeRoute({
    ...drafter,
    summary: "The comments on a draft, the oldest first",
    response: comments,
  }),
  comment: describeRoute({
    ...drafter,
    summary: "Comment on a draft",
    body: commentRequest,
    response: comments,
    errors: [409, 507],
  }),
  listPublished: describeRoute({
    ...drafter,
    summary: "What is published under your name",
    response: inData(z.object({ handle: text.nullable(), templates: z.array(anyObject) })),
    errors: [404],
  }),
  readLeaving: describeRoute({
    ...drafter,
    summary: "What happens to your published templates when you delete your account",
    response: inData(leavingChoice),
  }),
  changeLeaving: describeRoute({
    ...drafter,
    summary: "Choose that: they stay under a former member's name, or go",
    body: leavingChoice,
    response: inData(leavingChoice),
    errors: [507],
  }),
};
