import { expect, test } from "vitest";
import { groupField } from "../../contract/templates/template-file.ts";
import { distinctRecipients, type Recipient, recipientIn } from "./recipients.ts";

const fields = groupField.parse({
  type: "object",
  additionalProperties: false,
  properties: {
    to: {
      type: "object",
      additionalProperties: false,
      properties: {
        who: { type: "string", "x-means": "recipient.name" },
        where: { type: "string", "x-means": "recipient.address" },
        order: { type: "string", "x-means": "recipient.reference" },
      },
    },
    me: { type: "string", "x-means": "sender.name" },
  },
});

test("reads a recipient without document-specific values", () => {
  const to = { who: " Solberg Kunsthall ", where: "Brugata 14\n0186 Tønsvik", order: "77" };
  expect(recipientIn(fields, { to, me: "Mila" })).toEqual({
    "recipient.name": "Solberg Kunsthall",
    "recipient.address": "Brugata 14\n0186 Tønsvik",
  });
  expect(recipientIn(fields, { to: { where: "Brugata 14" } })).toBeUndefined();
  expect(recipientIn(fields, { to: "nonsense" })).toBeUndefined();
});

test("remembers the buyer of an e-invoice, unless it was for another name", () => {
  const buyer = { companyId: { id: "123456782", scheme: "0002" }, vatId: "FR11123456782" };
  const data = { to: { who: "Atelier  Moreau" } };
  const invoice = { buyer, buyerFor: "Atelier Moreau", buyerReference: "04011000-12345-34" };
  expect(recipientIn(fields, data, invoice)).toEqual({
    "recipient.name": "Atelier  Moreau",
    "recipient.tax_id": "FR11123456782",
    "recipient.company_id": "123456782",
    "recipient.buyer_reference": "04011000-12345-34",
  });
  expect(recipientIn(fields, data, { ...invoice, buyerFor: "Noor" })).toEqual({
    "recipient.name": "Atelier  Moreau",
  });
});

test("lists each recipient once, latest first, with older values", () => {
  const newest: Recipient[] = [
    { "recipient.name": "Solberg Kunsthall", "recipient.address": "New quay 1" },
    { "recipient.name": "Noor" },
    {
      "recipient.name": "solberg kunsthall",
      "recipient.address": "Brugata 14",
      "recipient.email": "a@b.example",
    },
  ];
  expect(distinctRecipients(newest)).toEqual([
    {
      "recipient.name": "Solberg Kunsthall",
      "recipient.address": "New quay 1",
      "recipient.email": "a@b.example",
    },
    { "recipient.name": "Noor" },
  ]);
  const many = Array.from({ length: 300 }, (_, at) => ({ "recipient.name": `Person ${at}` }));
  expect(distinctRecipients(many)).toHaveLength(100);
});
