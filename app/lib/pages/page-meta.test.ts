import { expect, it } from "vitest";
import { describePage } from "./page-meta.ts";

const FACTS = { title: "Invoices", description: "Eleven of them.", path: "/invoices" };

function describeUnder(publicUrl: string | undefined) {
  return describePage([{ id: "root", loaderData: { productName: "Typecase", publicUrl, types: [] } }], FACTS);
}

it("has a canonical address", () => {
  const canonical = { tagName: "link", rel: "canonical", href: "https://example.org/invoices" };
  expect(describeUnder("https://example.org")).toContainEqual(canonical);
});

it("has a 1200 × 630 picture and structured data", () => {
  const facts = {
    ...FACTS,
    image: "f1",
    imageText: "The template Quarto",
    about: { "@type": "CollectionPage" },
  };
  const described = describePage(
    [{ id: "root", loaderData: { productName: "Typecase", publicUrl: "https://example.org", types: [] } }],
    facts,
  );
  const picture = "https://example.org/assets/f1?width=1200&height=630&fit=contain&format=jpeg";
  for (const [property, content] of [
    ["og:url", "https://example.org/invoices"],
    ["og:image", picture],
    ["og:image:width", "1200"],
    ["og:image:height", "630"],
    ["og:image:alt", "The template Quarto"],
  ])
    expect(described).toContainEqual({ property, content });
  expect(described).toContainEqual({
    "script:ld+json": expect.objectContaining({ url: "https://example.org/invoices", image: picture }),
  });
});

it("has no canonical address without a public one", () => {
  const claimed = JSON.stringify(describeUnder(undefined));
  for (const name of ["canonical", "og:url", "og:image"]) expect(claimed).not.toContain(name);
  expect(describeUnder(undefined)).toContainEqual({ title: "Invoices · Typecase" });
});
