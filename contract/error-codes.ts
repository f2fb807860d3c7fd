/** The error codes of the content API, each with its status. */
export const ERROR_STATUS = {
  INVALID_QUERY: 400,
  INVALID_PAYLOAD: 400,
  FAILED_VALIDATION: 400,
  RECORD_NOT_UNIQUE: 400,
  INVALID_FOREIGN_KEY: 400,
  INVALID_CREDENTIALS: 401,
  TOKEN_EXPIRED: 401,
  FORBIDDEN: 403,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  QUOTA_EXCEEDED: 409,
  PRECONDITION_FAILED: 412,
  CONTENT_TOO_LARGE: 413,
  REQUESTS_EXCEEDED: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The shape of a refusal, as clients of Directus know it; `extensions` holds the code. */
export type ErrorBody = { errors: ErrorEntry[] };
export type ErrorEntry = { message: string; extensions: Record<string, unknown> };
