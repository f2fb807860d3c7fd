import type { FieldRectangle, RenderedPage } from "../../../contract/render.ts";
import { joinGlyphs } from "./joined-glyphs.ts";

/** A page ready to be put on the screen. It may carry a person's words, so it is an image and never markup of ours. */
export type PagePicture = {
  image: HTMLImageElement;
  svg: string;
  /** In points. */
  width: number;
  height: number;
  fields: FieldRectangle[];
};

/** Pages that did not change keep their picture: of a long document only what was typed in is drawn again. */
export function drawPages(
  pages: RenderedPage[],
  before: readonly PagePicture[],
  name: string,
): Promise<PagePicture[]> {
  return Promise.all(
    pages.map(async ({ svg, width, height, fields }, place) => {
      const old = before[place];
      const image = old?.svg === svg ? old.image : await decode(svg);
      image.alt = `${name}: page ${place + 1} of ${pages.length}`;
      return { image, svg, width, height, fields };
    }),
  );
}

/** Decoded before it is shown, so that nothing flickers; its address is given back as soon as it is read. */
async function decode(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([joinGlyphs(svg)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}
