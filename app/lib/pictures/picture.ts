/** Makes a chosen picture small enough to store with the draft. */

const MAX_PIXELS = 1_600; // along the longer edge; sharp on half a page at 200 dpi
const MAX_BYTES = 350 * 1024;
const QUALITIES = [0.85, 0.7, 0.5];
const SHRINKS = [1, 0.8, 0.64, 0.5];

export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/gif,image/avif";

export class NoPicture extends Error {}

type Size = { width: number; height: number };

export function fitPicture({ width, height }: Size, max = MAX_PIXELS): Size {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A data URL. Redrawing also removes metadata such as the location. */
export async function readPicture(file: Blob): Promise<string> {
  // Turned as the camera was held: that is the default of createImageBitmap.
  const picture = await createImageBitmap(file).catch(() => {
    throw new NoPicture();
  });
  try {
    return await toDataUrl(await encode(picture, file.type === "image/jpeg"));
  } finally {
    picture.close();
  }
}

async function encode(picture: ImageBitmap, isSolid: boolean): Promise<Blob> {
  let smallest: Blob | undefined;
  for (const shrink of SHRINKS) {
    const canvas = draw(picture, fitPicture(picture, MAX_PIXELS * shrink));
    for (const blob of attempts(canvas, isSolid || !isTransparent(canvas))) {
      const made = await blob();
      if (made.size <= MAX_BYTES) return made;
      if (!smallest || made.size < smallest.size) smallest = made;
    }
  }
  if (!smallest) throw new NoPicture();
  return smallest;
}

/** JPEG for photographs, because a PDF takes it as it is; PNG for what one can see through, and WebP where that is too heavy. */
function attempts(canvas: HTMLCanvasElement, isSolid: boolean): (() => Promise<Blob>)[] {
  if (isSolid) return QUALITIES.map((quality) => () => toBlob(canvas, "image/jpeg", quality));
  return [
    () => toBlob(canvas, "image/png"),
    ...QUALITIES.map((quality) => () => toBlob(canvas, "image/webp", quality)),
  ];
}

function draw(picture: ImageBitmap, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (!pen) throw new NoPicture();
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, width, height);
  return canvas;
}

function isTransparent(canvas: HTMLCanvasElement): boolean {
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
  for (let at = 3; pixels && at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new NoPicture())), type, quality);
  });
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new NoPicture());
    reader.readAsDataURL(blob);
  });
}
