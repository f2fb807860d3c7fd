import { describe, expect, it } from "vitest";
import { asMessage } from "../../server/errors/messages.ts";
import { type FieldChange, listFieldChanges } from "./field-changes.ts";
import type { FieldSchema, GroupField } from "./template-file.ts";

const group = (
  properties: Record<string, FieldSchema>,
  required: string[] = [],
  order?: string[],
): GroupField => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
  ...(order ? { "x-order": order } : {}),
});
const text = (more: Partial<FieldSchema> = {}, title = "Discount") =>
  ({ type: "string", title, ...more }) as FieldSchema;
const formatChange = ({ text }: FieldChange) => asMessage(text).message;
const said = (before: GroupField, after: GroupField) => listFieldChanges(before, after).map(formatChange);

describe("the description of changed fields", () => {
  it("ignores equal fields and the order of keys", () => {
    const one = group({ a: text({ maxLength: 3 }), b: text() }, ["a"], ["a", "b"]);
    const same = group(
      { b: text(), a: { maxLength: 3, title: "Discount", type: "string" } },
      ["a"],
      ["a", "b"],
    );
    expect(said(one, same)).toEqual([]);
  });

  it.each<[string, Partial<FieldSchema>, Partial<FieldSchema>, string]>([
    [
      "a limit of letters",
      { maxLength: 60 },
      { maxLength: 30 },
      "Discount allows up to 30 characters (was 60)",
    ],
    ["a new limit", {}, { maxLength: 30 }, "Discount allows up to 30 characters (had no limit)"],
    ["a limit that is gone", { maxLength: 60 }, {}, "Discount no longer has a maximum length"],
    ["a least length", {}, { minLength: 2 }, "Discount needs at least 2 characters (had no minimum)"],
    ["another form", { pattern: "^a" }, { pattern: "^b" }, "Discount must match a new format"],
    ["any form", { pattern: "^a" }, {}, "Discount can have any format"],
    ["a start", {}, { default: "10" }, "Discount now defaults to “10”"],
    ["another start", { default: "5" }, { default: "10" }, "Discount now defaults to “10” (was “5”)"],
    ["no start", { default: "5" }, {}, "Discount no longer has a default"],
    ["a choice more", { enum: ["a"] }, { enum: ["a", "b"] }, "Discount has new options: “b”"],
    ["a choice less", { enum: ["a", "b"] }, { enum: ["a"] }, "Discount no longer has these options: “b”"],
    ["a kind", {}, { "x-widget": "multiline" }, "Discount has a new type: long text (was: short text)"],
    ["a date", {}, { format: "date" }, "Discount has a new type: a date (was: short text)"],
    ["help", { description: "Old" }, { description: "New" }, "The help text of Discount has changed"],
    ["no help", { description: "Old" }, {}, "Discount no longer has help text"],
    ["being asked for", {}, { "x-wanted": true }, "Discount is now recommended"],
    ["the profile", {}, { "x-profile": "name" }, "Discount is filled in from the profile"],
    ["today", {}, { "x-today": true }, "Discount now defaults to today’s date"],
    ["counting on", { "x-counts": true }, {}, "Discount no longer goes up by one with each document"],
    ["its example", { "x-placeholder": "1" }, { "x-placeholder": "2" }, "Discount has a new example"],
    ["its label", {}, { title: "Rebate" }, "Discount is now called Rebate"],
  ])("names %s", (_, before, after, words) => {
    expect(said(group({ discount: text(before) }), group({ discount: text(after) }))).toEqual([words]);
  });

  it("names required, new and removed fields with their place", () => {
    const before = group({ discount: text(), old: text({}, "Old") }, ["old"]);
    const after = group({ discount: text(), made: text({}, "Made or packed") }, ["discount"]);
    const changes = listFieldChanges(before, after);
    expect(changes.map((change) => [change.path, change.name, formatChange(change)])).toEqual([
      ["discount", "Discount", "Discount is now required"],
      ["made", "Made or packed", "Made or packed is new: short text, optional"],
      ["old", "Old", "Old was removed"],
    ]);
    expect(said(after, before)).toContain("Discount is now optional");
  });

  it("names fields in lists and groups with their parent", () => {
    const rows = (price: FieldSchema, more: object = {}) =>
      group({
        items: { type: "array", title: "Items", items: group({ price }), ...more },
        address: group({ street: text({}, "Street") }),
      });
    expect(
      said(
        rows({ type: "number", title: "Price", maximum: 10 }, { maxItems: 20 }),
        rows({ type: "number", title: "Price", maximum: 5 }, { maxItems: 1 }),
      ),
    ).toEqual(["Items allows up to 1 row (was 20)", "Items: Price can be at most 5 (was 10)"]);
    expect(
      said(
        rows({ type: "number", title: "Price" }),
        rows({ type: "string", title: "Unit price", "x-widget": "money" }),
      ),
    ).toEqual([
      "Items: Price is now called Unit price",
      "Items: Unit price has a new type: an amount of money (was: a number)",
    ]);
  });

  it("reports a new order once, unless it follows from a new field", () => {
    const [a, b, c] = [text({}, "A"), text({}, "B"), text({}, "C")];
    expect(said(group({ a, b }, [], ["a", "b"]), group({ a, b }, [], ["b", "a"]))).toEqual([
      "The order of the fields has changed",
    ]);
    expect(said(group({ a, b }, [], ["a", "b"]), group({ a, b, c }, [], ["c", "a", "b"]))).toEqual([
      "C is new: short text, optional",
    ]);
  });
});
