import { describe, expect, it } from "vitest";
import { lookQuery, readTriedLook, withoutOwn } from "./looks.ts";

const read = (query: string) => readTriedLook(new URLSearchParams(query));

describe("a look in an address", () => {
  it("is read back as it was written", () => {
    const look = { accent: "#1f4fd8", fonts: "warm" } as const;
    expect(lookQuery(look)).toBe("?accent=1f4fd8&fonts=warm");
    expect(read(lookQuery(look))).toEqual(look);
    expect(lookQuery({})).toBe("");
  });

  it("leaves out what is no colour and no pairing", () => {
    expect(read("accent=red&fonts=comic")).toEqual({});
    expect(read("accent=%231f4fd8&fonts=constructor")).toEqual({});
    expect(read("accent=1F4FD8")).toEqual({ accent: "#1f4fd8" });
  });

  it("does not name what is the template’s own", () => {
    const own = { accent: "#E8341C", fonts: "warm" };
    expect(withoutOwn({ accent: "#e8341c", fonts: "warm" }, own)).toEqual({});
    expect(withoutOwn({ accent: "#1f4fd8", fonts: "original" }, own)).toEqual({
      accent: "#1f4fd8",
      fonts: "original",
    });
    expect(withoutOwn({ fonts: "original" }, {})).toEqual({});
  });
});
