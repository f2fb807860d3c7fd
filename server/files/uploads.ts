import { MAX_UPLOAD_BYTES, MAX_UPLOAD_PIXELS } from "../../contract/limits.ts";
import { ownerOf } from "../content/access.ts";
import type { Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { contentTooLarge, invalidPayload } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { MAX_UPLOADED_FILES } from "../limits/limits.ts";
import { PictureError } from "../pictures/errors.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { MadePicture } from "../pictures/protocol.ts";
import type { Viewer } from "../request/viewer.ts";
import type { Requester } from "./assets.ts";
import { requireSmallForm } from "./form-size.ts";

/** What is stored of an upload: decoded, bounded and encoded again, so that nothing hidden in the file is. */
type Picture = { bytes: Uint8Array; width: number; height: number; filename: string; title: string };

/** Another backend that stores what people upload, too (server/host). */
export type FilesElsewhere = {
  /** Before they are stored here. Undefined: it doesn't know this person. */
  send(viewer: Viewer, pictures: readonly Picture[]): Promise<SentPictures | undefined>;
};
type SentPictures = {
  /** In the transaction that stores the pictures: these are their ids. */
  store(db: Db, ids: string[]): Promise<void>;
  /** They couldn't be stored here. */
  takeBack(): Promise<void>;
};

/** A photo is shown at a few hundred pixels; this is enough for print, too. */
const STORED_PIXELS = 1_600;
const STORED_QUALITY = 82;

/** Reads the pictures of a multipart form. A `title` field before a file names it, as in Directus. */
export async function readUpload(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
  pictureMaker: Pictures,
  requester: Requester,
): Promise<Picture[]> {
  const type = requireSmallForm(Buffer.from(body.buffer, body.byteOffset, body.byteLength), contentType);
  let form: FormData;
  try {
    form = await new Response(body, {
      headers: { "content-type": type },
    }).formData();
  } catch {
    throw invalidPayload(messageFor("upload_incomplete"));
  }
  const pictures: Picture[] = [];
  let title: string | undefined;
  for (const [name, value] of form) {
    if (typeof value === "string") {
      if (name === "title") title = value.toWellFormed().slice(0, 200);
      continue;
    }
    if (pictures.length === MAX_UPLOADED_FILES)
      throw invalidPayload(messageFor("upload_count", { most: MAX_UPLOADED_FILES }));
    if (value.size > MAX_UPLOAD_BYTES) throw contentTooLarge(MAX_UPLOAD_BYTES);
    const filename = plainName(value.name);
    pictures.push({
      ...(await reencode(new Uint8Array(await value.arrayBuffer()), pictureMaker, requester)),
      filename,
      title: title || titleOf(filename),
    });
    title = undefined;
  }
  if (pictures.length === 0) throw invalidPayload("No files were included in the body");
  return pictures;
}

/** Turned upright, without EXIF or any other metadata, as WebP. */
async function reencode(bytes: Uint8Array, pictures: Pictures, requester: Requester): Promise<MadePicture> {
  if (bytes.length === 0) throw invalidPayload(messageFor("upload_empty"));
  const bounds = { maxPixels: MAX_UPLOAD_PIXELS, side: STORED_PIXELS, quality: STORED_QUALITY };
  try {
    return await pictures.make({ kind: "store", bytes, ...bounds }, requester);
  } catch (error) {
    if (!(error instanceof PictureError) || !error.reason) throw error;
    throw invalidPayload(
      error.reason === "pixels"
        ? messageFor("upload_pixels", { millions: MAX_UPLOAD_PIXELS / 1_000_000 })
        : messageFor(error.reason === "memory" ? "upload_memory" : "upload_unreadable"),
    );
  }
}

export async function storePictures(
  db: Db,
  viewer: Viewer,
  pictures: Picture[],
  now: Date,
): Promise<string[]> {
  const ids: string[] = [];
  for (const picture of pictures) {
    const id = newId(now.getTime());
    await db
      .insertInto("files")
      .values({
        id,
        uploaded_by: ownerOf(viewer),
        purpose: "upload",
        templates_id: null,
        variant: null,
        filename_download: picture.filename,
        title: picture.title,
        type: "image/webp",
        filesize: picture.bytes.length,
        width: picture.width,
        height: picture.height,
        uploaded_on: now.toISOString(),
      })
      .execute();
    await db.insertInto("file_contents").values({ file_id: id, bytes: picture.bytes }).execute();
    ids.push(id);
  }
  return ids;
}

/** The last part of a path, without what would break a header or a file system. */
function plainName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  return last.replace(/[\p{Cc}"<>|:*?]/gu, "").slice(-200) || "picture";
}

/** "summer_fair-2026.png" becomes "Summer Fair 2026". */
function titleOf(filename: string): string {
  const words = filename
    .replace(/\.[^.]*$/, "")
    .split(/[\s_-]+/)
    .filter(Boolean);
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(" ") || "Picture";
}
