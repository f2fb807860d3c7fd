/**
 * Responses of a real Directus 12 to the same kinds of requests, as cases: status, error code and shape.
 * Where we are stricter on purpose, `stricter` gives the reason and the case has our response.
 */
export type World = {
  /** Ada's profile, saved list, an entry of it, a history record and the file she uploaded. */
  user: string;
  other: string;
  saved: string;
  entry: string;
  otherEntry: string;
  /** Grace's saved list and its entries, in order. */
  otherSaved: string;
  entries: string[];
  historyRecord: string;
  photo: string;
  /** Templates in the order of their ids. */
  templates: string[];
  /** Those with the highest rating. */
  fives: string[];
};

export type Who = "visitor" | "ada" | "grace" | "operator" | "bad token";

export type Case = {
  name: string;
  as: Who;
  method?: string;
  path: string | ((world: World) => string);
  body?: unknown | ((world: World) => unknown);
  /** Sent unchanged, with this content type. */
  raw?: { type: string; body: string };
  headers?: Record<string, string>;
  status: number;
  code?: string;
  /** Part of the message. */
  message?: RegExp;
  extensions?: Record<string, unknown>;
  data?: unknown | ((world: World) => unknown);
  /** Keys of the (first) item, in this order. */
  keys?: string[];
  length?: number;
  meta?: Record<string, number>;
  stricter?: string;
};

export const form = (...parts: string[]) => ({
  type: "multipart/form-data; boundary=XBOUNDX",
  body: `${parts.map((part) => `--XBOUNDX\r\n${part}\r\n`).join("")}--XBOUNDX--\r\n`,
});
export const textPart = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
export const filePart = (filename: string, type: string, body: string) =>
  `Content-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n${body}`;

export const MISSING = "11111111-1111-4111-8111-111111111111";
export const NO_FIELD =
  /You don't have permission to access field "nope" in collection "templates" or it does not exist\. Queried in root\./;
export const NO_COLLECTION = (name: string) =>
  new RegExp(
    `You don't have permission to access collection "${name}" or it does not exist\\. Queried in root\\.`,
  );
export const NO_ITEM = /^You don't have permission to access this\.$/;
export const ALL_USER_KEYS = ["id", "avatar", "name", "profession", "email", "phone_number", "bio", "photo"];
export const savedPath = (world: World) => `/items/saved_templates/${world.saved}?fields=template_id.*,id`;
