import type { Hono } from "hono";
import { findTargetHandler } from "hono/utils/handler";
import { z } from "zod";
import {
  descriptionsOf,
  ERROR_RESPONSES,
  type ErrorStatus,
  type RouteDescription,
  SECURITY,
} from "../../request/api-description.ts";
import type { RequestEnv } from "../../request/request.ts";
import { type Json, json, ref } from "./parts.ts";

export type DescribedRoute = RouteDescription & { path: string; method: string };
type Mounted = Pick<Hono<RequestEnv>, "routes">["routes"][number];

/** The collections' paths are described from their definitions (collection-paths.ts); `*` serves pages and built files. */
const isDescribedElsewhere = ({ method, path }: Mounted) =>
  method === "ALL" || path === "*" || path === "/*" || path.startsWith("/items/:collection");

/** The descriptions of everything that is mounted. Throws for a route without one. */
export function listDescribedRoutes(routes: readonly Mounted[]): DescribedRoute[] {
  const found = routes.flatMap((route) => {
    const descriptions = descriptionsOf(findTargetHandler(route.handler)) ?? [];
    return descriptions.map((each) => ({ ...each, mounted: keyOf(route), ...documented(route, each) }));
  });
  const described = new Set(found.map(({ mounted }) => mounted));
  const missing = routes.find((route) => !isDescribedElsewhere(route) && !described.has(keyOf(route)));
  if (missing) throw new Error(`${keyOf(missing)} has no description: add describeRoute() to it`);
  return found;
}

const keyOf = ({ method, path }: Mounted) => `${method} ${path}`;

function documented(mounted: Mounted, given: RouteDescription) {
  return {
    path: given.path ?? mounted.path.replace(/:(\w+)(\{[^/]*\})?/g, "{$1}"),
    method: (given.method ?? mounted.method).toLowerCase(),
  };
}

export function describePaths(routes: readonly DescribedRoute[]): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  return paths;
}

function operation(route: DescribedRoute): Json {
  const { tag, summary, access, body, bodyType = "application/json" } = route;
  const who = access === "operator" ? "For: operator." : undefined;
  const description = [who, route.description].filter(Boolean).join(" ");
  const parameters = parametersOf(route);
  return {
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { [bodyType]: { schema: toJson(body) } } } } : {}),
    responses: { ...refusals(route), ...successes(route) },
    ...(access ? { security: SECURITY[access] } : {}),
  };
}

/** Parameters that are not the id of something. */
const TEXT_PARAMETERS = new Set(["file", "name", "secret", "set", "slug", "type"]);

function parametersOf({ path, query = {}, headers = {} }: DescribedRoute): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", ...(TEXT_PARAMETERS.has(name) ? {} : { format: "uuid" }) },
  }));
  const listed = (place: string, given: Record<string, z.ZodType>) =>
    Object.entries(given).map(([name, each]) => {
      const { $ref, description, ...schema } = toJson(each);
      return $ref ? { $ref } : { name, in: place, ...(description ? { description } : {}), schema };
    });
  return [...inPath, ...listed("query", query), ...listed("header", headers)];
}

function successes({ response, statuses = [200], also = {} }: DescribedRoute): Json {
  const contents = response === undefined ? [] : [response].flat();
  const content = Object.assign(
    {},
    ...contents.map((each) => (typeof each === "string" ? { [each]: {} } : json(toJson(each)))),
  );
  const done = response === undefined ? [204] : statuses;
  return {
    ...Object.fromEntries(
      done.map((status) => [status, { description: "Done", ...(response === undefined ? {} : { content }) }]),
    ),
    ...Object.fromEntries(Object.entries(also).map(([status, description]) => [status, { description }])),
  };
}

/** The HTTP parser answers this before any of our code, and therefore without a body. */
const TOO_LONG = { description: "The address or the headers are too long" };

const ACCOUNT_ERRORS = [400, 401, 403, 404, 409, 413, 415, 422, 429, 503, 507];

function refusals({ path, method, errors = [], hasAccountErrors }: DescribedRoute): Json {
  if (!hasAccountErrors)
    return errorResponses([
      ...(path.includes("{") ? ([404] as const) : []),
      ...(method === "get" ? [] : ([413] as const)),
      ...errors,
    ]);
  const refused = { description: "Refused", content: json(ref("schemas", "AccountError")) };
  return { ...Object.fromEntries(ACCOUNT_ERRORS.map((status) => [status, refused])), 431: TOO_LONG };
}

/** Those that any request may meet, and these. */
export function errorResponses(further: readonly ErrorStatus[]): Json {
  const all: ErrorStatus[] = [400, 401, 403, 503, ...further];
  return {
    ...Object.fromEntries(all.map((status) => [status, ref("responses", ERROR_RESPONSES[status])])),
    431: TOO_LONG,
  };
}

/** As a client sends it. What zod adds for JavaScript's sake only is left out. */
function toJson(schema: z.ZodType): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      delete jsonSchema.propertyNames;
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return described;
}
