import { ApiError, codeOf, HttpError, insufficientStorage, serviceUnavailable } from "../errors/errors.ts";
import { isDiskFull, isLocked, sqliteCode } from "./sqlite.ts";

const SQLITE_UNIQUE = new Set([1555, 2067]);
const SQLITE_FOREIGN_KEY = 787;
/** Another transaction was in the way; the same one may go through now. */
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
/** A statement that reached its time-out, or a lock that was not given in time. */
const POSTGRES_LATE = new Set(["57014", "55P03"]);
const ATTEMPTS = 5;

/** Runs a piece of database work and turns its failure into an error of the API. */
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

/** Two requests made the same thing at once; the loser looks again and finds what the winner made. */
function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === "23505" || SQLITE_UNIQUE.has(sqliteCode(error));
}
