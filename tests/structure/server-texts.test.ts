import { parse, type Token } from "@messageformat/parser";
import { describe, expect, test } from "vitest";
import { translate } from "../../app/lib/i18n/server-texts.ts";
import type { TextKey } from "../../contract/texts/text.ts";
import { TEXTS } from "../../contract/texts/texts.ts";
import { messageFor } from "../../server/errors/messages.ts";

/** The values that a text names, each with a number of its own. */
function valuesFor(message: string): Record<string, number> {
  const names = new Set<string>();
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if ("arg" in token) names.add(token.arg);
      if ("cases" in token) for (const each of token.cases) visit(each.tokens);
    }
  };
  visit(parse(message));
  return Object.fromEntries([...names].map((name, place) => [name, 1_000 + place]));
}

const write = messageFor as (key: TextKey, values: object) => ReturnType<typeof messageFor>;

describe("texts of the server", () => {
  test.each(Object.entries(TEXTS))("are the same in English on pages: %s", (key, { message }) => {
    const values = valuesFor(message);
    const written = write(key as TextKey, values);
    for (const value of Object.values(values))
      expect(written.message.replaceAll(",", "")).toContain(String(value));
    expect(translate({ ...written, message: "" })).toBe(written.message);
  });

  test("have plurals and texts in texts", () => {
    const one = messageFor("templates_in_the_way", { labels: "Modern", count: 1 });
    expect(one.message).toBe(
      "Modern still contains 1 template. Choose where to move it. Nothing was changed.",
    );
    const { message, text } = messageFor("value_problem", {
      field: "label",
      problem: messageFor("value_max_length", { most: 40 }).text,
    });
    expect(message).toBe("“label”: Use 40 characters or fewer.");
    expect(text).toEqual({
      key: "value_problem",
      values: { field: "label", problem: { key: "value_max_length", values: { most: 40 } } },
    });
  });

  test("stay as they are where a page doesn't know them", () => {
    for (const text of [
      { key: "constructor" },
      { key: "made_up" },
      { key: "value_problem", values: { field: "a", problem: { key: "made_up" } } },
    ])
      expect(translate({ message: "As the server says", text: text as never })).toBe("As the server says");
    expect(translate({ message: "As the server says" })).toBe("As the server says");
  });
});
