import { afterEach, describe, expect, it, vi } from "vitest";
import type { EditorTemplate } from "../editor-template.ts";
import { createPerformer } from "./effects.ts";
import { isSameDraft } from "./server-copy.ts";

describe("two drafts", () => {
  it("are equal in any order of keys", () => {
    const one = { data: { a: 1, b: [{ c: 1, d: 2 }] }, theme: {} };
    expect(isSameDraft(one, { theme: {}, data: { b: [{ d: 2, c: 1 }], a: 1 } })).toBe(true);
    expect(isSameDraft(one, { theme: {}, data: { b: [{ d: 2, c: 1 }], a: 2 } })).toBe(false);
  });
});

describe("a save that fails", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const save = () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const fields = { type: "object", properties: {}, additionalProperties: false };
    const template = { name: "Quarto", titlePattern: "Invoice", fields } as unknown as EditorTemplate;
    const perform = createPerformer({ template, email: "" } as Parameters<typeof createPerformer>[0]);
    const draft = { data: {}, theme: {} };
    const document = { id: "d1", rev: 1 };
    return perform({ kind: "saveDocument", document, draft, base: undefined, unconfirmed: undefined });
  };

  it.each([500, 503, 429])("distinguishes an answer of %d from no answer", async (status) => {
    vi.stubGlobal("fetch", async () => Response.json({ errors: [{ message: "No" }] }, { status }));
    expect(await save()).toEqual({
      kind: "sendFailed",
      problem: { kind: "unreachable", hasAnswered: true },
    });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await save()).toEqual({ kind: "sendFailed", problem: { kind: "unreachable" } });
  });
});
