import { Hono } from "hono";
import type { RequestEnv } from "../kernel/request.ts";

/** What has to work before traffic should come here. Each throws or answers false when it doesn't. */
export type ReadyChecks = Record<string, () => Promise<boolean>>;

const NOT_KEPT = { "cache-control": "no-store" };
const PATIENCE_MS = 2_000; // a check that hangs is a check that fails

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, PATIENCE_MS, false);
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

export function healthRoutes(checks: ReadyChecks) {
  const routes = new Hono<RequestEnv>();
  routes.get("/health", (c) => c.json({ status: "ok" }, 200, NOT_KEPT));
  routes.get("/ready", async (c) => {
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, (await passes(check)) ? "ok" : "failing"] as const,
      ),
    );
    const ready = results.every(([, result]) => result === "ok");
    return c.json(
      { status: ready ? "ok" : "failing", checks: Object.fromEntries(results) },
      ready ? 200 : 503,
    );
  });
  return routes;
}
