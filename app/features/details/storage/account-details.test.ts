import { afterEach, expect, it, vi } from "vitest";
import type { DetailsSet } from "../../../../contract/people/details.ts";
import { createInAccount, saveInAccount } from "./account-details.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

type Stored = { id: string; label: string; is_default: number; words: DetailsSet["values"]; rev: number };
const PICTURE = `data:image/png;base64,${"A".repeat(400_000)}`;

/** A simulated account: one response per idempotency key and body, 412 for another revision. */
function anAccount({ maxKept = 256 * 1024 } = {}) {
  const rows: Stored[] = [];
  const once = new Map<string, { sent: string; answer: string }>();
  const sent: { method: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (address: string, { method = "GET", body = "{}", headers }: RequestInit) => {
    const given = JSON.parse(String(body));
    sent.push({ method, body: given });
    if (method === "POST") {
      const key = new Headers(headers).get("idempotency-key") ?? "";
      const earlier = once.get(key);
      if (earlier) return earlier.sent === body ? answered(earlier.answer) : refused(400);
      const row = { id: `row-${rows.length + 1}`, is_default: 0, rev: 1, words: NONE, ...given };
      const fields = new URL(address, "http://here").searchParams.get("fields")?.split(",") ?? [];
      const answer = JSON.stringify({ data: Object.fromEntries(fields.map((name) => [name, row[name]])) });
      if (answer.length > maxKept) return refused(400);
      rows.push(row);
      once.set(key, { sent: String(body), answer });
      return answered(answer);
    }
    const row = rows.find(({ id }) => address.includes(id));
    if (!row) return refused(403);
    if (given.rev !== row.rev) return refused(412, { current: { ...row } });
    Object.assign(row, given, { rev: row.rev + 1 });
    return answered(JSON.stringify({ data: row }));
  });
  return { rows, sent };
}

const NONE = { texts: {}, lists: {} };
const answered = (body: string) => new Response(body, { headers: { "content-type": "application/json" } });
const refused = (status: number, extensions: object = {}) =>
  Response.json({ errors: [{ message: "refused", extensions }] }, { status });
const aSet = (texts: Record<string, string>, given: Partial<DetailsSet> = {}): DetailsSet => ({
  ...{ id: "here", label: "Me", isDefault: false, rev: 0, values: { texts, lists: {} } },
  ...given,
});

it("creates a sender once although its answer was lost", async () => {
  const { rows } = anAccount();
  await createInAccount(aSet({ "sender.name": "Mila" }));
  const kept = await createInAccount(
    aSet({ "sender.name": "Mila Sorell", "sender.logo": PICTURE }, { label: "The studio", isDefault: true }),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    label: "The studio",
    is_default: 1,
    words: { texts: { "sender.name": "Mila Sorell", "sender.logo": PICTURE } },
  });
  expect(kept).toMatchObject({ id: "row-1", rev: rows[0]?.rev, isDefault: true });
});

it("merges local changes into newer ones", async () => {
  const { rows, sent } = anAccount();
  const base = await createInAccount(aSet({ "sender.name": "Mila", "sender.phone": "1" }));
  Object.assign(rows[0] ?? {}, {
    label: "The studio",
    rev: 7,
    words: { texts: { "sender.name": "Mila", "sender.phone": "1", "sender.town": "Windisch" }, lists: {} },
  });
  const kept = await saveInAccount(aSet({ "sender.name": "Mila Sorell" }, { isDefault: true }), base);
  expect(rows[0]).toMatchObject({
    label: "The studio",
    rev: 8,
    words: { texts: { "sender.name": "Mila Sorell", "sender.town": "Windisch" } },
  });
  expect(kept.values.texts).toEqual({ "sender.name": "Mila Sorell", "sender.town": "Windisch" });
  expect(sent.at(-1)?.body).not.toHaveProperty("is_default");
});

it("gives up after repeated conflicts with a reason", async () => {
  const { rows } = anAccount();
  const base = await createInAccount(aSet({ "sender.name": "Mila" }));
  const row = rows[0];
  if (row) Object.defineProperty(row, "rev", { get: () => Math.random(), set: () => {} });
  await expect(saveInAccount(aSet({ "sender.name": "x" }), base)).rejects.toMatchObject({ status: 412 });
});
