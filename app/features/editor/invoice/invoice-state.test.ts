import { expect, test } from "vitest";
import { groupField } from "../../../../contract/templates/template-file.ts";
import { readInvoice, sellerIn, textsOfSeller } from "./invoice-state.ts";

test("a seller stored in the details is read as the same", () => {
  const seller = {
    vatId: "FR11123456782",
    companyId: { id: "123456782", scheme: "0002" },
    address: { town: "Lyon", country: "FR" },
  };
  const texts = textsOfSeller(seller, () => "France");
  expect(texts).toMatchObject({ "sender.company_id": "123456782", "sender.vat_id": "FR11123456782" });
  expect(sellerIn(texts)).toEqual(seller);
});

const fields = groupField.parse({
  type: "object",
  additionalProperties: false,
  properties: { to: { type: "string", "x-means": "recipient.name" } },
});

test("suggests what an earlier invoice had, and uses it after it is accepted", () => {
  const earlier = {
    "recipient.name": "Kunsthalle",
    "recipient.company_id": "HRB 7",
    "recipient.buyer_reference": "04011000-12345-34",
  };
  const read = (to: string, invoice = {}) =>
    readInvoice(fields, { data: { to }, invoice } as never, { senders: [], recipients: [earlier] });
  const { proposals, bill, profile } = read("Kunsthalle");
  expect([...proposals.values()].map(({ path, value }) => `${path} ${value}`)).toEqual([
    "buyer.companyId HRB 7",
    "buyerReference 04011000-12345-34",
  ]);
  expect({ reference: bill.buyerReference, profile }).toEqual({ reference: undefined, profile: "en16931" });
  expect([...read("Noor").proposals.keys()]).toEqual([]);
  const accepted = { buyerReference: "04011000-12345-34", buyerFor: "Kunsthalle" };
  expect(read("Kunsthalle", accepted).profile).toBe("xrechnung");
  expect(read("Noor", accepted).bill.buyerReference).toBeUndefined();
});
