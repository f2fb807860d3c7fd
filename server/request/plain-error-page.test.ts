import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { plainErrorPage } from "./plain-error-page.ts";

it("the plain error page includes its styles and a matching policy", async () => {
  const answer = plainErrorPage(500, "/invoices");
  const html = await answer.text();
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(answer.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(html).not.toMatch(/ style=|<script/);
  expect(html).toContain("<h1>Internal Server Error</h1>");
});

it("shows the decoded path without markup", async () => {
  const html = await plainErrorPage(404, "/%3Cb%3Ecaf%C3%A9").text();
  expect(html).toContain("Page not found: /&#60;b&#62;café");
});
