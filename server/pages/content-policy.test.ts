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

  it("removes the marks from the page", () => {
    expect(allowOwnScripts(page, "mark").html).toBe(
      '<script>own()</script><script>stray()</script><script src="/a.js"></script>',
    );
  });
});
