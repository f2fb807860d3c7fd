import { t } from "@lingui/core/macro";
import { isRouteErrorResponse } from "react-router";
import type { Card } from "../features/catalogue/index.ts";

/** The links offered on a 404 page. */
export type NotFound = { near: Card[]; all: { href: string; label: string } };

type Described = NotFound & {
  status: number;
  message: string;
  description: string;
  /** The path that was not found; undefined for every other kind of error. */
  path: string | undefined;
};

const nowhere = (): NotFound => ({ near: [], all: { href: "/templates", label: t`All templates` } });

/** Status, message and description of whatever was thrown: one variant for 404, one for all else. */
export function describeError(error: unknown, path: string): Described {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) {
    const known = isRouteErrorResponse(error) && isNotFound(error.data) ? error.data : nowhere();
    const requested = decodePath(path);
    return {
      ...known,
      status,
      message: "Page Not Found",
      description: `Page not found: ${requested}`,
      path: requested,
    };
  }
  const message = isRouteErrorResponse(error) && status !== 500 ? error.statusText : "";
  return {
    ...nowhere(),
    status,
    message: message || "Internal Server Error",
    description: t`Something went wrong on our side. Your documents are safe. Try again in a moment.`,
    path: undefined,
  };
}

function isNotFound(data: unknown): data is NotFound {
  return typeof data === "object" && data !== null && "near" in data && "all" in data;
}

/** A decoded path; unchanged if it can't be decoded. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
