import { describe, expect, it } from "vitest";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { isDraftLink, packDraft, unpackDraft } from "./link.ts";

const FIELDS: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    number: { type: "string" },
    logo: { type: "string", "x-widget": "image" },
    items: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        properties: { name: { type: "string", "x-profile": "name" } },
      },
    },
  },
};

describe("a link", () => {
  const draft = { data: { number: "2026-014 ☂ שלום", items: [{ name: "A" }] }, theme: { accent: "#aa0000" } };

  it("carries a draft's values in the fragment", () => {
    const link = packDraft({ ...draft, title: "Mine" });
    if (link.kind !== "link") throw new Error(link.kind);
    expect(link.fragment).toMatch(/^#draft=[\w-]+$/);
    expect(isDraftLink(link.fragment)).toBe(true);
    expect(unpackDraft(link.fragment, FIELDS)).toEqual({ ...draft, title: "Mine" });
  });

  it("leaves out pictures and reports it", () => {
    const link = packDraft({ data: { number: "1", logo: "data:image/png;base64,AAAA" }, theme: {} });
    if (link.kind !== "link") throw new Error(link.kind);
    expect(link.leftOutPictures).toBe(true);
    expect(unpackDraft(link.fragment, FIELDS)?.data).toEqual({ number: "1" });
  });

  it("reports drafts that are too long", () => {
    const words = Array.from({ length: 4_000 }, (_, index) => (index * 7919 * 104_729).toString(36)).join(
      " ",
    );
    expect(packDraft({ data: { number: words }, theme: {} }).kind).toBe("too long");
  });

  it("is rejected when damaged or inflating", () => {
    expect(unpackDraft("#draft=%%%", FIELDS)).toBeUndefined();
    expect(unpackDraft("#draft=AAAA", FIELDS)).toBeUndefined();
    const swelling = packDraft({ data: { number: "a".repeat(2_000_000) }, theme: {} });
    if (swelling.kind !== "link") throw new Error(swelling.kind);
    expect(unpackDraft(swelling.fragment, FIELDS)).toBeUndefined();
  });
});
