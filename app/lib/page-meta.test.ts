import { expect, it } from "vitest";
import { describePage } from "./page-meta.ts";

const FACTS = { title: "Invoices", description: "Eleven of them.", path: "/invoices" };

function describeUnder(publicUrl: string | undefined) {
  return describePage([{ id: "root", loaderData: { productName: "Typecase", publicUrl, types: [] } }], FACTS);
}

it("a page names the one address it is known by", () => {
  const canonical = { tagName: "link", rel: "canonical", href: "https://example.org/invoices" };
  expect(describeUnder("https://example.org")).toContainEqual(canonical);
});

it("without a public address a page claims none, for a canonical address has to be whole", () => {
  expect(describeUnder(undefined).some((each) => "rel" in each && each.rel === "canonical")).toBe(false);
  expect(describeUnder(undefined)).toContainEqual({ title: "Invoices · Typecase" });
});
