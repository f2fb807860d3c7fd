import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { describe, expect, test } from "vitest";
import { createMessageMatcher } from "./message-matcher.ts";

const matcher = createMessageMatcher(
  Object.fromEntries(
    Object.entries({
      save: "Merken",
      saveName: "{name} merken",
      saveNameHere: "{name} hier merken",
      range: "{from} – {to}",
      results: "{count, plural, one {# Ergebnis} other {# Ergebnisse}}",
      close: "<0>esc</0> schließen",
      terms: "Mit {name} stimmen Sie den <0>Bedingungen</0> zu.",
      question: "Warum? (Darum.)",
    }).map(([id, message]) => [id, compileMessageOrThrow(message)]),
  ),
);

describe("the message of a text", () => {
  test.each([
    ["Merken", "save"],
    ["  Merken\n", "save"],
    ["Quarto merken", "saveName"],
    ["Quarto hier merken", "saveNameHere"],
    ["1 Ergebnis", "results"],
    ["1.204 Ergebnisse", "results"],
    ["Warum? (Darum.)", "question"],
    ["1 – 2", undefined],
    ["Quarto", undefined],
    ["esc schließen", undefined],
  ])("%s is %s", (text, id) => {
    expect(matcher.matchText(text)).toBe(id);
  });

  test("with elements is a message with tags", () => {
    expect(matcher.matchElements("esc schließen")).toBe("close");
    expect(matcher.matchElements("Mit Quarto stimmen Sie den Bedingungen zu.")).toBe("terms");
    expect(matcher.matchElements("Merken")).toBeUndefined();
  });
});
