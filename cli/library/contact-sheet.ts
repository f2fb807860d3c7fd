import sharp from "sharp";
import { drawPng } from "../../server/rendering/raster.ts";
import type { Rendering } from "../../server/rendering/rendering.ts";
import { inputFor } from "./render-input.ts";
import type { TemplateFolder } from "./template-folder.ts";

const COLUMNS = 8;
const CELL = { width: 260, height: 368 }; // room for an A4 page of the full width
const GAP = 28;
const LABEL = 40;
const BACKGROUND = "#e7e5e0";

/** One picture with the first page of every template, side by side. */
export async function drawContactSheet(
  rendering: Rendering,
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
  const pages = await Promise.all(
    templates.map(async (template, index) => {
      const { left, top } = place(index);
      const page = await drawFirstPage(rendering, template);
      const x = left + Math.round((CELL.width - page.width) / 2);
      return { input: Buffer.from(page.bytes), left: x, top: top + CELL.height - page.height };
    }),
  );
  const labels = templates.map(({ type, file }, index) => ({ ...place(index), name: file.name, type }));
  const words = await drawLabels(rendering, labels, { width, height });
  return sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
    .composite([{ input: words, left: 0, top: 0 }, ...pages])
    .png({ compressionLevel: 8 })
    .toBuffer();
}

async function drawFirstPage(rendering: Rendering, template: TemplateFolder) {
  const { pages } = await rendering.renderPages(inputFor(template, "sample", {}));
  const page = pages[0];
  if (!page) throw new TypeError(`${template.folder} has no pages`);
  const scale = Math.min(CELL.width / page.width, CELL.height / page.height);
  return drawPng(page, { width: Math.floor(page.width * scale) });
}

type Label = { left: number; top: number; name: string; type: string };

/** The names are set by the compiler too: which fonts this machine has plays no part. */
async function drawLabels(rendering: Rendering, labels: Label[], size: { width: number; height: number }) {
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
  return Buffer.from((await drawPng(page, { width: size.width })).bytes);
}
