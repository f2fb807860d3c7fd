import { afterEach, expect, it, vi } from "vitest";
import { CATALOGUE_VERSION_HEADER } from "../../../contract/page-services.ts";
import { subscribeToToasts } from "../../lib/browser/toasts.ts";
import { noteCatalogueVersion } from "../../lib/http/catalogue-version.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { prefetchType } from "./template-loading.ts";
import { allTemplates } from "./templates.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  queryClient.removeQueries({ queryKey: ["templates"] });
});

it("logs a failed prefetch without a message", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const told: string[] = [];
  const stop = subscribeToToasts(({ message }) => told.push(message));
  vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
  await prefetchType("invoices");
  expect(logged.mock.calls.map(([message]) => message)).toEqual(["Template prefetch failed"]);
  expect(told).toEqual([]);
  stop();
});

it("loads the full list once per catalogue version, without sources", async () => {
  let version = 1;
  const asked: string[] = [];
  const template = { id: "1", type: "invoices", template_name: "Quarto", content: "= The source" };
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({ data: [template] }, { headers: { [CATALOGUE_VERSION_HEADER]: String(version) } });
  });
  const fullCalls = () => asked.filter((address) => address.endsWith("&limit=500"));
  await allTemplates(); // the first answer says which version there is
  asked.length = 0;
  await Promise.all([allTemplates(), allTemplates()]);
  const [found] = await allTemplates();
  expect(fullCalls()).toEqual([
    "/items/templates?fields=type,category,url,content,template_name,rating,id,image&limit=500",
  ]);
  expect(found).toMatchObject({ id: "1", template_name: "Quarto" });
  const stored = queryClient.getQueryCache().findAll({ queryKey: ["templates"] });
  expect(JSON.stringify(stored.map(({ state }) => state.data))).not.toContain("The source");

  version = 2;
  noteCatalogueVersion(Response.json({}, { headers: { [CATALOGUE_VERSION_HEADER]: "2" } }));
  await allTemplates();
  expect(fullCalls()).toHaveLength(2);
});
