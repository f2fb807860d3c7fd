import type { FieldRectangle, RenderedPage } from "../../../../contract/render.ts";
import { joinGlyphs } from "./joined-glyphs.ts";
import { slicePage } from "./page-slices.ts";

/** A page ready to be put on the screen. It may carry a person's words, so it is made of images and never markup of ours. */
export type PagePicture = {
  /** One upon the other. */
  images: readonly HTMLImageElement[];
  slices: readonly string[];
  svg: string;
  /** In points. */
  width: number;
  height: number;
  fields: FieldRectangle[];
};

/** What did not change keeps its images: of a long document only what was typed in is drawn again. */
export function drawPages(
  pages: RenderedPage[],
  before: readonly PagePicture[],
  name: string,
): Promise<PagePicture[]> {
  return Promise.all(
    pages.map(async ({ svg, width, height, fields }, place) => {
      const drawn = await drawPage(svg, before[place]);
      const [first] = drawn.images;
      if (first) first.alt = `${name}: page ${place + 1} of ${pages.length}`;
      return { ...drawn, svg, width, height, fields };
    }),
  );
}

async function drawPage(svg: string, old: PagePicture | undefined) {
  if (old?.svg === svg) return { images: old.images, slices: old.slices };
  const slices = slicePage(joinGlyphs(svg));
  const images = await Promise.all(
    slices.map((slice, place) => (slice === old?.slices[place] && old.images[place]) || decode(slice)),
  );
  return { images, slices };
}

/** Decoded before it is shown, so that nothing flickers; its address is given back as soon as it is read. */
async function decode(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.alt = "";
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}
