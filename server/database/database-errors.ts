import { ApiError, codeOf, HttpError, insufficientStorage, serviceUnavailable } from "../errors/errors.ts";
import { isDiskFull, isLocked, sqliteCode } from "./sqlite.ts";

const SQLITE_UNIQUE = new Set([1555, 2067]);
const SQLITE_FOREIGN_KEY = 787;
/** A conflicting transaction; a retry may succeed. */
const POSTGRES_AGAIN = new Set(["40001", "40P01"]);
const POSTGRES_GONE = new Set([
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);
/** A statement timeout, or a lock timeout. */
const POSTGRES_LATE = new Set(["57014", "55P03"]);
const ATTEMPTS = 5;

/** Runs database work and converts its failure to an API error. */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof HttpError) throw error;
      if (attempt < ATTEMPTS && (POSTGRES_AGAIN.has(codeOf(error)) || isUniqueViolation(error))) continue;
      throw translate(error);
    }
  }
}

function translate(error: unknown): unknown {
  const code = codeOf(error);
  if (isLocked(error))
    return serviceUnavailable("The database is busy with other work. Nothing was changed.");
  if (POSTGRES_LATE.has(code))
    return serviceUnavailable(
      "The database took longer than it may. Nothing was changed; ask for less or try again.",
    );
  if (isDiskFull(error) || code === "53100") return insufficientStorage();
  if (
    POSTGRES_GONE.has(code) ||
    code.startsWith("08") ||
    (error instanceof Error &&
      /terminat|timeout exceeded|timeout expired|read timeout|connection/i.test(error.message))
  )
    return serviceUnavailable(
      "The database does not answer. Nothing more is known about this request; it can be sent again.",
    );
  if (isUniqueViolation(error)) return new ApiError("RECORD_NOT_UNIQUE", "Value has to be unique.");
  if (code === "23503" || sqliteCode(error) === SQLITE_FOREIGN_KEY)
    return new ApiError("INVALID_FOREIGN_KEY", "Invalid foreign key.");
  return error;
}

/** Two requests created the same thing at once; the loser reads again and finds it. */
function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === "23505" || SQLITE_UNIQUE.has(sqliteCode(error));
}
