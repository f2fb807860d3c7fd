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

test("a template changes: an older document stays, sees what changes and takes it; operators compare the versions and restore one", async () => {
  const call = callOf(site);
  const keeper = await anOperator(call, { environment: { DATA_DIR: site.data, DATABASE_URL: "" } });
  const person = await aPerson(call);
  const kiln = (await someTemplates(site)).find(({ url }) => url === "/invoices/kiln");
  const read = await call(`/items/templates/${kiln?.id}?fields=content,fields`);
  const { data: template } = (await read.json()) as {
    data: { content: string; fields: { required?: string[] } };
  };
  const made = await postJson(
    call,
    "/items/documents",
    { templates_id: kiln?.id, title: "Spring order", data: { number: "73" } },
    { cookie: person.cookie },
  );
  const { data: document } = (await made.json()) as { data: { id: string } };
  const changed = await call(`/items/templates/${kiln?.id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json", cookie: keeper.cookie },
    body: JSON.stringify({
      content: `${template.content}\nA line of the newer version`,
      fields: { ...template.fields, required: [...(template.fields.required ?? []), "made"] },
    }),
  });
  expect(changed.status).toBe(200);

  const { page } = await aKnownPage(site, `/invoices/kiln/use?document=${document.id}`, { person });
  await page.getByRole("button", { name: "See what changes" }).click();
  const dialog = page.getByRole("dialog", { name: "What changes in Kiln" });
  await dialog.getByRole("img", { name: "Version 2, page 1" }).waitFor();
  await dialog.getByText("became required").waitFor();
  await dialog.getByRole("button", { name: "Take it" }).click();
  await page.getByText("This document is made with version 2 of Kiln now").waitFor();
  await page.getByRole("button", { name: "See what changes" }).waitFor({ state: "hidden" });

  const { page: studio } = await aKnownPage(site, `/studio/templates/${kiln?.id}`, { person: keeper });
  await studio.getByRole("heading", { name: "From 1 to 2" }).waitFor();
  await studio.getByText("became required").waitFor();
  await studio
    .getByRole("textbox", { name: "Source of version 2" })
    .getByText("A line of the newer version")
    .waitFor();
  await studio.getByRole("button", { name: "Restore 1 as 3" }).click();
  await studio.getByRole("alertdialog").getByRole("button", { name: "Restore 1 as 3" }).click();
  await studio.getByRole("heading", { name: "From 2 to 3" }).waitFor();
});
