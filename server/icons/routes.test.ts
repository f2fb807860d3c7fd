import { describe, expect, it } from "vitest";
import { iconRoutes } from "./routes.ts";

const app = iconRoutes();

describe("the icon service", () => {
  it("answers in the shape of the Iconify API", async () => {
    const answer = await app.request("/icons/lucide.json?icons=mail,no-such-icon");
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(body).toMatchObject({ prefix: "lucide", width: 24, height: 24, not_found: ["no-such-icon"] });
    expect(body.icons.mail.body).toContain("<");
  });

  it("knows icons by their former names", async () => {
    const { icons } = await (await app.request("/icons/lucide.json?icons=home")).json();
    expect(icons.home.body).toContain("<path");
  });

  it("searches current and former names, plain ones first", async () => {
    const search = async (query: string) =>
      (await (await app.request(`/icons/lucide/search?query=${query}`)).json()) as {
        icons: string[];
        total: number;
      };
    const { icons, total } = await search("file+Text");
    expect(icons[0]).toBe("lucide:file-text");
    expect(total).toBe(icons.length);
    expect((await search("home")).icons).toContain("lucide:house");
    expect((await search("no-such-thing")).icons).toEqual([]);
    expect((await search("")).icons.length).toBeGreaterThan(20);
    expect((await app.request("/icons/nothing/search?query=a")).status).toBe(404);
  });

  it("has no unknown sets or icons", async () => {
    expect((await app.request("/icons/nothing.json?icons=a")).status).toBe(404);
    expect((await app.request("/icons/constructor.json?icons=a")).status).toBe(404);
    const { icons } = await (await app.request("/icons/lucide.json?icons=__proto__,constructor")).json();
    expect(Object.keys(icons)).toEqual([]);
  });
});
