/** Widths in which pictures of templates are kept ready. */
const WIDTHS = [240, 480, 960];

export function pictureAddress(fileId: string, width: number): string {
  return `/assets/${fileId}?width=${width}`;
}

export function pictureSources(fileId: string): string {
  return WIDTHS.map((width) => `${pictureAddress(fileId, width)} ${width}w`).join(", ");
}
