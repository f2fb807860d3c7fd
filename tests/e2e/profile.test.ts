import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolationsInTheme } from "../support/axe.ts";
import { aKnownPage, callOf, gatherErrors } from "../support/known.ts";
import type { Person } from "../support/people.ts";
import { openSite, type Site, untilSettled } from "../support/site.ts";

const PICTURE = fileURLToPath(new URL("../../public/icon-512.png", import.meta.url));
let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

async function edit(page: Page) {
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Name").waitFor();
}

async function choosePhoto(page: Page, files: string | string[]) {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: /(Choose|Replace) photo/ }).click(),
  ]);
  await chooser.setFiles(files);
}

async function readProfile(person: Person): Promise<Record<string, string | null>> {
  const answer = await callOf(site)(`/items/user/${person.id}`, { headers: { cookie: person.cookie } });
  return ((await answer.json()) as { data: Record<string, string | null> }).data;
}

const statusOf = async (person: Person, file: string | null | undefined) =>
  (await callOf(site)(`/assets/${file}`, { headers: { cookie: person.cookie } })).status;

describe("the profile", () => {
  it("is edited with a photo and saved as a whole", async () => {
    const { page, person } = await aKnownPage(site, "/dashboard/profile");
    expect(await page.getByLabel("Name").count()).toBe(0);
    await edit(page);
    await page.getByLabel("Profession").fill("Exhibition designer");
    await page.getByLabel("Phone").fill("+47 555 01 882");
    await page.getByLabel("About").fill("Rooms that explain things.\nTwo lines of it.");
    await choosePhoto(page, PICTURE);
    const dialog = page.getByRole("dialog", { name: "Crop photo" });
    await dialog.getByRole("button", { name: "Use this photo", disabled: false }).waitFor();
    expect(await findViolationsInTheme(page, "light"), "the crop dialog").toEqual([]);
    await dialog.getByLabel("Zoom").fill("2");
    await dialog.getByRole("application").focus();
    await page.keyboard.press("ArrowLeft");
    await dialog.getByRole("button", { name: "Use this photo" }).click();
    await page.getByRole("button", { name: "Replace photo" }).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.method() === "PATCH"),
      page.getByRole("button", { name: "Save profile" }).click(),
    ]);
    expect(Object.keys(request.postDataJSON()).sort()).toEqual(
      ["avatar", "bio", "email", "id", "name", "phone_number", "photo", "profession"].sort(),
    );
    await page.getByText("Profile saved").waitFor();
    await page.getByRole("button", { name: "Edit" }).waitFor();

    await page.reload();
    await page.getByText("Exhibition designer").first().waitFor();
    const { photo, bio } = await readProfile(person);
    expect(bio).toBe("Rooms that explain things.\nTwo lines of it.");
    const shown = page.getByRole("main").locator("[data-avatar]").first();
    expect(await shown.getAttribute("src")).toContain(photo);
    expect(await statusOf(person, photo)).toBe(200);

    // Replaced: the previous one is deleted. Removed: the placeholder is back.
    await edit(page);
    await choosePhoto(page, PICTURE);
    await page.getByRole("button", { name: "Use this photo" }).click();
    await expect.poll(() => shown.getAttribute("src")).not.toContain(photo);
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    expect(await statusOf(person, photo)).toBe(403);
    await edit(page);
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    expect(await shown.getAttribute("src")).toBe("/avatar-placeholder.svg");
    expect((await readProfile(person)).photo).toBeNull();
    await page.context().close();
  });

  it("has an avatar that can be chosen and removed", { tags: ["long"] }, async () => {
    const { page, person } = await aKnownPage(site, "/dashboard/profile");
    await edit(page);
    await page.getByLabel("Avatar").setInputFiles(PICTURE);
    await page.getByRole("button", { name: "Use this photo" }).click();
    await page.getByRole("button", { name: "Replace avatar" }).waitFor();
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    const { avatar, photo } = await readProfile(person);
    expect([avatar, photo]).toEqual([expect.stringMatching(/^\/assets\/[\w-]+$/), null]);
    const shown = page.getByRole("main").locator("[data-avatar]").first();
    expect(await shown.getAttribute("src")).toContain(avatar);
    const file = avatar?.split("/").at(-1);
    expect(await statusOf(person, file)).toBe(200);

    await edit(page);
    await page.getByRole("button", { name: "Remove avatar" }).click();
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    expect((await readProfile(person)).avatar).toBe("/avatar-placeholder.svg");
    await expect.poll(() => statusOf(person, file)).toBe(403);
    await page.context().close();
  });

  it("shows errors at their fields", async () => {
    const { page, calls } = await aKnownPage(site, "/dashboard/profile");
    await edit(page);
    await page.getByLabel("Name").fill(" ");
    await page.getByLabel("Phone").fill("ring me");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("Enter your name").waitFor();
    await page.getByText("Enter a phone number").waitFor();
    expect(calls.filter((call) => call.startsWith("PATCH"))).toEqual([]);
    await page.context().close();
  });

  it("logs and shows a failed save and keeps editing", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard/profile");
    const errors = gatherErrors(page);
    await edit(page);
    await page.getByLabel("Profession").fill("Bookbinder");
    await page.route("**/items/user/*", (route) => route.fulfill({ status: 503, json: {} }));
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("We couldn’t save your profile.").first().waitFor();
    expect(errors.some((line) => line.startsWith("Profile save failed"))).toBe(true);
    expect(await page.getByLabel("Profession").inputValue()).toBe("Bookbinder");
    await page.unroute("**/items/user/*");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("Profile saved").waitFor();
    await page.context().close();
  });

  it("logs 'Image upload failed'; cancelling makes no request", async () => {
    const { page, calls } = await aKnownPage(site, "/dashboard/profile");
    const errors = gatherErrors(page);
    await edit(page);
    await choosePhoto(page, []);
    await untilSettled(page);
    expect(calls).not.toContain("POST files");
    await page.route("**/files", (route) => route.fulfill({ status: 503, json: {} }));
    await choosePhoto(page, PICTURE);
    await page.getByRole("button", { name: "Use this photo" }).click();
    await page.getByText("We couldn’t upload the photo.").first().waitFor();
    expect(errors.some((line) => line.startsWith("Image upload failed"))).toBe(true);

    // An answer that isn't JSON doesn't leave it uploading forever, and a picture that can't be cropped shows
    // a message.
    await page.route("**/files", (route) => route.fulfill({ body: "<html>The proxy's own page</html>" }));
    await choosePhoto(page, PICTURE);
    await page.getByRole("button", { name: "Use this photo" }).click();
    await expect.poll(() => errors.filter((line) => line.startsWith("Image upload failed")).length).toBe(2);
    await page.getByRole("progressbar", { name: "Uploading photo" }).waitFor({ state: "detached" });
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (done) => done(null);
    });
    await choosePhoto(page, PICTURE);
    await page.getByRole("button", { name: "Use this photo" }).click();
    await page.getByText("We couldn’t crop the photo.").first().waitFor();
    expect(errors.filter((line) => line.startsWith("Image upload failed"))).toHaveLength(3);
    expect(await page.getByRole("main").locator("[data-avatar]").first().getAttribute("src")).toBe(
      "/avatar-placeholder.svg",
    );
    await page.context().close();
  });

  it("warns about unsaved changes", { tags: ["long"] }, async () => {
    const { page } = await aKnownPage(site, "/dashboard/profile");
    await edit(page);
    await page.getByLabel("Profession").fill("Bookbinder");
    await page.getByRole("link", { name: "Saved", exact: true }).first().click();
    await page.getByRole("button", { name: "Stay" }).click();
    expect(await page.getByLabel("Profession").inputValue()).toBe("Bookbinder");
    await page.getByRole("link", { name: "Saved", exact: true }).first().click();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await page.waitForURL("**/dashboard/saved");
    await page.context().close();
  });
});
