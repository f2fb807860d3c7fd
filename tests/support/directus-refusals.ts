/** The errors of a Directus, as tests/support/directus-host.ts answers them. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, code: string, message: string, extensions: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.body = { errors: [{ message, extensions: { ...extensions, code } }] };
  }
}
export const forbidden = (reason?: string) =>
  reason
    ? new Refusal(403, "FORBIDDEN", reason, { reason })
    : new Refusal(403, "FORBIDDEN", "You don't have permission to access this.");
export const noCollection = (name: string) =>
  forbidden(
    `You don't have permission to access collection "${name}" or it does not exist. Queried in root.`,
  );
export const noField = (field: string, collection: string, place = "root") =>
  forbidden(
    `You don't have permission to access field "${field}" in collection "${collection}" or it does not exist. Queried in ${place}.`,
  );
export const noAction = (action: string, collection: string) =>
  forbidden(
    `You don't have permission to perform "${action}" for collection "${collection}" or it does not exist.`,
  );
export const invalidQuery = (reason: string) =>
  new Refusal(400, "INVALID_QUERY", `Invalid query. ${reason}.`, { reason });
export const invalidPayload = (reason: string) =>
  new Refusal(400, "INVALID_PAYLOAD", `Invalid payload. ${reason}.`, { reason });
export const noReference = () => {
  const unknown = { collection: null, field: null, value: null };
  return new Refusal(400, "INVALID_FOREIGN_KEY", "Invalid foreign key.", unknown);
};

export function missingValue(field: string, value: unknown): Refusal {
  const [type, requirement] =
    value === undefined ? ["required", "Value is required."] : ["nnull", "Value can't be null."];
  const message = `Validation failed for field "${field}". ${requirement}`;
  return new Refusal(400, "FAILED_VALIDATION", message, { field, path: [], type });
}
