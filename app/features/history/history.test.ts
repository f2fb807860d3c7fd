import { afterEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "../../lib/http/query-client.tsx";
import { clearHistory, formatAction, groupByDay, historyPageOf, historyTypesOf } from "./history.ts";

const now = new Date(2026, 10, 15, 12, 0);

describe("history entries", () => {
  it("are grouped by day in order", () => {
    const at = (day: number, hour: number) => ({ date_created: new Date(2026, 10, day, hour).toISOString() });
    const groups = groupByDay([at(15, 11), at(15, 9), at(14, 20)], now);
    expect(groups.map(({ label, records }) => [label, records.length])).toEqual([
      ["Today", 2],
      ["Yesterday", 1],
    ]);
  });

  it("name the document or the template", () => {
    expect(formatAction({ action: "exported", title: "Invoice 7" }, "Quarto")).toBe("Downloaded Invoice 7");
    expect(formatAction({ action: "created", title: null }, "Quarto")).toBe("Created Quarto");
  });
});

describe("a history of any length", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    queryClient.removeQueries({ queryKey: ["history"] });
  });

  it("is paged by a hundred and filtered by type", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(decodeURIComponent(address));
      return Response.json({ data: [{ id: "1" }], meta: { filter_count: 1_201 } });
    });
    const page = await queryClient.fetchQuery(historyPageOf({ userId: "ada", type: "posters" }, 99));
    expect(page.paging).toEqual({ page: 13, pages: 13, from: 1_201, to: 1_201, total: 1_201 });
    expect(asked[1]).toMatch(
      /^\/items\/history\?filter\[user_id\]\[_eq\]=ada&filter\[template_id\]\[templates_id\]\[type\]\[_eq\]=posters&fields=\*,.*&limit=100&page=13&meta=filter_count$/,
    );
  });

  it("lists every used type", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(decodeURIComponent(address));
      const name = "template_id.templates_id.type";
      return Response.json({
        data: [
          { [name]: "invoices", count: 1_100 },
          { [name]: "posters", count: 1 },
        ],
      });
    });
    expect(await queryClient.fetchQuery(historyTypesOf("ada"))).toEqual(["invoices", "posters"]);
    expect(asked).toEqual([
      "/items/history?filter[user_id][_eq]=ada&limit=1000&groupBy=template_id.templates_id.type&aggregate[count]=*",
    ]);
  });

  it("is cleared completely", async () => {
    const kept = Array.from({ length: 1_250 }, (_, i) => ({ id: `record-${i}` }));
    vi.stubGlobal("fetch", async (_address: string, { method, body }: RequestInit) => {
      if (method !== "DELETE") return Response.json({ data: kept.slice(0, 100) });
      const gone: string[] = JSON.parse(String(body));
      kept.splice(0, kept.length, ...kept.filter(({ id }) => !gone.includes(id)));
      return new Response(null, { status: 204 });
    });
    expect(await clearHistory({ userId: "ada" })).toBe(true);
    expect(kept).toEqual([]);
  });

  it("logs a failed load and can retry", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
    await expect(queryClient.fetchQuery(historyPageOf({ userId: "ada" }))).rejects.toThrow("502");
    expect(logged.mock.calls.map(([message]) => message)).toEqual(["History fetch failed"]);
  });
});
