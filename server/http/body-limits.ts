import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { tooLarge } from "./errors.ts";

const MIB = 1024 * 1024;
const LIMITS: [prefix: string, bytes: number][] = [
  ["/render", 8 * MIB], // carries the pictures of a document
  ["/files", 16 * MIB], // a photo straight from a camera
  ["/", MIB],
];

/** The longest body a path takes; anything longer is refused as soon as that is known. */
export function limitBodies(): MiddlewareHandler {
  const limiters = LIMITS.map(([prefix, maxSize]) => {
    return { prefix, limit: bodyLimit({ maxSize, onError: () => tooLarge(maxSize) }) };
  });
  return (c, next) => {
    const fitting = limiters.find(({ prefix }) => c.req.path.startsWith(prefix));
    return fitting ? fitting.limit(c, next) : next();
  };
}
