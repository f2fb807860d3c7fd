import { afterAll, beforeAll, expect, test } from "vitest";
import { aKnownPage, callOf, someTemplates } from "../support/known.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, postJson } from "../support/people.ts";
import { openOwnSite } from "../support/site.ts";

let site: Awaited<ReturnType<typeof openOwnSite>>;
beforeAll(async () => {
  site = await openOwnSite();
});
afterAll(() => site.close());

test("a template is changed in the panes and published: operators compare the versions and restore one; an older document stays, sees what changes and takes it", {
  tags: ["long"],
}, async () => {
  const call = callOf(site);
  const keeper = await anOperator(call, { environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
  const person = await aPerson(call);
  const kiln = (await someTemplates(site)).find(({ url }) => url === "/invoices/kiln");
  const made = await postJson(
    call,
    "/items/documents",
    { templates_id: kiln?.id, title: "Spring order", data: { number: "73" } },
    { cookie: person.cookie },
  );
  const { data: document } = (await made.json()) as { data: { id: string } };

  // Changed in the panes and published there: version 2, which stands beside version 1 then.
  const { page: studio } = await aKnownPage(site, `/studio/templates/${kiln?.id}`, { person: keeper });
  await studio.getByRole("button", { name: "Change it" }).press("Enter");
  await studio.waitForURL("**/studio/drafts/*");
  const fields = studio.getByRole("region", { name: "Fields" });
  await fields.getByRole("button", { name: /^Made or packed/ }).press("Enter");
  await fields.getByLabel("Required").press("Space");
  await studio.getByRole("textbox", { name: "Source of the page" }).focus();
  await studio.keyboard.press("Control+End");
  await studio.keyboard.type("\nA line of the newer version");
  const publish = studio.getByRole("button", { name: "Publish…" });
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await publish.press("Enter");
  const publishing = studio.getByRole("dialog", { name: "Publish version 2" });
  await publishing.getByLabel("What changed").fill("Says more");
  await publishing.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  await studio.waitForURL(`**/studio/templates/${kiln?.id}`);
  await studio.getByRole("heading", { name: "From 1 to 2" }).waitFor();
  await studio.getByText("became required").waitFor();
  await studio
    .getByRole("textbox", { name: "Source of version 2" })
    .getByText("A line of the newer version")
    .waitFor();
  await studio.getByRole("button", { name: "Changed pixels" }).press("Enter");
  await studio.getByRole("img", { name: "The pixels that differ" }).waitFor();

  const { page } = await aKnownPage(site, `/invoices/kiln/use?document=${document.id}`, { person });
  await page.getByRole("button", { name: "See what changes" }).click();
  const dialog = page.getByRole("dialog", { name: "What changes in Kiln" });
  await dialog.getByRole("img", { name: "Version 2, page 1" }).waitFor();
  await dialog.getByText("became required").waitFor();
  await dialog.getByRole("button", { name: "Take it" }).click();
  await page.getByText("This document is made with version 2 of Kiln now").waitFor();
  await page.getByRole("button", { name: "See what changes" }).waitFor({ state: "hidden" });

  await studio.getByRole("button", { name: "Restore 1 as 3" }).click();
  await studio.getByRole("alertdialog").getByRole("button", { name: "Restore 1 as 3" }).click();
  await studio.getByRole("heading", { name: "From 2 to 3" }).waitFor();
});
