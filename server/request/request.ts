import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { z } from "zod";
import { MAX_BODY_DEPTH, MAX_BODY_VALUES } from "../../contract/limits.ts";
import { type HttpError, invalidPayload, messageOf, tooManyValues } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import { nextTurn } from "../process/loop-turns.ts";
import { exceededBound } from "./json-size.ts";

/** What every handler under the mount table can count on. */
export type RequestEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    log: Log;
    clientAddress: string;
    /** The id of the API key that was sent: what rates are counted by, instead of the address. */
    apiKey?: string;
    maxValues: number;
    /** Waits for memory for a large response. Called before its data is read. Throws 503 when there is none. */
    reserve: Reserve;
  };
};

/** In bytes of memory, including all copies that are made on the way. */
export type Reserve = (bytes: number) => Promise<void>;

export type RequestContext = Context<RequestEnv>;

/** What Hono's request and the standard one have in common. */
type TextSource = { text(): Promise<string> };

export type BodyRules = {
  /** In characters, if less than the path allows (http/request-limits.ts). */
  longest?: { max: number; tooLong(max: number): HttpError };
  /** The path's own limit (http/request-limits.ts), if it has one. */
  maxValues?: number | undefined;
  /** Whether an empty body counts as an empty object. */
  mayBeEmpty: boolean;
  /** Each API has its own error for a body that is not JSON. */
  notJson(reason: string): HttpError;
};

/** In characters: twenty thousand short keys are no more than three times that. */
const WORTH_A_TURN = 64 * 1024;

/** The body as it was sent and as JSON. */
export async function readJson(
  source: TextSource,
  rules: BodyRules,
): Promise<{ text: string; json: unknown }> {
  // A body that was cut off by a disconnect is not JSON either, and not an error of the server.
  const text = await source.text().catch((error) => {
    throw rules.notJson(messageOf(error));
  });
  if (rules.longest && text.length > rules.longest.max) throw rules.longest.tooLong(rules.longest.max);
  if (text === "" && rules.mayBeEmpty) return { text, json: {} };
  const bounds = {
    values: rules.maxValues ?? MAX_BODY_VALUES,
    depth: MAX_BODY_DEPTH,
    properties: MAX_BODY_VALUES,
  };
  const exceeded = await exceededBound(text, bounds);
  if (exceeded === "values") throw tooManyValues(bounds.values);
  if (exceeded === "properties")
    throw rules.notJson(`an object in it has more than ${bounds.properties} properties`);
  if (exceeded === "depth") throw rules.notJson(`it is nested deeper than ${bounds.depth} levels`);
  const json = parse(text, rules);
  // Parsing a large text takes as long as validating and storing it.
  if (text.length > WORTH_A_TURN) await nextTurn();
  return { text, json };
}

function parse(text: string, { notJson }: BodyRules): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(messageOf(error));
  }
}

/** Validates a body. `misfit` makes the error for the first problem; its place is empty for the body as a whole. */
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

/** The JSON body of a request in the shape of a schema. */
export async function readShape<Schema extends z.ZodType>(
  c: RequestContext,
  schema: Schema,
  { mayBeEmpty = false } = {},
): Promise<z.output<Schema>> {
  const { json } = await readJson(c.req, {
    maxValues: c.get("maxValues"),
    mayBeEmpty,
    notJson: (reason) => invalidPayload(`the body has to be JSON: ${reason}`),
  });
  return requireShape(json, schema, (place, problem) =>
    invalidPayload(`"${place || "body"}": ${problem ?? "invalid value"}`),
  );
}
