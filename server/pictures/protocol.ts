/** The messages between the server and a picture child. */

export const PICTURE_FORMATS = ["webp", "jpeg", "png", "avif"] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export const PICTURE_FITS = ["cover", "contain", "inside", "outside"] as const;
export type PictureFit = (typeof PICTURE_FITS)[number];

type PictureSize = { width?: number; height?: number; fit: PictureFit };

/** An upload: decoded, turned upright, made smaller, encoded as WebP. Nothing else of the file is stored. */
export type StoreJob = { kind: "store"; bytes: Uint8Array; maxPixels: number; side: number; quality: number };
/** A stored picture at another size or in another format. */
export type ConvertJob = {
  kind: "convert";
  bytes: Uint8Array;
  size?: PictureSize;
  format: PictureFormat;
  quality?: number;
};
/** A rendered page as a picture. */
export type DrawJob = {
  kind: "draw";
  svg: string;
  density: number;
  width: number;
  height: number;
  format: "png" | "webp";
};
/** Two pages, drawn alike: a picture of the pixels that differ, on nothing. */
export type CompareJob = {
  kind: "compare";
  before: string;
  after: string;
  density: number;
  width: number;
  height: number;
};
export type PictureJob = StoreJob | ConvertJob | DrawJob | CompareJob;

/** `changed`: of a comparison, how many pixels differ. */
export type MadePicture = { bytes: Uint8Array; width: number; height: number; changed?: number };

/** "unreadable" and "pixels" are about the picture that was sent; "memory": the child ended itself before the machine ran out. */
export type PictureFailure = { reason: "unreadable" | "pixels" | "memory" | "failed"; message: string };

export type ToPictureChild = { id: number; job: PictureJob };
export type FromPictureChild =
  | { ready: true }
  | { id: number; result: MadePicture; rss: number }
  | { id: number; failure: PictureFailure; rss: number };
