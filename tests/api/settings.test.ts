import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSettings, SETTINGS } from "../../server/config/settings.ts";

const shown = Object.values(SETTINGS)
  .filter(({ variable }) => variable !== "NODE_ENV")
  .map((setting) => {
    const fallback =
      "documented" in setting ? setting.documented : setting.fallback && `\`${setting.fallback}\``;
    return `| \`${setting.variable}\` | ${fallback} | ${setting.purpose} |`;
  });

describe("settings", () => {
  it("are all in docs/settings.md, with their defaults", () => {
    const page = readFileSync("docs/settings.md", "utf8");
    const table = page.split("\n").filter((line) => /^\| `[A-Z_]+`/.test(line));
    expect(table).toEqual(shown);
  });

  it("have valid defaults", () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      productName: undefined,
      databaseUrl: undefined,
      corsOrigins: [],
    });
  });

  it("are read from the environment; empty means unset", () => {
    const settings = readSettings({
      PORT: " 8080 ",
      PRODUCT_NAME: "",
      PUBLIC_URL: "https://Templates.Example.org/",
      CORS_ORIGINS: "https://a.example, http://b.example:8080",
      TRUSTED_PROXIES: "10.0.0.0/8 ::1",
    });
    expect(settings).toMatchObject({
      port: 8080,
      productName: undefined,
      publicUrl: "https://templates.example.org",
      corsOrigins: ["https://a.example", "http://b.example:8080"],
      trustedProxies: ["10.0.0.0/8", "::1"],
    });
  });
});
