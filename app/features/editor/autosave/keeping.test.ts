import { describe, expect, it } from "vitest";
import type { GroupField } from "../../../../contract/template-file.ts";
import { beginDraft, pathsFromProfile, takesPhoto } from "./beginning.ts";
import { fitData, fitTheme } from "./fitting.ts";
import { sayKeeping } from "./keeping.ts";
import { isDraftLink, packDraft, unpackDraft } from "./link.ts";
import { isSameDraft } from "./same-draft.ts";
import { ownTitle, titleOf } from "./titles.ts";

const FIELDS: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    number: { type: "string" },
    count: { type: "integer" },
    paid: { type: "boolean" },
    logo: { type: "string", "x-widget": "image" },
    from: {
      type: "object",
      additionalProperties: false,
      properties: {
        name: { type: "string", maxLength: 8, "x-profile": "name" },
        face: { type: "string", "x-profile": "photo" },
      },
    },
    items: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        properties: { name: { type: "string", "x-profile": "name" } },
      },
    },
    notes: { type: "array", items: { type: "string" } },
  },
};

describe("an untouched draft", () => {
  it("has one empty row a list and what the profile knows, but not in rows", () => {
    const { data } = beginDraft(FIELDS, { name: "Mira Oke Lindqvist" });
    expect(data).toEqual({ from: { name: "Mira Oke" }, items: [{}], notes: [""] });
    expect(pathsFromProfile(FIELDS, data, { name: "Mira Oke Lindqvist" })).toEqual(["from.name"]);
    expect(pathsFromProfile(FIELDS, { from: { name: "Mira" } }, { name: "Mira Oke Lindqvist" })).toEqual([]);
    expect(takesPhoto(FIELDS)).toBe(true);
  });
});

describe("data from elsewhere", () => {
  it("is cut to what the fields can hold", () => {
    const given = {
      number: 12,
      count: "3",
      paid: "yes",
      from: ["no group"],
      items: [{ name: "A", price: 1 }, "no row", null],
      notes: { 0: "no list" },
      __proto__: { number: "x" },
      unknown: true,
    };
    expect(fitData(FIELDS, given)).toEqual({ number: "12", count: "3", items: [{ name: "A" }] });
    expect(fitData(FIELDS, null)).toEqual({});
  });

  it("keeps of a look what is still offered", () => {
    expect(fitTheme({ paper: "a4", fonts: "comic", accent: "red", other: 1 })).toEqual({ paper: "a4" });
    expect(fitTheme("blue")).toEqual({});
  });
});

describe("a link", () => {
  const draft = { data: { number: "2026-014 ☂ שלום", items: [{ name: "A" }] }, theme: { accent: "#aa0000" } };

  it("brings the values of a draft, in the fragment", () => {
    const link = packDraft({ ...draft, title: "Mine" });
    if (link.kind !== "link") throw new Error(link.kind);
    expect(link.fragment).toMatch(/^#draft=[\w-]+$/);
    expect(isDraftLink(link.fragment)).toBe(true);
    expect(unpackDraft(link.fragment, FIELDS)).toEqual({ ...draft, title: "Mine" });
  });

  it("leaves pictures out and says so", () => {
    const link = packDraft({ data: { number: "1", logo: "data:image/png;base64,AAAA" }, theme: {} });
    if (link.kind !== "link") throw new Error(link.kind);
    expect(link.leftOutPictures).toBe(true);
    expect(unpackDraft(link.fragment, FIELDS)?.data).toEqual({ number: "1" });
  });

  it("says when there is too much for one", () => {
    const words = Array.from({ length: 4_000 }, (_, index) => (index * 7919 * 104_729).toString(36)).join(
      " ",
    );
    expect(packDraft({ data: { number: words }, theme: {} }).kind).toBe("too long");
  });

  it("is refused when damaged or swelling", () => {
    expect(unpackDraft("#draft=%%%", FIELDS)).toBeUndefined();
    expect(unpackDraft("#draft=AAAA", FIELDS)).toBeUndefined();
    const swelling = packDraft({ data: { number: "a".repeat(2_000_000) }, theme: {} });
    if (swelling.kind !== "link") throw new Error(swelling.kind);
    expect(unpackDraft(swelling.fragment, FIELDS)).toBeUndefined();
  });
});

describe("a title", () => {
  const template = { name: "Quarto", titlePattern: "Invoice {number}" };

  it("is one's own, or made of the words, or the template's name", () => {
    expect(titleOf(template, { data: { number: "14" }, theme: {} })).toBe("Invoice 14");
    expect(titleOf(template, { data: { number: "14" }, theme: {}, title: "Nordlys" })).toBe("Nordlys");
    expect(titleOf({ ...template, titlePattern: "{number}" }, { data: {}, theme: {} })).toBe("Quarto");
    expect(titleOf(template, { data: { number: "1\n4" }, theme: {} })).toBe("Invoice 1 4");
  });

  it("is known again as one's own", () => {
    expect(ownTitle(template, "Invoice 14", { number: "14" })).toBeUndefined();
    expect(ownTitle(template, "Quarto", {})).toBeUndefined();
    expect(ownTitle(template, "Nordlys", { number: "14" })).toBe("Nordlys");
  });
});

describe("two drafts", () => {
  it("say the same in any order of keys", () => {
    const one = { data: { a: 1, b: [{ c: 1, d: 2 }] }, theme: {} };
    expect(isSameDraft(one, { theme: {}, data: { b: [{ d: 2, c: 1 }], a: 1 } })).toBe(true);
    expect(isSameDraft(one, { theme: {}, data: { b: [{ d: 2, c: 1 }], a: 2 } })).toBe(false);
  });
});

describe("what is said about keeping", () => {
  const present = { data: {}, theme: {} };
  const base = {
    isPerson: false,
    isWriter: true,
    hasMoved: false,
    present,
    untouched: undefined,
    onDevice: present,
    onServer: undefined,
    isDeviceFull: false,
    isUnreachable: false,
    hasSessionEnded: false,
    refused: undefined,
  };

  it.each([
    [{ untouched: present }, "nothing", ""],
    [{}, "device", "Saved on this device"],
    [{ isDeviceFull: true }, "failed", "Not saved: this browser keeps nothing"],
    [{ isPerson: true }, "keeping", "Saving"],
    [{ isPerson: true, onServer: present }, "saved", "Saved"],
    [{ isPerson: true, isUnreachable: true }, "offline", "Offline: saved on this device"],
    [{ isPerson: true, hasSessionEnded: true }, "device", "Saved on this device"],
    [{ isPerson: true, refused: "No" }, "failed", "No: saved on this device"],
    [{ isWriter: false }, "elsewhere", "Open in another tab"],
    [{ hasMoved: true, onServer: present }, "elsewhere", "Changed on another device"],
  ])("%j: %s", (part, state, words) => {
    expect(sayKeeping({ ...base, ...part })).toEqual({ state, words });
  });
});
