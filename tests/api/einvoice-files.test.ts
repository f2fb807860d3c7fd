import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openValidator } from "../../cli/library/proof/verapdf.ts";
import { archiveOf } from "../../engine/input/bills.ts";
import { prepareInput } from "../../engine/input/render-input.ts";
import { pageOfBill } from "../../shared/bill/bill-values.ts";
import { writeBill } from "../../shared/bill/xml/bill-xml.ts";
import { madeBills } from "../support/made-bills.ts";
import { invoices, openRenderSite, type RenderSite } from "../support/render-site.ts";

let site: RenderSite;
beforeAll(async () => {
  site = await openRenderSite();
});
afterAll(() => site?.close());

/** The invoices that `npm test -- bill-rules` runs the official rules over, as PDFs of all invoice templates in turn. */
test("PDFs of all generated invoices are PDF/UA-1 and PDF/A-3a", {
  tags: ["long"],
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "typecase-einvoices-"));
  const validator = openValidator();
  const failures: string[] = [];
  const made = madeBills();
  try {
    for (const [index, { name, profile, bill }] of made.entries()) {
      const template = invoices[index % invoices.length];
      if (!template) throw new Error("there are no invoice templates");
      const { input } = await prepareInput(template, {
        mode: "final",
        data: pageOfBill(template.fields, bill),
      });
      const xml = new Uint8Array(writeBill(bill, "cii"));
      const archive = archiveOf({ profile }, { bill, xml });
      const { bytes } = await site.rendering.renderPdf({ ...input, archive });
      const file = join(folder, "invoice.pdf");
      writeFileSync(file, bytes);
      for (const standard of ["PDF/UA-1", "PDF/A-3a"] as const) {
        const found = (await validator.validate(file, standard)).failures;
        if (found.length > 0)
          failures.push(`${name} in ${template.slug}, ${standard}: ${JSON.stringify(found)}`);
      }
    }
  } finally {
    validator.close();
    rmSync(folder, { recursive: true, force: true });
  }
  expect(made).toHaveLength(60);
  expect(failures).toEqual([]);
});
