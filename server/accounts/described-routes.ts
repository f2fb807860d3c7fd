import { z } from "zod";
import { describeRoute } from "../request/api-description.ts";
import { ROUTES } from "./routes.ts";

/** Everything under /auth that the accounts library answers, from the table that validates it. */
export function describeAccountRoutes() {
  return describeRoute(
    ...Object.entries(ROUTES).map(([path, { method, summary, body, query, needsSession }]) => ({
      path,
      method,
      tag: "accounts",
      summary,
      ...(body ? { body } : {}),
      ...(query ? { query: Object.fromEntries(query.map((name) => [name, z.string()])) } : {}),
      ...(needsSession ? { access: "session" as const } : {}),
      response: z.unknown(),
      ...(method === "GET" ? { also: { 302: "On to the site" } } : {}),
      hasAccountErrors: true as const,
    })),
  );
}
