import type { Message } from "../../contract/texts/text.ts";
import { HttpError, serviceUnavailable } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import type { PictureFailure } from "./protocol.ts";

/** A picture that could not be made. */
export const PICTURE_ERRORS = {
  PICTURE_UNREADABLE: 400,
  PICTURE_TIMED_OUT: 422,
  PICTURE_FAILED: 422,
  PICTURE_CANCELLED: 499,
} as const;
type PictureErrorCode = keyof typeof PICTURE_ERRORS;

export class PictureError extends HttpError<PictureErrorCode> {
  override name = "PictureError";
  /** The reason that the child process gave. */
  readonly reason: PictureFailure["reason"] | undefined;

  constructor(code: PictureErrorCode, message: string | Message, reason?: PictureFailure["reason"]) {
    super(code, PICTURE_ERRORS[code], message);
    this.reason = reason;
  }
}

export function pictureTimedOut(deadlineMs: number): PictureError {
  return new PictureError(
    "PICTURE_TIMED_OUT",
    messageFor("picture_timed_out", { seconds: deadlineMs / 1000 }),
  );
}

/** Messages of libvips name files and functions of ours: they are for the log. */
export function pictureFailed({ reason }: Pick<PictureFailure, "reason">): PictureError {
  if (reason === "unreadable")
    return new PictureError("PICTURE_UNREADABLE", "The file is not a complete picture.", reason);
  if (reason === "pixels")
    return new PictureError("PICTURE_UNREADABLE", "The picture has too many pixels.", reason);
  if (reason === "memory")
    return new PictureError("PICTURE_FAILED", "The picture needs more memory than is allowed.", reason);
  return new PictureError("PICTURE_FAILED", "The picture couldn't be made.", reason);
}

export const pictureCancelled = () => new PictureError("PICTURE_CANCELLED", "The picture was cancelled.");

export const tooManyPictures = () =>
  serviceUnavailable("Too many pictures are being made right now. Try again in a moment.", 2);

/** Its process was killed from outside, for lack of memory or by an operator, not because of the picture. */
export const pictureInterrupted = () =>
  serviceUnavailable("The picture couldn't be finished. Try again in a moment.", 2);

export const picturesUnavailable = () =>
  serviceUnavailable("Pictures can't be made right now. Try again in a moment.", 5);
