import { describe, expect, it } from "vitest";
import { isNamedLike } from "./not-found.ts";

const QUARTO = { template_name: "Quarto", url: "/invoices/quarto" };

describe("suggestions for an unknown address", () => {
  it.each([["invoices", "quato"], ["invioce"], ["quatro"], ["old", "quarto", "html"]])(
    "include templates named like %s",
    (...words) => {
      expect(isNamedLike(QUARTO, words)).toBe(true);
    },
  );

  it.each([["about"], ["wp", "login", "php"], ["nothing", "café"], []])(
    "exclude templates named like %s",
    (...words) => {
      expect(isNamedLike(QUARTO, words)).toBe(false);
    },
  );
});
