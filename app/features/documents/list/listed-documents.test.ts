import { expect, it } from "vitest";
import { type NamedDocument, orderNames } from "./listed-documents.ts";

const names = (...titles: string[]): NamedDocument[] =>
  titles.map((title) => ({ id: title, title, templates_id: { template_name: `${title} sheet` } }));
const titles = (named: readonly NamedDocument[]) => named.map(({ title }) => title);
const collator = (language: string) => new Intl.Collator(language, { numeric: true });

it("sorts names by locale with numeric order", () => {
  const mixed = names("Zorn", "bill 10", "Öberg", "Bill 9", "olsen", "Ärger", "apfel");
  const german = ["apfel", "Ärger", "Bill 9", "bill 10", "Öberg", "olsen", "Zorn"];
  expect(titles(orderNames(mixed, "name", collator("de")))).toEqual(german);
  expect(titles(orderNames(mixed, "template", collator("de")))).toEqual(german);
  expect(titles(orderNames(mixed, "name", collator("sv"))).slice(-3)).toEqual(["Zorn", "Ärger", "Öberg"]);
});

it("keeps the server's order by date and for equal names", () => {
  const came = [...names("B", "A"), { ...names("A")[0], id: "older A" } as NamedDocument];
  expect(orderNames(came, "changed", collator("en"))).toEqual(came);
  expect(orderNames(came, "name", collator("en")).map(({ id }) => id)).toEqual(["A", "older A", "B"]);
});
