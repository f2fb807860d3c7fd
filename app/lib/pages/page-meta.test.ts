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

it("a page has a picture of 1200 by 630 with its size and a text, and its address in the structured data", () => {
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

it("without a public address a page claims none, for each of them has to be whole", () => {
  const claimed = JSON.stringify(describeUnder(undefined));
  for (const name of ["canonical", "og:url", "og:image"]) expect(claimed).not.toContain(name);
  expect(describeUnder(undefined)).toContainEqual({ title: "Invoices · Typecase" });
});
