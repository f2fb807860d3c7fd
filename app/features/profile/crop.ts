/** The cropped square of a picture: its centre as shares of width and height, and the zoom. */
export type Crop = { x: number; y: number; zoom: number };
type Size = { width: number; height: number };

export const MIDDLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };
export const MAX_ZOOM = 4;
const STORED_PIXELS = 640; // sharp at every size a profile picture is shown or printed

/** Keeps the square inside the picture. */
export function keepInside({ x, y, zoom }: Crop, { width, height }: Size): Crop {
  const close = Math.min(MAX_ZOOM, Math.max(1, zoom));
  const side = Math.min(width, height) / close;
  const within = (middle: number, whole: number) => {
    const half = side / whole / 2;
    return Math.min(1 - half, Math.max(half, middle));
  };
  return { x: within(x, width), y: within(y, height), zoom: close };
}

/** The square in pixels of the picture. */
export function squareOf(crop: Crop, size: Size): { left: number; top: number; side: number } {
  const { x, y, zoom } = keepInside(crop, size);
  const side = Math.min(size.width, size.height) / zoom;
  return { left: x * size.width - side / 2, top: y * size.height - side / 2, side };
}

export function cutSquare(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const { left, top, side } = squareOf(crop, picture);
  const pixels = Math.round(Math.min(STORED_PIXELS, side));
  const canvas = document.createElement("canvas");
  canvas.width = pixels;
  canvas.height = pixels;
  canvas.getContext("2d")?.drawImage(picture, left, top, side, side, 0, 0, pixels, pixels);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be cut"))),
      "image/webp",
      0.9,
    );
  });
}
