import { describe, expect, it } from "vitest";
import { OTHER_CATEGORY_SLUG } from "../../../../contract/page-services.ts";
import { type DeletePlan, freeSlug, movesOf, templatesIn } from "./delete-plan.ts";

const blueprint = { id: "blueprint", category: "professions" };
const counsel = { id: "counsel", category: "professions" };
const kiln = { id: "kiln", category: "shops" };
const templates = [blueprint, counsel, kiln];
const each: DeletePlan = { kind: "each", to: { blueprint: "trades" }, otherwise: "studio" };

describe("deleting a category", () => {
  it("moves all templates to one category, each to its own, or to none", () => {
    expect(movesOf({ kind: "one", to: "trades" }, "professions", templates)).toEqual([
      { category: "professions", to: { category: "trades" } },
    ]);
    expect(movesOf(each, "professions", templates)).toEqual([
      { template: "blueprint", to: { category: "trades" } },
      { template: "counsel", to: { category: "studio" } },
      { category: "professions", to: { category: "studio" } },
    ]);
    expect(movesOf({ kind: "unsorted" }, "professions", templates)).toEqual([
      { category: "professions", to: { category: OTHER_CATEGORY_SLUG } },
    ]);
  });

  it("previews where the templates go", () => {
    const dropping = { category: "professions", plan: each };
    const ids = (category: string) =>
      templatesIn(category, templates, dropping).map(({ template, isComing }) => [template.id, isComing]);
    expect(ids("trades")).toEqual([["blueprint", true]]);
    expect(ids("studio")).toEqual([["counsel", true]]);
    expect(ids("shops")).toEqual([["kiln", false]]);
    expect(templatesIn("shops", templates, undefined)).toEqual([{ template: kiln, isComing: false }]);
  });
});

describe("freeSlug", () => {
  it("makes an unused slug from a label", () => {
    expect(freeSlug("Shops & Food", [])).toBe("shops-food");
    expect(freeSlug("Café", ["cafe"])).toBe("cafe-2");
    expect(freeSlug("请柬", ["group"])).toBe("group-2");
  });
});
