import { describe, expect, it } from "vitest";
import { isNamedLike } from "./not-found.ts";

const QUARTO = { template_name: "Quarto", url: "/invoices/quarto" };

describe("templates near to an address that is not there", () => {
  it.each([["invoices", "quato"], ["invioce"], ["quatro"], ["old", "quarto", "html"]])(
    "are called like %s",
    (...words) => {
      expect(isNamedLike(QUARTO, words)).toBe(true);
    },
  );

  it.each([["about"], ["wp", "login", "php"], ["nothing", "café"], []])(
    "are not called like %s",
    (...words) => {
      expect(isNamedLike(QUARTO, words)).toBe(false);
    },
  );
});
