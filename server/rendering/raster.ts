import { RENDER_LIMITS } from "../../contract/rendering/render.ts";
import { RenderError } from "../../engine/errors.ts";
import type { Drawing } from "../../engine/job.ts";
import { messageFor } from "../errors/messages.ts";
import type { MakeOptions, Pictures } from "../pictures/pictures.ts";
import type { DrawJob, MadePicture } from "../pictures/protocol.ts";

const POINTS_PER_INCH = 72;

type RasterSize = { dpi: number } | { width: number };
type Draw = (
  pictures: Pictures,
  page: Drawing,
  size: RasterSize,
  options: MakeOptions,
) => Promise<MadePicture>;

export const drawPng: Draw = async (pictures, page, size, options) =>
  pictures.make(drawJob(page, size, "png"), options);

export const drawWebp: Draw = async (pictures, page, size, options) =>
  pictures.make(drawJob(page, size, "webp"), options);

/** Two pages as large as the second: which pixels differ. */
export async function drawDifference(
  pictures: Pictures,
  [before, after]: [Drawing, Drawing],
  size: RasterSize,
  options: MakeOptions,
): Promise<MadePicture> {
  const { format: _, svg, ...drawn } = drawJob(after, size, "webp");
  return pictures.make({ ...drawn, kind: "compare", before: before.svg, after: svg }, options);
}

function drawJob(page: Drawing, size: RasterSize, format: DrawJob["format"]): DrawJob {
  const scale = "dpi" in size ? size.dpi / POINTS_PER_INCH : size.width / page.width;
  const width = Math.max(1, Math.round(page.width * scale));
  const height = Math.max(1, Math.round(page.height * scale));
  if (width * height > RENDER_LIMITS.pngPixels) throw imageTooLarge(width, height);
  return { kind: "draw", svg: page.svg, density: POINTS_PER_INCH * scale, width, height, format };
}

function imageTooLarge(width: number, height: number) {
  const limit = RENDER_LIMITS.pngPixels;
  return new RenderError("IMAGE_TOO_LARGE", messageFor("image_too_large", { width, height, limit }), {
    limit,
  });
}
