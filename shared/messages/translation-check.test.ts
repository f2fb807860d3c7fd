import { describe, expect, test } from "vitest";
import { checkTranslation } from "./translation-check.ts";

describe("the check of a translation", () => {
  test.each([
    ["Save {name}", "{name} merken"],
    ["<0>esc</0> close", "<0>esc</0> schließen"],
    ["Read <0>{name}</0> and <1/>", "<1/> und <0>{name}</0>"],
    ["{n, plural, one {# page} other {# pages}}", "{n, plural, one {# Seite} other {# Seiten}}"],
    ["{n, plural, one {# page} other {# pages}}", "{n, plural, =0 {keine} one {# Seite} other {# Seiten}}"],
    ["It’s {kind, select, a {A} other {B}}", "{kind, select, a {C} other {D}}"],
    ["Braces", "Klammern, so: '{'x'}'"],
  ])("accepts %s → %s", (message, translation) => {
    expect(checkTranslation("de", message, translation)).toBeUndefined();
  });

  test.each([
    ["Save", "  ", { kind: "empty" }],
    ["Save {name}", "{name merken", { kind: "syntax" }],
    ["Save {name}", "Merken", { kind: "missing", parts: ["{name}"] }],
    ["Save {name}", "{name} in {place} merken", { kind: "added", parts: ["{place}"] }],
    ["<0>esc</0> close", "esc schließen", { kind: "missing", parts: ["<0>", "</0>"] }],
    ["<0>esc</0> close", "</0>esc<0> schließen", { kind: "tags", tag: "</0>" }],
    ["<0>esc</0> close", "<0>esc</0> <0>schließen", { kind: "tags", tag: "<0>" }],
    [
      "{n, plural, one {# page} other {# pages}}",
      "{n, plural, other {# Seiten}}",
      { kind: "forms", forms: ["one", "other"] },
    ],
    ["{n, plural, one {# page} other {# pages}}", "{n} Seiten", { kind: "missing", parts: ["{n, plural}"] }],
    [
      "{kind, select, a {A} other {B}}",
      "{kind, select, other {B}}",
      { kind: "missing", parts: ["{kind, select, a}"] },
    ],
  ])("rejects %s → %s", (message, translation, problem) => {
    expect(checkTranslation("de", message, translation)).toMatchObject(problem);
  });

  test("requires the plural forms of the language", () => {
    const message = "{n, plural, one {# page} other {# pages}}";
    const czech = "{n, plural, one {# strana} few {# strany} many {# strany} other {# stran}}";
    expect(checkTranslation("cs", message, czech)).toBeUndefined();
    expect(checkTranslation("cs", message, message)).toMatchObject({ kind: "forms" });
  });
});
