import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { contentOf, createContentStore } from "../draft-content.ts";
import { startAutosave } from "./autosave.ts";

const DRAFT = {
  id: "d1",
  rev: 3,
  content: "a",
  fields: "{}",
  sample: "{}",
  page: { papers: ["a4"], orientation: "portrait" },
  theme: { accent: "#000000", fonts: "original" },
  title: null,
  template_name: "Kiln",
  type: "invoices",
  category: "trades",
  slug: "kiln",
  description: null,
  words: null,
  date_updated: "2026-01-01T00:00:00.000Z",
} as unknown as TemplateDraft;
const KEY = "studio-draft-d1";

/** A server that accepts the current revision, and loses answers or refuses when told to. */
function aServer(stored: TemplateDraft = DRAFT) {
  const server = { stored: { ...stored }, sent: [] as object[], answers: "all" as "all" | "none" | "lost" };
  vi.stubGlobal("fetch", async (_address: string, { body = "{}" }: RequestInit) => {
    const changes = JSON.parse(String(body));
    server.sent.push(changes);
    if (server.answers === "none") throw new TypeError("Failed to fetch");
    if (changes.rev !== server.stored.rev) {
      const extensions = { current: { ...server.stored } };
      return Response.json({ errors: [{ message: "newer", extensions }] }, { status: 412 });
    }
    server.stored = { ...server.stored, ...changes, rev: changes.rev + 1 };
    if (server.answers === "lost") throw new TypeError("Failed to fetch");
    return Response.json({ data: server.stored });
  });
  return server;
}

const device = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", Object.assign(new EventTarget(), { documentElement: { lang: "en" } }));
  vi.stubGlobal("window", new EventTarget());
  device.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => device.get(key) ?? null,
    setItem: (key: string, text: string) => device.set(key, text),
    removeItem: (key: string) => device.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(draft: TemplateDraft = DRAFT) {
  const work = createContentStore(contentOf(draft));
  return { work, autosave: startAutosave(draft, work) };
}
const pause = (ms = 900) => vi.advanceTimersByTimeAsync(ms);

describe("saving a template draft", () => {
  it("sends only the parts that changed, with the revision they are based on", async () => {
    const { sent } = aServer();
    const { work } = open();
    work.change({ content: "b" });
    expect(JSON.parse(device.get(KEY) ?? "{}")).toMatchObject({ rev: 3, work: { content: "b" } });
    await pause();
    work.change({ title: "Bill" });
    await pause();
    expect(sent).toEqual([
      { content: "b", rev: 3 },
      { title: "Bill", rev: 4 },
    ]);
    expect(device.size).toBe(0);
  });

  it("sends nothing after a change was reverted by hand", async () => {
    const { sent } = aServer();
    const { work } = open();
    work.change({ content: "b" });
    work.change({ content: "a" });
    await pause(5_000);
    expect(sent).toEqual([]);
    expect(device.size).toBe(0);
  });

  it("sends the device copy after a reload, and retries until the server answers", async () => {
    const server = aServer();
    server.answers = "none";
    const first = open();
    first.work.change({ content: "b" });
    await pause();
    expect(await first.autosave.flush()).toBeUndefined();
    first.autosave.close();
    const { work, autosave } = open();
    expect(work.get().content).toBe("b");
    server.answers = "all";
    await pause(2_000);
    expect(server.stored).toMatchObject({ content: "b", rev: 4 });
    expect(await autosave.flush()).toBe(4);
  });

  it("recognises its own content when an answer was lost", async () => {
    const server = aServer();
    const { work, autosave } = open();
    server.answers = "lost";
    work.change({ content: "b" });
    await pause();
    server.answers = "all";
    work.change({ content: "bc" });
    await pause(2_000);
    expect(server.stored).toMatchObject({ content: "bc", rev: 5 });
    expect(server.sent.at(-1)).toEqual({ content: "bc", rev: 4 });
    expect(autosave.state.get().server.kind).toBe("idle");
  });

  it("goes on when a newer revision has nothing else in it", async () => {
    const server = aServer({ ...DRAFT, rev: 9 });
    const { work } = open();
    work.change({ content: "b" });
    await pause();
    expect(server.stored).toMatchObject({ content: "b", rev: 10 });
  });

  it("overwrites another author only after the conflict is resolved", async () => {
    const server = aServer({ ...DRAFT, content: "theirs", slug: "oven", rev: 7 });
    const { work, autosave } = open();
    work.change({ content: "mine" });
    await pause();
    work.change({ content: "mine too" });
    await pause(5_000);
    expect(server.stored.content).toBe("theirs");
    expect(autosave.state.get().server).toMatchObject({
      kind: "conflict",
      rev: 7,
      theirs: { content: "theirs" },
    });
    expect(await autosave.flush()).toBeUndefined();
    autosave.resolve({ ...work.get(), content: "both", slug: "oven" });
    await pause();
    expect(server.sent.at(-1)).toEqual({ content: "both", rev: 7 });
    expect(server.stored).toMatchObject({ content: "both", rev: 8 });
  });

  it("sends nothing when a conflict is resolved with the other author's content", async () => {
    const server = aServer({ ...DRAFT, content: "theirs", rev: 7 });
    const { work, autosave } = open();
    work.change({ content: "mine" });
    await pause();
    const before = server.sent.length;
    autosave.resolve({ ...work.get(), content: "theirs" });
    expect(await autosave.flush()).toBe(7);
    expect(server.sent).toHaveLength(before);
    expect(device.size).toBe(0);
  });

  it("finds the conflict after a reload on top of a revision that moved on", async () => {
    const theirs = { ...DRAFT, content: "theirs", rev: 7 };
    const server = aServer(theirs);
    device.set(KEY, JSON.stringify({ rev: 3, work: { ...contentOf(DRAFT), content: "mine" } }));
    const { work, autosave } = open(theirs);
    await pause();
    expect(work.get().content).toBe("mine");
    expect(server.stored.content).toBe("theirs");
    expect(autosave.state.get().server).toMatchObject({ kind: "conflict", theirs: { content: "theirs" } });
  });
});
