import { z } from "zod";
import { RENDER_PRIORITIES, sheetRequest } from "../../../contract/rendering/render.ts";
import { rowsRequest } from "../../../contract/rendering/rows.ts";
import { anyObject, describeRoute, RENDER_STATUSES } from "../../request/api-description.ts";
import { fileRequest } from "./bills.ts";

/** The descriptions of the render routes in /openapi.json. */

const version = z
  .uuid()
  .describe(
    "The id of one of the template's versions: it is rendered with that one's source and kit. Without it, as the template is now.",
  );
const priority = z
  .enum(RENDER_PRIORITIES)
  .default("interactive")
  .describe("`background`, for one of many documents, waits for everything that people are waiting for.");
const sample = {
  tag: "render",
  also: { 304: "As named in If-None-Match", 404: "There is no such template, as a page" },
  errors: RENDER_STATUSES,
};
const look = { accent: z.string(), fonts: z.string(), language: z.string() };

const describeFormat = (format: string, response: z.ZodType | string, summary: string) => ({
  path: `/render/{id}.${format}`,
  tag: "render",
  summary,
  description:
    "`data` is as the template's fields describe it. `sheet`, `size` and `bleed` are for PDFs to print: several pages of a fixed size on one sheet with cut marks, a poster on larger paper, or 3 mm to cut off around each page; what a template can't do is an error. An invoice template also makes e-invoices: with `profile`, the XML or a PDF/A-3a with the XML attached; what is missing is an error with its term of EN 16931.",
  query: { priority, version },
  body: fileRequest,
  response,
  errors: RENDER_STATUSES,
});

export const RENDER_API = {
  render: describeRoute(
    describeFormat("pdf", "application/pdf", "A PDF of the filled-in template"),
    describeFormat(
      "svg",
      z.object({ pages: z.array(anyObject), printed: z.int().min(0), ignored: z.array(anyObject) }),
      "All pages as SVG, with the places of the fields",
    ),
    describeFormat("xml", "application/xml", "An invoice as XML (CII or UBL)"),
    describeFormat("png", "image/png", "The first page, or the requested one, as a picture"),
  ),
  rows: describeRoute({
    tag: "render",
    summary: "Render the PDFs of some rows of a table",
    description:
      "They wait for everything that people are waiting for. With `bills`, each PDF of an invoice template is an e-invoice. The response begins with a length (four bytes, big-endian) and as many bytes of JSON: " +
      "an array with one entry for each row, either the length of its PDF or `{ errors }` with its problems. The PDFs follow, one after the other.",
    query: { version },
    body: rowsRequest,
    response: "application/octet-stream",
    errors: RENDER_STATUSES,
  }),
  sheet: describeRoute({
    tag: "render",
    summary: "Draw the first page at a small size, with grey sample text where nothing is filled in",
    description:
      "For the many sheets of a gallery: it waits for everything that people are waiting for. The server doesn't store it.",
    query: { version },
    body: sheetRequest,
    response: "image/webp",
    errors: RENDER_STATUSES,
  }),
  used: describeRoute({
    tag: "render",
    summary: "Count a visitor's export, once per address, template and day",
    description: "A person's export is counted with its history record, and not here.",
    errors: [429, 507],
  }),
  characters: describeRoute({
    tag: "render",
    summary: "Which characters can be printed",
    description:
      "Those that some typeface here has: lengths of runs of code points from U+0000 on, alternately without and with a glyph. " +
      "Any other is an empty box on the page, and is listed in the PDF's `typecase-problems`.",
    response: z.object({ runs: z.array(z.int().min(0)) }),
    errors: [429],
  }),
  samplePdf: describeRoute({
    ...sample,
    summary: "A template's sample as a PDF",
    query: { language: look.language },
    response: "application/pdf",
    also: { ...sample.also, 206: "The requested part", 416: "It has no such part" },
  }),
  samplePicture: describeRoute({
    ...sample,
    summary: "A page of a template's sample as a picture, with another look if requested",
    query: { ...look, page: z.int().min(1) },
    response: "image/webp",
  }),
  specimen: describeRoute({
    ...sample,
    summary: "A line of a template's sample in other typefaces, as a picture",
    query: { fonts: look.fonts },
    response: "image/webp",
  }),
};
