import type { BillProblem } from "../contract/bill.ts";
import type { ErrorEntry } from "../contract/error-codes.ts";
import {
  type ConformanceProblem,
  type Diagnostic,
  type InvalidValue,
  RENDER_ERRORS,
  type RenderErrorCode,
} from "../contract/rendering/render.ts";
import type { Message } from "../contract/texts/text.ts";
import { HttpError } from "../shared/errors/http-error.ts";
import { messageFor } from "../shared/messages/english.ts";
import type { Job, JobFailure } from "./job.ts";

/** A render that could not be done. */
export class RenderError extends HttpError<RenderErrorCode> {
  override name = "RenderError";

  constructor(code: RenderErrorCode, message: string | Message, extensions: RenderExtensions = {}) {
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
    return this.invalid.map(({ field, type, message, text }) => ({
      message,
      extensions: { field, path: field.split("."), type, text, code: this.code },
    }));
  }
}

/** An e-invoice that lacks something: one entry for each, with its business term of EN 16931. */
export class IncompleteBill extends RenderError {
  readonly problems: BillProblem[];

  constructor(problems: BillProblem[]) {
    super("FAILED_VALIDATION", problems.map(({ message }) => message).join(" "));
    this.problems = problems;
  }

  override toErrors(): ErrorEntry[] {
    return this.problems.map(({ rule, term, path, message }) => ({
      message: `${message} (${term})`,
      extensions: { field: path, path: path.split("."), type: "einvoice", term, rule, code: this.code },
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
    super("TEMPLATE_BROKEN", messageFor("template_broken", { place }), { diagnostics });
    this.diagnostics = diagnostics;
  }
}

function tooManyPages(pages: number, limit: number): RenderError {
  return new RenderError("TOO_MANY_PAGES", messageFor("too_many_pages", { pages, limit }), {
    pages,
    limit,
  });
}

export function noSuchPage(page: number, pages: number): RenderError {
  return new RenderError("INVALID_PAYLOAD", messageFor("no_such_page", { page, pages }), {
    page,
    pages,
  });
}

export function renderTimedOut(deadlineMs: number): RenderError {
  return new RenderError("RENDER_TIMED_OUT", messageFor("render_timed_out", { seconds: deadlineMs / 1000 }), {
    deadlineMs,
  });
}

export function renderCrashed(detail: string): RenderError {
  return new RenderError("RENDER_CRASHED", messageFor("render_crashed", { detail }));
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

function notArchivable(problems: ConformanceProblem[]): RenderError {
  const why = problems.map(({ message }) => message).join(" ");
  return new RenderError(
    "FAILED_VALIDATION",
    `The PDF can't be PDF/A, which e-invoices and archives need. ${why}`,
    {
      problems,
    },
  );
}

/** The error for a job that a render process could not do. */
export function failureOf(failure: JobFailure, { maxPages }: Pick<Job, "maxPages">): RenderError {
  if (failure.reason === "broken") return new TemplateBroken(failure.diagnostics);
  if (failure.reason === "pages") return tooManyPages(failure.pages, maxPages);
  if (failure.reason === "archive") return notArchivable(failure.problems);
  return renderCrashed(failure.message);
}
