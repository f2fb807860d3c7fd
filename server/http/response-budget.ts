import { createMiddleware } from "hono/factory";
import type { ByteBudget, Hold } from "../limits/byte-budget.ts";
import { addressGroup } from "../limits/rate-limit.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";

/** The text of a response and its bytes, until the system has taken them. */
const COPIES_WHILE_SENT = 2;

/**
 * Gives routes `reserve`, with which they wait for memory before they make a large response. It is released when the response was sent or
 * its client has gone. Of responses without a reservation, the bytes that the system does not take at once are counted.
 */
export function budgetResponses(budget: ByteBudget) {
  /** For rendered files, whose size is not known before. */
  function takeNow(c: RequestContext, bytes: number): Hold {
    try {
      return budget.takeNow(addressGroup(c.get("clientAddress") ?? ""), bytes);
    } catch (error) {
      c.res = undefined; // otherwise its headers would stay
      throw error;
    }
  }

  return createMiddleware<RequestEnv>(async (c, next) => {
    const { outgoing } = c.env;
    let hold: Hold | undefined;
    let taking: Promise<void> | undefined;
    let reserved = 0;
    let isMade = false;
    let isGone = outgoing === undefined;
    const client = () => addressGroup(c.get("clientAddress") ?? "");
    const giveBack = () => {
      if (isMade && isGone) hold?.release();
    };

    c.set("reserve", async (bytes) => {
      reserved += bytes;
      if (reserved <= budget.freeBytes) return;
      taking ??= budget.take(client(), reserved, c.req.raw).then((taken) => {
        hold = taken;
      });
      await taking;
      // More is taken without waiting: two that hold some and wait for more could wait for each other.
      hold?.resize(reserved);
    });
    outgoing?.once("prefinish", () => {
      const left = outgoing.socket?.writableLength ?? 0;
      if (hold) hold.resize(left * COPIES_WHILE_SENT);
      else if (left > budget.freeBytes) hold = budget.count(client(), left * COPIES_WHILE_SENT);
    });
    outgoing?.once("close", () => {
      isGone = true;
      giveBack();
    });
    try {
      await next();
      const length = Number(c.res.headers.get("content-length") ?? 0);
      if (!hold && length > budget.freeBytes) hold = takeNow(c, length);
    } finally {
      isMade = true;
      giveBack();
    }
  });
}
