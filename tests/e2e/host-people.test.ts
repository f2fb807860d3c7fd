import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlite } from "../../server/database/sqlite.ts";
import { type DirectusHost, type HostItem, startDirectusHost } from "../support/directus-host.ts";
import { aKnownPage, callOf } from "../support/known.ts";
import { aPerson } from "../support/people.ts";
import { openOwnSite, untilAlive } from "../support/site.ts";

const PICTURE = fileURLToPath(new URL("../../public/icon-512.png", import.meta.url));
const EMAIL = "ada@example.org";
const template = (id: number): HostItem => ({
  id,
  type: "CV Template",
  category: "Plain",
  url: `/designs/${id}`,
  content: null,
  template_name: `Design ${id}`,
  rating: 4,
  image: null,
});
const ADA = {
  avatar: "a.svg",
  name: "Ada Brenholm",
  profession: null,
  phone_number: null,
  bio: null,
  photo: null,
};

let host: DirectusHost;
let site: Awaited<ReturnType<typeof openOwnSite>>;
beforeAll(async () => {
  host = await startDirectusHost({
    templates: [1, 2, 3].map(template),
    user: [{ id: 7, email: EMAIL, ...ADA }],
    saved_templates: [],
    history: [{ id: 60, user_id: 7, template_id: [{ id: 61, templates_id: 1 }] }],
  });
  site = await openOwnSite({
    CONTENT_HOST: host.url,
    CONTENT_TOKEN: host.token,
    CONTENT_PEOPLE: "host",
    RENDER_PROCESSES: "0",
  });
});
afterAll(async () => {
  await site?.close();
  await host?.stop();
});

describe("a site in front of a content backend", () => {
  it("makes the specification's calls there, and goes on without it", { tags: ["long"] }, async () => {
    const person = await aPerson(callOf(site), { email: EMAIL, name: "Ada" });
    const database = openSqlite(join(site.data, "typecase.sqlite"));
    database.prepare("update auth_user set emailVerified = 1 where id = ?").run(person.id);
    database.close();
    const { page } = await aKnownPage(site, "/", { person, fresh: true });
    const main = page.getByRole("main");
    const goTo = async (path: string) => {
      await page.goto(site.server.url + path);
      await untilAlive(page);
    };
    await main
      .getByRole("link", { name: /CV Template/ })
      .first()
      .waitFor();
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("design 2");
    await page.getByRole("option", { name: /Design 2/ }).waitFor();
    await page.keyboard.press("Escape");

    await goTo("/cv-template");
    for (const name of ["Design 1", "Design 2", "Design 3"])
      await main.getByRole("heading", { name }).waitFor();
    await goTo("/cv-template/design-2");
    await main.getByRole("heading", { level: 1, name: "Design 2" }).waitFor();
    const heart = (name: string) => main.getByRole("button", { name: `Save ${name}`, exact: true }).first();
    await heart("Design 2").click();
    await expect.poll(() => heart("Design 2").getAttribute("aria-pressed")).toBe("true");
    expect(host.collections.saved_templates).toMatchObject([
      { user_id: 7, template_id: [{ templates_id: 2 }] },
    ]);

    await goTo("/dashboard/history");
    await main.getByText("Design 1").first().waitFor();

    await goTo("/dashboard/profile");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Profession").fill("Exhibition designer");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Choose photo" }).click(),
    ]);
    await chooser.setFiles(PICTURE);
    await page.getByRole("button", { name: "Use this photo", disabled: false }).click();
    await page.getByRole("button", { name: "Replace photo" }).waitFor();
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("Profile saved").waitFor();
    const [[photo] = []] = host.pictures;
    expect(host.collections.user).toEqual([
      { id: 7, email: EMAIL, ...ADA, profession: "Exhibition designer", photo },
    ]);

    await goTo("/dashboard/account");
    await page.getByRole("heading", { name: "Where your data is stored" }).waitFor();
    await page.getByText(new RegExp(`stored at ${new URL(host.url).host}`)).waitFor();

    host.trouble = "down";
    const before = structuredClone(host.collections);
    await goTo("/cv-template/design-3");
    await heart("Design 3").click();
    await page
      .getByText(/The system that stores your profile.*isn’t answering/)
      .first()
      .waitFor();
    await expect.poll(() => heart("Design 3").getAttribute("aria-pressed")).toBe("false");
    await goTo("/dashboard/saved");
    await main.getByText("Design 2").first().waitFor();
    host.trouble = "none";
    expect(host.collections).toEqual(before);
    await goTo("/cv-template/design-3");
    await heart("Design 3").click();
    await expect
      .poll(() => host.collections.saved_templates)
      .toMatchObject([{ user_id: 7, template_id: [{ templates_id: 2 }, { templates_id: 3 }] }]);
    await page.context().close();
  });
});
