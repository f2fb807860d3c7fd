import { expect, test } from "vitest";
import type { RenderedPages } from "../../../../contract/rendering/render.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { createPageSource } from "./page-source.ts";

const page = (text: string): RenderedPages => ({
  pages: [{ svg: `<svg>${text}</svg>`, width: 1, height: 1, fields: [] }],
  printed: 1,
  ignored: [],
});
const never = new AbortController().signal;

function aSource(device: (draft: string) => Promise<RenderedPages>, ms: Record<"server" | "device", number>) {
  const asked: string[] = [];
  let clock = 0;
  const events: string[] = [];
  const source = createPageSource<string>({
    server: async (draft) => {
      asked.push(`server ${draft}`);
      clock += ms.server;
      return page(draft);
    },
    device: async (draft) => {
      asked.push(`device ${draft}`);
      clock += ms.device;
      return device(draft);
    },
    onTakeOver: () => events.push("took over"),
    onFailure: () => events.push("failed"),
    now: () => clock,
  });
  return { source, asked, events };
}
const quick = { server: 80, device: 40 };

test("asks the server alone until the device may be used", async () => {
  const { source, asked } = aSource(async (draft) => page(draft), quick);
  await source.ask("a", never);
  await source.ask("b", never);
  expect(asked).toEqual(["server a", "server b"]);
});

test("takes over after a page that equals the server's", async () => {
  const { source, asked, events } = aSource(async (draft) => page(draft), quick);
  await source.ask("a", never);
  source.startDevice();
  await expect.poll(() => events).toEqual(["took over"]);
  expect(await source.ask("b", never)).toEqual(page("b"));
  expect(asked).toEqual(["server a", "device a", "device b"]);
});

test("stays with the server when the device's page is another one", async () => {
  const { source, asked, events } = aSource(async () => page("other"), quick);
  await source.ask("a", never);
  source.startDevice();
  await expect.poll(() => events).toEqual(["failed"]);
  expect(await source.ask("b", never)).toEqual(page("b"));
  expect(asked.at(-1)).toBe("server b");
});

test.each([
  ["crashes", new RefusedCall(422, [{ message: "", extensions: { code: "RENDER_CRASHED" } }])],
  ["can't be used", new Error("no memory")],
])("the server answers the same draft when the device %s", async (_, error) => {
  let breaks = false;
  const { source, asked, events } = aSource(async (draft) => {
    if (breaks) throw error;
    return page(draft);
  }, quick);
  await source.ask("a", never);
  source.startDevice();
  await expect.poll(() => events).toEqual(["took over"]);
  breaks = true;
  expect(await source.ask("b", never)).toEqual(page("b"));
  await source.ask("c", never);
  expect(asked.slice(2)).toEqual(["device b", "server b", "server c"]);
});

test("a refused value is refused on the device, too", async () => {
  const refusal = new RefusedCall(400, [{ message: "Too long", extensions: { code: "TEXT_TOO_LONG" } }]);
  let refuses = false;
  const { source, events } = aSource(async (draft) => {
    if (refuses) throw refusal;
    return page(draft);
  }, quick);
  await source.ask("a", never);
  source.startDevice();
  await expect.poll(() => events).toEqual(["took over"]);
  refuses = true;
  await expect(source.ask("b", never)).rejects.toBe(refusal);
  expect(events).toEqual(["took over"]);
});

test("gives up a device that is slower than the server", async () => {
  const { source, asked, events } = aSource(async (draft) => page(draft), { server: 50, device: 300 });
  const drafts = ["b", "c", "d", "e", "f", "g", "h"];
  await source.ask("a", never);
  source.startDevice();
  await expect.poll(() => events).toEqual(["took over"]);
  for (const draft of drafts) await source.ask(draft, never);
  expect(asked.at(-1)).toBe("server h");
});
