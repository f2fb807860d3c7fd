import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Log } from "../log/logging.ts";
import type { RequestEnv } from "../request/request.ts";

// A query can hold an email or a one-time token, so it is never logged; two routes carry a secret in the path.
function loggedPath(path: string): string {
  return path.replace(/^(\/auth\/reset-password\/|\/shared\/)[^/]+/, "$1[hidden]").slice(0, 300);
}

/** Gives each request an id, which its response and all its log lines have. */
export function assignRequestIds(log: Log) {
  return createMiddleware<RequestEnv>(async (c, next) => {
    const requestId = randomUUID();
    c.set("requestId", requestId);
    c.set("log", log.child({ requestId }));
    c.env.outgoing?.setHeader("x-request-id", requestId);
    await next();
    c.header("x-request-id", requestId);
  });
}

/** Logs one line per request, when its last byte was sent or the client has gone. */
export const logRequests = createMiddleware<RequestEnv>(async (c, next) => {
  const started = performance.now();
  const { outgoing } = c.env;
  const writtenBefore = outgoing?.socket?.bytesWritten ?? 0;
  const socket = outgoing?.socket;
  outgoing?.once("close", () => {
    const line = {
      method: c.req.method,
      path: loggedPath(c.req.path),
      status: outgoing.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
      bytes: (socket?.bytesWritten ?? writtenBefore) - writtenBefore,
      ...(outgoing.writableFinished ? {} : { gone: true }),
    };
    c.get("log").info(line, "request");
  });
  await next();
});
