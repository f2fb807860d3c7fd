import { expect, test } from "vitest";
import { bill } from "../../contract/bill.ts";
import { madeBills } from "../../tests/support/made-bills.ts";
import { standardOf } from "./standards.ts";

const of = (specification: string) => standardOf(bill.parse({ specification, seller: {}, buyer: {} }));

test.each([
  ["urn:factur-x.eu:1p0:minimum", "en16931", "MINIMUM"],
  ["urn:zugferd.de:2p0:basicwl", "en16931", "BASIC WL"],
  ["urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic", "en16931", "BASIC"],
  ["urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended", "en16931", "EXTENDED"],
  ["urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr", "france", "EXTENDED"],
  ["urn:cen.eu:en16931:2017", "en16931", undefined],
  ["urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3", "xrechnung", undefined],
])("%s is %s %s", (specification, profile, level) => {
  expect(of(specification)).toEqual({ profile, level });
});

test("an invoice says which standard it was made for", () => {
  for (const { name, profile, bill } of madeBills()) expect(standardOf(bill).profile, name).toBe(profile);
});
