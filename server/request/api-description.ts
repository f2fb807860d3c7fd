import type { MiddlewareHandler } from "hono";
import { z } from "zod";

/** The description of a route in /openapi.json, written where the route is defined. */
export type RouteDescription = {
  /** The documented path, where one pattern of the router serves several. */
  path?: string;
  /** The documented method, where the router takes any. */
  method?: string;
  tag: string;
  summary: string;
  description?: string;
  /** Who may call it; everyone unless given. */
  access?: keyof typeof SECURITY;
  query?: Record<string, z.ZodType>;
  headers?: Record<string, z.ZodType>;
  /** The schema that validates the body. */
  body?: z.ZodType;
  bodyType?: string;
  /** Schemas of JSON responses and media types of others. Without any, the response is 204. */
  response?: z.ZodType | string | readonly (z.ZodType | string)[];
  /** The statuses of success, all with the same content; 200 unless given. */
  statuses?: readonly number[];
  /** Further statuses, without JSON; they win over those of `errors`. */
  also?: Record<number, string>;
  /** Besides those of every route, 404 where the path has parameters, and 413 where a body may be sent. */
  errors?: readonly ErrorStatus[];
  /** The accounts library has errors of its own. */
  hasAccountErrors?: true;
};

/** The error statuses, each with the name of its response in the document. */
export const ERROR_RESPONSES = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "NoRoom",
  412: "Changed",
  413: "TooLarge",
  422: "NotMade",
  429: "TooMany",
  499: "Cancelled",
  503: "Busy",
  507: "NoSpace",
} as const;
export type ErrorStatus = keyof typeof ERROR_RESPONSES;

/** For a route that renders or draws something. */
export const RENDER_STATUSES = [422, 429, 499] as const;

const SESSION = { session: [] };
export const SECURITY = {
  account: [SESSION, { accessToken: [] }],
  session: [SESSION],
  operator: [SESSION],
};

const descriptions = new WeakMap<object, readonly RouteDescription[]>();

/** `app.get(path, describeRoute({ … }), handler)`. A route without one fails the start (http/openapi/described-routes.ts). */
export function describeRoute(...given: RouteDescription[]): MiddlewareHandler {
  const pass: MiddlewareHandler = (_c, next) => next();
  descriptions.set(pass, given);
  return pass;
}

export function descriptionsOf(handler: object): readonly RouteDescription[] | undefined {
  return descriptions.get(handler);
}

/** `{ data }`, the shape of most responses. */
export const inData = (schema: z.ZodType) => z.object({ data: schema });
/** An item of a collection, as far as its fields were requested. */
export const itemOf = (collection: string) =>
  z.unknown().meta({ $ref: `#/components/schemas/${collection}` });
/** The parameters of a list of items; components/parameters has what each means. */
export const LIST_PARAMETERS = [
  "fields",
  "filter",
  "sort",
  "limit",
  "offset",
  "page",
  "search",
  "language",
  "meta",
  "aggregate",
  "groupBy",
  "deep",
  "alias",
] as const;
export type ListParameter = (typeof LIST_PARAMETERS)[number];
export const listQuery = (names: readonly ListParameter[] = LIST_PARAMETERS) =>
  Object.fromEntries(
    names.map((name) => [name, z.unknown().meta({ $ref: `#/components/parameters/${name}` })]),
  );
/** An object whose properties are not described. */
export const anyObject = z.record(z.string(), z.unknown());
