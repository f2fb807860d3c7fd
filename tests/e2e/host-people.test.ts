import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqlite } from "../../server/database/sqlite.ts";
import { type DirectusHost, type HostItem, startDirectusHost } from "../support/directus-host.ts";
import { aKnownPage, callOf, postAs } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
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
    templates: [...[1, 2, 3].map(template), { ...template(4), url: null }],
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

/** The specification's calls, as the host hears them. It is asked for all templates; those of a type are read from the copy. */
const CALLS = [
  "GET /items/templates",
  "GET /items/user",
  "PATCH /items/user/7",
  "POST /files",
  "GET /items/saved_templates",
  "POST /items/saved_templates",
  "PATCH /items/saved_templates/#",
  "GET /items/history",
];
const HOST_SILENT = /The system that stores your profile.*isn’t answering/;

describe("a site in front of a content backend", () => {
  it("lists the templates in the studio that it can't show", async () => {
    const operator = await anOperator(callOf(site), {
      environment: { DATA_DIR: site.data, DATABASE_URL: "" },
    });
    await postAs(site, operator, "/site/content-host/refresh", {});
    const { page } = await aKnownPage(site, "/studio", { person: operator });
    await page.getByText("1 template wasn’t imported").click();
    await page.getByText(`${host.url}/items/templates/4`).waitFor();
    await page.getByText("Fix the others in your content backend").waitFor();
    await page.context().close();
  });

  it("makes the specification's calls there, and goes on without it", async () => {
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
    const heart = (name: string) => main.getByRole("button", { name: `Save ${name}`, exact: true }).first();
    const seeTemplates = async () => {
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
    };
    const choosePhoto = async () => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.getByRole("button", { name: /(Choose|Replace) photo/ }).click(),
      ]);
      await chooser.setFiles(PICTURE);
      await page.getByRole("button", { name: "Use this photo", disabled: false }).click();
    };
    const save = () => page.getByRole("button", { name: "Save profile" }).click();
    const saved = (...ids: number[]) => [
      { user_id: 7, template_id: ids.map((templates_id) => ({ templates_id })) },
    ];

    await seeTemplates();
    await heart("Design 2").click();
    await expect.poll(() => host.collections.saved_templates).toMatchObject(saved(2));
    await goTo("/cv-template/design-3");
    await heart("Design 3").click();
    await expect.poll(() => host.collections.saved_templates).toMatchObject(saved(2, 3));
    await goTo("/dashboard/history");
    await main.getByText("Design 1").first().waitFor();
    await goTo("/dashboard/profile");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Profession").fill("Exhibition designer");
    await choosePhoto();
    await page.getByRole("button", { name: "Replace photo" }).waitFor();
    await save();
    await page.getByText("Profile saved").waitFor();
    const [[photo] = []] = host.pictures;
    const profile = { id: 7, email: EMAIL, ...ADA, profession: "Exhibition designer", photo };
    expect(host.collections.user).toEqual([profile]);
    expect(host.requests.map((each) => each.replace(/(saved_templates\/)\d+/, "$1#"))).toEqual(
      expect.arrayContaining(CALLS),
    );

    host.trouble = "down";
    const before = structuredClone(host.collections);
    await goTo("/");
    await seeTemplates();
    await heart("Design 2").click();
    await page.getByText(HOST_SILENT).first().waitFor();
    await expect.poll(() => heart("Design 2").getAttribute("aria-pressed")).toBe("true");
    await goTo("/dashboard/profile");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Profession").fill("Printer");
    await choosePhoto();
    await page.getByText("We couldn’t upload the photo. The system that stores").first().waitFor();
    await save();
    await main.getByText(HOST_SILENT).waitFor();
    expect(await page.getByLabel("Profession").inputValue()).toBe("Printer");
    expect(host.collections).toEqual(before);
    expect([...host.pictures.keys()]).toEqual([photo]);

    host.trouble = "none";
    await save();
    await page.getByText("Profile saved").waitFor();
    expect(host.collections.user).toEqual([{ ...profile, profession: "Printer" }]);
    await goTo("/dashboard/account");
    await page.getByText(new RegExp(`stored at ${new URL(host.url).host}`)).waitFor();
    await page.context().close();
  });
});
