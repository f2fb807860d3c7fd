import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { subscribeToToasts } from "../../lib/browser/toasts.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { checkSession } from "../session/index.ts";
import { pressHeart, savedOf, toggleSaved } from "./saved-templates.ts";

type Sent = { method: string; address: string; body: unknown; ifMatch: string | undefined };

let sent: Sent[];
let told: string[];
let stop: () => void;
let answer: (call: Sent) => Response;

const quarto = { id: "quarto", name: "Quarto" };
const neap = { id: "neap", name: "Neap" };
const listed = (...ids: string[]) => ids.map((templates_id, i) => ({ id: `entry-${i}`, templates_id }));
const record = (...ids: string[]) => ({ id: "record", template_id: listed(...ids) });
const withTag = (data: unknown) => Response.json({ data }, { headers: { etag: '"rev-4"' } });

beforeEach(() => {
  sent = [];
  told = [];
  stop = subscribeToToasts(({ message }) => told.push(message));
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const call = {
      method: init.method ?? "GET",
      address: decodeURIComponent(address),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
      ifMatch: headers.get("if-match") ?? undefined,
    };
    sent.push(call);
    return answer(call);
  });
});
afterEach(async () => {
  stop();
  queryClient.removeQueries({ queryKey: savedOf("ada").queryKey });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await checkSession(); // a visitor again
});

it("creates the record with the first save", async () => {
  answer = ({ method }) => (method === "GET" ? withTag([]) : withTag(record("quarto")));
  expect(await toggleSaved("ada", quarto, true)).toBe(true);
  expect(sent).toEqual([
    {
      method: "GET",
      address: "/items/saved_templates?filter[user_id][_eq]=ada&fields=template_id.*,id",
      body: undefined,
      ifMatch: undefined,
    },
    {
      method: "POST",
      address: "/items/saved_templates?fields=template_id.*,id",
      body: { user_id: "ada", template_id: [{ templates_id: "quarto" }] },
      ifMatch: undefined,
    },
  ]);
});

it("sends the full list with the known revision", async () => {
  answer = ({ method }) => withTag(method === "GET" ? [record("quarto")] : record("quarto", "neap"));
  await toggleSaved("ada", neap, true);
  answer = () => withTag(record("neap"));
  await toggleSaved("ada", quarto, false);
  const address = "/items/saved_templates/record?fields=template_id.*,id";
  expect(sent.slice(1)).toEqual([
    {
      method: "PATCH",
      address,
      body: { template_id: [...listed("quarto"), { templates_id: "neap" }] },
      ifMatch: '"rev-4"',
    },
    { method: "PATCH", address, body: { template_id: [listed("quarto", "neap")[1]] }, ifMatch: '"rev-4"' },
  ]);
});

it("reports the server's message for a refused save", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const refusal = {
    message: "A list holds at most 2000 templates.",
    extensions: { code: "INVALID_PAYLOAD" },
  };
  answer = ({ method }) =>
    method === "GET" ? withTag([]) : Response.json({ errors: [refusal] }, { status: 400 });
  expect(await toggleSaved("ada", quarto, true)).toBe(false);
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
  expect(await toggleSaved("ada", quarto, true)).toBe(false);
  answer = () => new Response("<html>Bad gateway", { status: 502 });
  expect(await toggleSaved("ada", quarto, true)).toBe(false);
  expect(told).toEqual([
    "We couldn’t save Quarto. A list holds at most 2000 templates.",
    "We couldn’t reach the server. We couldn’t save Quarto. Try again.",
    "We couldn’t save Quarto. Something went wrong on the server. Try again in a moment.",
  ]);
});

it("saves for the person whose session is still being checked", async () => {
  vi.stubGlobal("localStorage", { getItem: () => "ada@example.org" });
  const checked = Promise.withResolvers<void>();
  answer = ({ method, address }) => {
    if (address.startsWith("/items/user?")) return withTag([{ id: "ada", email: "ada@example.org" }]);
    return method === "GET" ? withTag([]) : withTag(record("quarto"));
  };
  const items = fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (!address.startsWith("/auth/")) return items(address, init);
    await checked.promise;
    const user = { id: "ada", email: "ada@example.org", name: "Ada" };
    return Response.json({ user, session: { id: "s", token: "t" } });
  });
  void checkSession();
  const pressed = pressHeart(quarto, "/", () => {});
  expect(sent).toEqual([]);
  checked.resolve();
  await pressed;
  expect(sent.at(-1)).toMatchObject({ method: "POST", body: { user_id: "ada" } });
});
