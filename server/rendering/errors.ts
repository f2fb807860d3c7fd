import type { ErrorEntry } from "../../contract/error-codes.ts";
import {
  type Diagnostic,
  type InvalidValue,
  RENDER_ERRORS,
  type RenderErrorCode,
} from "../../contract/rendering/render.ts";
import { HttpError } from "../errors/errors.ts";
import type { Job, JobFailure } from "./protocol.ts";

/** A render that could not be done. */
export class RenderError extends HttpError<RenderErrorCode> {
  override name = "RenderError";

  constructor(code: RenderErrorCode, message: string, extensions: RenderExtensions = {}) {
    const { retryAfter } = extensions;
    const headers = retryAfter ? { "retry-after": String(retryAfter) } : undefined;
    super(code, RENDER_ERRORS[code], message, extensions, headers);
  }
}

type RenderExtensions = { retryAfter?: number; [detail: string]: unknown };

/** Data that is not what the template's fields ask for: one entry a field, in the shape of the content API. */
export class InvalidData extends RenderError {
  readonly invalid: InvalidValue[];

  constructor(invalid: InvalidValue[]) {
    super("FAILED_VALIDATION", invalid.map((one) => one.message).join(" "));
    this.invalid = invalid;
  }

  override toErrors(): ErrorEntry[] {
    return this.invalid.map(({ field, type, message }) => ({
      message,
      extensions: { field, path: field.split("."), type, code: this.code },
    }));
  }
}

export class TemplateBroken extends RenderError {
  readonly diagnostics: Diagnostic[];

  constructor(diagnostics: Diagnostic[]) {
    const first = diagnostics.find((one) => one.severity === "error") ?? diagnostics[0];
    const place = first
      ? `${first.file}:${first.line}:${first.column}: ${first.message}`
      : "it does not compile";
    super("TEMPLATE_BROKEN", `The template can't be rendered: ${place}`, { diagnostics });
    this.diagnostics = diagnostics;
  }
}

function tooManyPages(pages: number, limit: number): RenderError {
  return new RenderError("TOO_MANY_PAGES", `The document has ${pages} pages; at most ${limit} are allowed.`, {
    pages,
    limit,
  });
}

export function noSuchPage(page: number, pages: number): RenderError {
  return new RenderError("INVALID_PAYLOAD", `There is no page ${page}: the document has ${pages}.`, {
    page,
    pages,
  });
}

export function renderTimedOut(deadlineMs: number): RenderError {
  return new RenderError(
    "RENDER_TIMED_OUT",
    `The page took longer than ${deadlineMs / 1000} seconds, so it was stopped.`,
    {
      deadlineMs,
    },
  );
}

export function renderCrashed(detail: string): RenderError {
  return new RenderError("RENDER_CRASHED", `The page couldn't be made: ${detail}`);
}

export function renderCancelled(): RenderError {
  return new RenderError("RENDER_CANCELLED", "The render was cancelled.");
}

export function queueFull(retryAfter: number): RenderError {
  return new RenderError(
    "SERVICE_UNAVAILABLE",
    "Too many pages are being made right now. Try again in a moment.",
    {
      service: "render",
      retryAfter,
    },
  );
}

export function renderUnavailable(detail: string): RenderError {
  return new RenderError("SERVICE_UNAVAILABLE", `Pages can't be made right now: ${detail}`, {
    service: "render",
    retryAfter: 5,
  });
}

/** The error for a job that a render process could not do. */
export function failureOf(failure: JobFailure, { maxPages }: Pick<Job, "maxPages">): RenderError {
  if (failure.reason === "broken") return new TemplateBroken(failure.diagnostics);
  if (failure.reason === "pages") return tooManyPages(failure.pages, maxPages);
  return renderCrashed(failure.message);
}
