import sharp, { type OverlayOptions } from "sharp";
import type { RenderedPage } from "../../contract/rendering/render.ts";
import { inputFor } from "../../server/checks/data/render-input.ts";
import type { Pictures } from "../../server/pictures/pictures.ts";
import { drawPng } from "../../server/rendering/raster.ts";
import type { Rendering } from "../../server/rendering/rendering.ts";
import { PATIENT_DEADLINE_MS } from "../resources.ts";
import type { TemplateFolder } from "./template-folder.ts";

const COLUMNS = 8;
const CELL = { width: 260, height: 368 }; // fits an A4 page of the full width
const GAP = 28;
const LABEL = 40;
const BACKGROUND = "#e7e5e0";
const CLIENT = { client: "command line", deadlineMs: PATIENT_DEADLINE_MS };

export type Makers = { rendering: Rendering; pictures: Pictures };

/** One picture with the first page of every template, side by side. */
export async function drawContactSheet(
  { rendering, pictures }: Makers,
  templates: TemplateFolder[],
): Promise<Uint8Array> {
  const columns = Math.min(COLUMNS, Math.max(1, templates.length));
  const rows = Math.ceil(templates.length / columns);
  const width = GAP + columns * (CELL.width + GAP);
  const height = GAP + rows * (CELL.height + LABEL + GAP);
  const place = (index: number) => ({
    left: GAP + (index % columns) * (CELL.width + GAP),
    top: GAP + Math.floor(index / columns) * (CELL.height + LABEL + GAP),
  });
  const firstPages = await Promise.all(templates.map((template) => renderFirstPage(rendering, template)));
  const pages: OverlayOptions[] = [];
  // One after the other: the queue for pictures is bounded.
  for (const [index, firstPage] of firstPages.entries()) {
    const { left, top } = place(index);
    const scale = Math.min(CELL.width / firstPage.width, CELL.height / firstPage.height);
    const page = await drawPng(pictures, firstPage, { width: Math.floor(firstPage.width * scale) }, CLIENT);
    const x = left + Math.round((CELL.width - page.width) / 2);
    pages.push({ input: Buffer.from(page.bytes), left: x, top: top + CELL.height - page.height });
  }
  const labels = templates.map(({ type, file }, index) => ({ ...place(index), name: file.name, type }));
  const texts = await drawLabels({ rendering, pictures }, labels, { width, height });
  return sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
    .composite([{ input: texts, left: 0, top: 0 }, ...pages])
    .png({ compressionLevel: 8 })
    .toBuffer();
}

async function renderFirstPage(rendering: Rendering, template: TemplateFolder): Promise<RenderedPage> {
  const { pages } = await rendering.renderPages(inputFor(template, "sample", {}));
  const page = pages[0];
  if (!page) throw new TypeError(`${template.folder} has no pages`);
  return page;
}

type Label = { left: number; top: number; name: string; type: string };

/** The names are set by the compiler too: which fonts this machine has plays no part. */
async function drawLabels(
  { rendering, pictures }: Makers,
  labels: Label[],
  size: { width: number; height: number },
) {
  const { pages } = await rendering.renderPages({
    source: `
      #set page(width: ${size.width}pt, height: ${size.height}pt, margin: 0pt, fill: rgb("${BACKGROUND}"))
      #set text(font: "Inter", size: 13pt, fill: rgb("#1b1e28"))
      #for label in json(bytes(sys.inputs.data)).labels {
        place(dx: label.left * 1pt, dy: (label.top + ${CELL.height + 12}) * 1pt, box(width: ${CELL.width}pt, align(center)[
          *#label.name* #text(fill: rgb("#62656c"), label.type)
        ]))
      }`,
    data: { labels },
  });
  const page = pages[0];
  if (!page) throw new TypeError("the labels have no page");
  return Buffer.from((await drawPng(pictures, page, { width: size.width }, CLIENT)).bytes);
}
