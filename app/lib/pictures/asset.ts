/** Widths in which pictures of templates are asked for; 360 is half a phone with a sharp screen, 640 the whole of it. */
const WIDTHS = [240, 360, 480, 640, 960];

export function pictureAddress(fileId: string, width: number): string {
  return `/assets/${fileId}?width=${width}`;
}

export function pictureSources(fileId: string): string {
  return WIDTHS.map((width) => `${pictureAddress(fileId, width)} ${width}w`).join(", ");
}
