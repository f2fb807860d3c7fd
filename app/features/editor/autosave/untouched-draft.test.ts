import { describe, expect, it } from "vitest";
import type { GroupField } from "../../../../contract/template-file.ts";
import { beginDraft, pathsFromProfile, takesPhoto } from "./untouched-draft.ts";

const FIELDS: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    number: { type: "string" },
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
