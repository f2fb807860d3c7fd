import { expect, it } from "vitest";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { describeUnshown } from "./unshown-values.tsx";

const fields: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    name: { type: "string", title: "Client", maxLength: 80 },
    code: { type: "string", title: "Code", maxLength: 3, pattern: "^[A-Z]+$" },
    mail: { type: "string", title: "Email", format: "email" },
    share: { type: "number", title: "Share", minimum: 0.5 },
    items: {
      type: "array",
      title: "Items",
      maxItems: 2,
      items: {
        type: "object",
        additionalProperties: false,
        properties: { price: { type: "string", title: "Price", "x-widget": "money" } },
      },
    },
  },
};

it("names every field not shown as typed, with the reason", () => {
  const refused = (field: string, type: string, message = `"${field}" is wrong.`) => ({
    field,
    type,
    message,
  });
  const said = describeUnshown(
    [
      refused("name", "maxLength"),
      refused("code", "pattern"),
      refused("code", "maxLength"),
      refused("mail", "format"),
      refused("share", "minimum"),
      refused("items", "maxItems"),
      refused("items.1.price", "pattern"),
      refused("colour", "additionalProperties"),
      refused(
        "items.0.price",
        "TEXT_TOO_LONG",
        "“items.0.price” has 12,000 characters. The limit is 10,000.",
      ),
    ],
    fields,
    "de",
  ).map(({ label, message }) => `${label}: ${message}`);
  expect(said).toEqual([
    "Client: Only the first 80 characters are shown.",
    "Code: Not shown. This isn’t in the expected format.",
    "Email: Not shown. Enter an email address such as ada@example.org.",
    "Share: Not shown. Enter 0,5 or more.",
    "Items: Only the first 2 are shown.",
    "Items 2, Price: Not shown. Enter an amount such as 1234,50, not a percentage.",
    "colour: This isn’t a field of this template, so it isn’t shown.",
    "Items 1, Price: “items.0.price” has 12,000 characters. The limit is 10,000.",
  ]);
});
