import { expect, test } from "vitest";
import { type ListedTemplate, toCard } from "./card.ts";

const certificate: ListedTemplate = {
  id: "1",
  url: "/certificates/laurel",
  type: "certificates",
  category: "courses",
  template_name: "Laurel",
  rating: 5,
  rating_count: 5,
  image: null,
  page: { papers: ["a4"], orientation: "landscape" },
} as ListedTemplate;

test("names a landscape sheet", () => {
  expect(toCard(certificate).format).toBe("A4 landscape");
  expect(toCard(certificate, "Certificate").format).toBe("Certificate, A4 landscape");
});
