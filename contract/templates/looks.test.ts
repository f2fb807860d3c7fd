import { describe, expect, it } from "vitest";
import { lookQuery, readTriedLook, withoutDefaults } from "./looks.ts";

const read = (query: string) => readTriedLook(new URLSearchParams(query));

describe("a look in an address", () => {
  it("survives a round trip", () => {
    const look = { accent: "#1f4fd8", fonts: "warm", language: "ar" } as const;
    expect(lookQuery(look)).toBe("?accent=1f4fd8&fonts=warm&language=ar");
    expect(read(lookQuery(look))).toEqual(look);
    expect(lookQuery({})).toBe("");
  });

  it("ignores invalid colours and pairings", () => {
    expect(read("accent=red&fonts=comic&language=tlh")).toEqual({});
    expect(read("accent=%231f4fd8&fonts=constructor")).toEqual({});
    expect(read("accent=1F4FD8")).toEqual({ accent: "#1f4fd8" });
  });

  it("leaves out the template's defaults", () => {
    const own = { accent: "#E8341C", fonts: "warm" };
    expect(withoutDefaults({ accent: "#e8341c", fonts: "warm" }, own)).toEqual({});
    expect(withoutDefaults({ accent: "#1f4fd8", fonts: "original" }, own)).toEqual({
      accent: "#1f4fd8",
      fonts: "original",
    });
    expect(withoutDefaults({ fonts: "original" }, {})).toEqual({});
  });

  it("has a language only if the template has a sample in it", () => {
    expect(withoutDefaults({ language: "ar" }, { languages: ["ar", "he"] })).toEqual({ language: "ar" });
    expect(withoutDefaults({ language: "hi" }, { languages: ["ar", "he"] })).toEqual({});
    expect(withoutDefaults({ language: "ar" }, {})).toEqual({});
  });
});
