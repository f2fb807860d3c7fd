import type { TemplateFile } from "../../contract/templates/template-file.ts";

/** A first page that meets every requirement of a template. */

export function scaffoldFile(slug: string, singular: string): TemplateFile {
  const name = slug
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");
  return {
    name,
    description: `One sentence that presents this ${singular.toLowerCase()}: what it looks like, and who it is for.`,
    page: { papers: ["a4", "us-letter"], orientation: "portrait" },
    title: "{heading}",
    theme: { accent: "#1f4fd8", fonts: "original" },
    fields: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      additionalProperties: false,
      required: ["heading"],
      properties: {
        heading: { type: "string", title: "Heading", maxLength: 80 },
        date: { type: "string", title: "Date", format: "date", "x-widget": "date" },
        name: { type: "string", title: "Your name", maxLength: 80, "x-means": "sender.name" },
        email: {
          type: "string",
          title: "Your email",
          maxLength: 160,
          "x-widget": "email",
          "x-means": "sender.email",
        },
        body: {
          type: "string",
          title: "Text",
          description: "A blank line begins a new paragraph.",
          maxLength: 6000,
          "x-widget": "multiline",
        },
        points: {
          type: "array",
          title: "Points",
          maxItems: 40,
          items: {
            type: "object",
            additionalProperties: false,
            required: ["text"],
            properties: {
              text: { type: "string", title: "Point", maxLength: 160 },
              note: { type: "string", title: "Note", maxLength: 240 },
            },
          },
        },
      },
    },
    sample: {
      heading: "The ferry leaves at seven",
      date: "2026-11-03",
      name: "Ada Brenholm",
      email: "ada@ferrywatch.example",
      body: "The first boat to Port Carrow leaves at seven, whatever the board says.\n\nBring a coat: the upper deck is open until the breakwater.",
      points: [
        { text: "Tickets at the kiosk", note: "Cards only since the summer." },
        { text: "Bicycles on the left", note: "Eleven fit; the twelfth waits for the next boat." },
        { text: "Coffee on board" },
      ],
    },
  };
}

export const SCAFFOLD_SOURCE = `#import "/kit/kit.typ": *

#let type = fonts(display: "Bricolage Grotesque", text: "Inter")
#show: setup.with(
  title: "{heading}",
  author: "{name}",
  margin: (x: 24mm, top: 26mm, bottom: 24mm),
  font: type.text,
  size: 10.5pt,
  footer: align(right, page-note(size: 8pt)),
)

#head(1, size: 34pt, weight: 700, font: type.display, fill: accent-text)[#field("heading")]
#section("name", "email", "date", text(size: 9pt, {
  (
    lines-of("name", "email", separator: ", ", link: true),
    field("date", format: date),
  ).filter(part => part != none).join([ · ])
}))
#section("body", { v(6mm); prose("body") })

// Rows with nothing in them are gone already. What follows the list moves to the next page together with its last two rows.
#section("points", v(6mm))
#show: listing.with(
  "points",
  columns: (1fr, 1.4fr),
  column-gutter: 6mm,
  frame: block.with(stroke: (top: 1.2pt + accent)),
  rows: each("points").map(point => (
    text(weight: 600, field(point, "text")),
    field(point, "note"),
    table.hline(stroke: 0.4pt + luma(190)),
  )),
)
`;
