import { describe, expect, it } from "vitest";
import { planRequests } from "./named-icons.tsx";

describe("requests to the icon service", () => {
  it("asks for everything at once when it fits", () => {
    expect(planRequests("lucide", ["a", "b"])).toEqual(["/icons/lucide.json?icons=a,b"]);
    expect(planRequests("lucide", [])).toEqual([]);
  });

  it("never makes an address longer than 500 characters, and loses no name", () => {
    const names = Array.from({ length: 120 }, (_, i) => `icon-number-${i}`);
    const addresses = planRequests("lucide", names);
    expect(Math.max(...addresses.map((address) => address.length))).toBeLessThanOrEqual(500);
    expect(addresses.flatMap((address) => address.split("=")[1]?.split(","))).toEqual(names);
  });
});
