import { Hono } from "hono";
import { z } from "zod";
import type { Log } from "../log/logging.ts";
import { anyObject, describeRoute } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";

/**
 * What has to work before this server gets traffic. Each check runs for every request and throws or does not pass when something is
 * wrong. `detail` is public: it names no path, name or address of the server.
 */
export type ReadyChecks = Record<string, () => Promise<CheckResult>>;
type CheckResult = { passes: boolean; detail: string };

const API = {
  health: describeRoute({
    tag: "server",
    summary: "Whether the server runs",
    response: z.object({ status: z.literal("ok"), droppedLogLines: z.int().optional() }),
  }),
  ready: describeRoute({
    tag: "server",
    summary: "Whether the server can take requests, and if not (503), why",
    response: z.object({ status: z.string(), checks: anyObject, details: anyObject }),
  }),
};
const NO_STORE = { "cache-control": "no-store" };
const CHECK_TIMEOUT_MS = 2_000; // a check that hangs counts as failed

async function runCheck(check: () => Promise<CheckResult>): Promise<CheckResult> {
  const { promise: late, resolve } = Promise.withResolvers<CheckResult>();
  const timer = setTimeout(resolve, CHECK_TIMEOUT_MS, { passes: false, detail: "Did not answer in time." });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return { passes: false, detail: "Does not answer." };
  } finally {
    clearTimeout(timer);
  }
}

type Parts = {
  checks: ReadyChecks;
  log?: Log;
  /** The server is stopping, and still answers until load balancers use another. */
  isDraining?(): boolean;
};

export function healthRoutes({ checks, log, isDraining = () => false }: Parts) {
  const routes = new Hono<RequestEnv>();
  routes.get("/health", API.health, (c) => {
    const droppedLogLines = log?.dropped?.() ?? 0;
    return c.json({ status: "ok", ...(droppedLogLines > 0 ? { droppedLogLines } : {}) }, 200, NO_STORE);
  });
  routes.get("/ready", API.ready, async (c) => {
    if (isDraining()) return c.json({ status: "draining", checks: {}, details: {} }, 503, NO_STORE);
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => ({ name, ...(await runCheck(check)) })),
    );
    const stateOf = (passes: boolean) => (passes ? "ok" : "failing");
    const ready = results.every(({ passes }) => passes);
    const answer = {
      status: stateOf(ready),
      checks: Object.fromEntries(results.map(({ name, passes }) => [name, stateOf(passes)])),
      details: Object.fromEntries(results.map(({ name, detail }) => [name, detail])),
    };
    return c.json(answer, ready ? 200 : 503, NO_STORE);
  });
  return routes;
}
