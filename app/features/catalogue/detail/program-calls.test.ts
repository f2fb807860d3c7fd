import { describe, expect, it } from "vitest";
import { writeCall } from "./program-calls.ts";

const facts = {
  origin: "https://print.example",
  id: "0189",
  file: "quarto",
  data: { name: "Åse’s “Café” & 'Sons'\n\\o/", isPaid: true, tax: null },
  look: { accent: "#1f4fd8", fonts: "warm" },
} as const;

describe("the call of a program", () => {
  it("has the site's address, the chosen look and escaped texts", () => {
    expect(writeCall("curl", facts)).toBe(`curl 'https://print.example/render/0189.pdf' \\
  -H 'content-type: application/json' -o quarto.pdf -d '{
  "data": { "name": "Åse’s “Café” & '\\''Sons'\\''\\n\\\\o/", "isPaid": true, "tax": null },
  "theme": { "accent": "#1f4fd8", "fonts": "warm" }
}'`);
    expect(writeCall("python", facts)).toContain('"isPaid": True, "tax": None');
    expect(writeCall("javascript", { ...facts, look: {} })).not.toContain("theme");
  });
});
