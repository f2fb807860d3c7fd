import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { allowOwnScripts } from "./content-policy.ts";

const hash = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

describe("the content security policy of a page", () => {
  const page =
    '<script nonce="mark">own()</script><script>stray()</script><script src="/a.js" nonce="mark"></script>';

  it("allows marked scripts only", () => {
    const { policy } = allowOwnScripts(page, "mark");
    expect(policy).toContain(hash("own()"));
    expect(policy).not.toContain(hash("stray()"));
    expect(policy).not.toContain(hash(""));
  });

  it("lets a page for this device only load the engine, the build and pictures", () => {
    const picture = "/assets/0b6f1c5e-2f0a-4c58-9d0e-6a4f8f2f7a11";
    const rulesOf = (kind: "editor" | "gallery") =>
      allowOwnScripts(`${page}<img src="${picture}">`, "mark", kind).policy.split(", ")[1]?.split("; ");
    const images = "img-src data: blob: *:*/favicon.svg *:*/apple-touch-icon.png *:*/builds/";
    for (const kind of ["editor", "gallery"] as const) {
      expect(rulesOf(kind)).toContain("connect-src *:*/engine/ *:*/builds/");
      expect(rulesOf(kind)).toContain("form-action 'none'");
    }
    expect(rulesOf("editor")).toContain(`${images} *:*${picture}`);
    expect(rulesOf("gallery")).toContain(`${images} *:*/assets/ *:*/avatar-placeholder.svg`);
    expect(allowOwnScripts(page, "mark").policy).not.toContain(", ");
  });

  it("removes the marks from the page", () => {
    expect(allowOwnScripts(page, "mark").html).toBe(
      '<script>own()</script><script>stray()</script><script src="/a.js"></script>',
    );
  });
});
