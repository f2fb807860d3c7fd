import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { z } from "zod";
import { type HttpError, messageOf } from "./errors.ts";
import type { Log } from "./logging.ts";

/** What every handler under the mount table can count on. */
export type RequestEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; log: Log; clientAddress: string };
};

export type RequestContext = Context<RequestEnv>;

/** What Hono's request and the standard one have in common. */
type TextSource = { text(): Promise<string> };

export type BodyRules = {
  /** In characters, where what the path allows (http/request-limits.ts) is far more than anybody needs. */
  longest?: { most: number; tooLong(most: number): HttpError };
  /** Whether nothing at all stands for an empty object. */
  mayBeEmpty: boolean;
  /** Each API has its own words for a body that is not JSON. */
  notJson(reason: string): HttpError;
};

/** The body as it was sent and as JSON. */
export async function readJson(
  source: TextSource,
  rules: BodyRules,
): Promise<{ text: string; json: unknown }> {
  // What a client sent that went away in the middle is not JSON either, and no fault of ours.
  const text = await source.text().catch((error) => {
    throw rules.notJson(messageOf(error));
  });
  if (rules.longest && text.length > rules.longest.most) throw rules.longest.tooLong(rules.longest.most);
  if (text === "" && rules.mayBeEmpty) return { text, json: {} };
  try {
    return { text, json: JSON.parse(text) };
  } catch (error) {
    throw rules.notJson(messageOf(error));
  }
}

/** What was sent, as its schema wants it. `misfit` words the first thing that is wrong; its place is empty for the whole. */
export function requireShape<Schema extends z.ZodType>(
  json: unknown,
  schema: Schema,
  misfit: (place: string, problem: string | undefined) => HttpError,
): z.output<Schema> {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const first = read.error.issues[0];
  throw misfit(first?.path.join(".") ?? "", first?.message);
}
