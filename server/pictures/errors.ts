import { HttpError, serviceUnavailable } from "../errors/errors.ts";
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
  /** What the child said, when it was the child that could not make it. */
  readonly reason: PictureFailure["reason"] | undefined;

  constructor(code: PictureErrorCode, message: string, reason?: PictureFailure["reason"]) {
    super(code, PICTURE_ERRORS[code], message);
    this.reason = reason;
  }
}

export function pictureTimedOut(deadlineMs: number): PictureError {
  return new PictureError(
    "PICTURE_TIMED_OUT",
    `The picture was not ready after ${deadlineMs / 1000} seconds, so it was given up. Ask for a smaller one.`,
  );
}

/** Messages of libvips name files and functions of ours: they are for the log. */
export function pictureFailed({ reason }: Pick<PictureFailure, "reason">): PictureError {
  if (reason === "unreadable")
    return new PictureError("PICTURE_UNREADABLE", "It is no whole picture.", reason);
  if (reason === "pixels")
    return new PictureError("PICTURE_UNREADABLE", "The picture has too many pixels.", reason);
  if (reason === "memory")
    return new PictureError(
      "PICTURE_FAILED",
      "Making the picture takes more memory than is allowed.",
      reason,
    );
  return new PictureError("PICTURE_FAILED", "The picture could not be made.", reason);
}

export const pictureCancelled = () => new PictureError("PICTURE_CANCELLED", "The picture was cancelled.");

export const tooManyPictures = () =>
  serviceUnavailable("Too many pictures are being made at this moment. Try again shortly.", 2);

/** Its process was ended from outside, for want of memory or by an operator: that says nothing about the picture. */
export const pictureInterrupted = () =>
  serviceUnavailable("The picture could not be finished. Try again shortly.", 2);

export const picturesUnavailable = () =>
  serviceUnavailable("Pictures can't be made at this moment. Try again shortly.", 5);
