import { readFileSync } from "node:fs";

/** A line of tests/fixtures/directus/directus-12.jsonl. */
export type Capture = {
  name: string;
  request: {
    method: string;
    path: string;
    auth: "admin" | "app" | "none" | "bad";
    body: unknown;
    content_type: string | null;
    headers?: Record<string, string>;
  };
  status: number;
  body: unknown;
};

const FILE = new URL("../../../fixtures/directus/directus-12.jsonl", import.meta.url);

export const CAPTURES = readFileSync(FILE, "utf8")
  .trim()
  .split("\n")
  .map((line): Capture => JSON.parse(line));

/** Lists of which the file has only the first two items. */
export const CUT = new Set(["templates-all", "templates-by-type", "limit-minus-1", "gzip-big", "br-big"]);

/** Templates whose fields are known from a line, by number. */
export function toldTemplates(): Map<number, Record<string, unknown>> {
  const told = new Map<number, Record<string, unknown>>();
  for (const { request, status, body } of CAPTURES) {
    if (status !== 200 || !request.path.startsWith("/items/templates") || request.method === "POST") continue;
    const { data } = body as { data: Record<string, unknown> | Record<string, unknown>[] };
    for (const item of [data].flat())
      if (typeof item?.id === "number") told.set(item.id, { ...told.get(item.id), ...item });
  }
  return told;
}
