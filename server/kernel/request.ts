import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Log } from "./logging.ts";

/** What every handler under the mount table can count on. */
export type RequestEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; log: Log; clientAddress: string };
};

export type RequestContext = Context<RequestEnv>;
