import sharp from "sharp";
import { RENDER_LIMITS, type RenderedPage } from "../../contract/render.ts";
import { RenderError } from "./errors.ts";

const POINTS_PER_INCH = 72;
const SECONDS = 20; // for one page; a poster at 600 dpi takes 4

export type Raster = { bytes: Uint8Array; width: number; height: number };
export type RasterSize = { dpi: number } | { width: number };

export async function drawPng(page: RenderedPage, size: RasterSize): Promise<Raster> {
  const { data, info } = await draw(page, size)
    .png({ compressionLevel: 7 })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

export async function drawWebp(page: RenderedPage, size: RasterSize): Promise<Raster> {
  const { data, info } = await draw(page, size)
    .webp({ quality: 86, smartSubsample: true })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

function draw(page: RenderedPage, size: RasterSize) {
  const scale = "dpi" in size ? size.dpi / POINTS_PER_INCH : size.width / page.width;
  const width = Math.max(1, Math.round(page.width * scale));
  const height = Math.max(1, Math.round(page.height * scale));
  if (width * height > RENDER_LIMITS.pngPixels) throw imageTooLarge(width, height);
  // librsvg draws at the density it is told; asking for the exact pixels afterwards only settles the rounding.
  return sharp(Buffer.from(page.svg), {
    density: POINTS_PER_INCH * scale,
    limitInputPixels: RENDER_LIMITS.pngPixels * 2,
  })
    .resize(width, height, { fit: "fill" })
    .flatten({ background: "#fff" })
    .timeout({ seconds: SECONDS });
}

function imageTooLarge(width: number, height: number) {
  const limit = RENDER_LIMITS.pngPixels;
  return new RenderError(
    "IMAGE_TOO_LARGE",
    `A picture of ${width} x ${height} is more than ${limit} pixels; ask for a lower dpi.`,
    { limit },
  );
}
