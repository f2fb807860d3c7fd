import { afterAll, beforeAll, expect, it } from "vitest";
import { aKnownPage, callOf } from "../support/known.ts";
import { openSite, type Site } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

it("an API key is created, shown once, used by a program and revoked", async () => {
  const { page } = await aKnownPage(site, "/dashboard/account/keys");
  await page.getByLabel("Name", { exact: true }).fill("Shop");
  await page.getByLabel("Make documents").uncheck();
  await page.getByLabel("Read and change my documents").check();
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.getByLabel("New key").inputValue();
  const use = async (path: string) => {
    const answer = await callOf(site)(path, { headers: { authorization: `Bearer ${key}` } });
    const { errors } = (await answer.json()) as { errors?: { extensions: object }[] };
    return { status: answer.status, ...errors?.[0]?.extensions };
  };
  expect(await use("/items/documents")).toEqual({ status: 200 });
  expect(await use("/render/jobs")).toMatchObject({ status: 403, scope: "render" });

  await page.reload();
  await page.getByRole("cell", { name: "Shop", exact: true }).waitFor();
  expect(await page.getByLabel("New key").count()).toBe(0);
  expect(await page.content()).not.toContain(key);
  await page.getByRole("button", { name: "Revoke Shop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("You don’t have any keys").waitFor();
  expect(await use("/items/documents")).toMatchObject({ status: 401, code: "TOKEN_EXPIRED" });
  await page.context().close();
});
