import { describe, expect, test } from "vitest";
import { compareTemplates } from "../templates/template-order.ts";
import { averageOf, ratingOrder } from "./ratings.ts";

describe("the average", () => {
  test("appears from five ratings on, with two decimals", () => {
    expect(averageOf(0, 0)).toBeNull();
    expect(averageOf(20, 4)).toBeNull();
    expect(averageOf(22, 5)).toBe(4.4);
    expect(averageOf(13, 6)).toBe(2.17);
  });

  test("ranks higher with more ratings", () => {
    const order = (rating: number, count: number) => ratingOrder(rating, count) ?? 0;
    expect(order(5, 5)).toBe(4);
    expect(order(4.6, 100)).toBeGreaterThan(order(5, 5));
    expect(order(1.2, 100)).toBeLessThan(order(1, 5));
    expect(ratingOrder(null, 4)).toBeNull();
  });
});

describe("the order of templates", () => {
  const template = (id: string, more: object = {}) => ({
    id,
    template_name: id,
    rating: null,
    rating_count: 0,
    used: 0,
    date_created: "2026-01-01T00:00:00.000Z",
    ...more,
  });
  const ids = (order: "used" | "rating", ...list: ReturnType<typeof template>[]) =>
    list
      .sort(compareTemplates(order))
      .map(({ id }) => id)
      .join(" ");

  test("is by use, then date, then name", () => {
    const late = { date_created: "2026-02-01T00:00:00.000Z" };
    expect(
      ids("used", template("b"), template("a"), template("late", late), template("z", { used: 2 })),
    ).toBe("z late a b");
  });

  test("by rating puts rated templates first, then the most used", () => {
    const rated = (id: string, rating: number, rating_count: number) =>
      template(id, { rating, rating_count });
    const few = template("few", { rating_count: 4, used: 9 });
    expect(ids("rating", template("none"), few, rated("five", 5, 5), rated("many", 4.6, 100))).toBe(
      "many five few none",
    );
  });
});
