import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openValidator } from "../../cli/library/proof/verapdf.ts";
import { COMMAND_LINE } from "../support/program.ts";

const folder = mkdtempSync(path.join(tmpdir(), "typecase-proof-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One empty page without anything that PDF/UA-1 requires: no tags, no title, no language. */
function untaggedPdf(): string {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
  ];
  let text = "%PDF-1.7\n";
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const table = text.length;
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${starts.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}

test("names broken rules and unreadable files and continues", async () => {
  const untagged = path.join(folder, "untagged.pdf");
  writeFileSync(untagged, untaggedPdf());
  const noPdf = path.join(folder, "letter.pdf");
  writeFileSync(noPdf, "Dear reader");
  const validator = openValidator();
  try {
    await expect(validator.validate(noPdf)).rejects.toThrow(/letter\.pdf could not be read/);
    const { isConforming, failures, checks } = await validator.validate(untagged);
    expect(isConforming).toBe(false);
    expect(checks).toBeGreaterThan(failures.length - 1);
    const rules = failures.map(({ rule }) => rule);
    expect(rules).toContain("6.2-1"); // the content is not marked as tagged
    expect(rules).toContain("7.1-8"); // no metadata, so no title
    for (const { message, place } of failures) expect(`${message} ${place}`).toMatch(/\w{4}.* \w{4}/);
  } finally {
    validator.close();
  }
});

test("fails on words that no program reads and names a missing reader", {
  tags: ["long"],
  timeout: 120_000,
}, () => {
  const unread = fileURLToPath(new URL("../fixtures/library-broken/unread-words/", import.meta.url));
  const java = spawnSync("which", ["java"], { encoding: "utf8" }).stdout.trim();
  symlinkSync(java, path.join(folder, "java"));
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND_LINE, "library", "prove", unread], {
    encoding: "utf8",
    env: { PATH: folder, RENDER_PROCESSES: "1" },
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/ferry \(sample, ar\): text: pdf\.js finds 0 of 6 Arabic words/);
  expect(stderr).toMatch(/^Words were not read back.*: pdftotext \(poppler-utils\) is not installed$/m);
  expect(stdout).toMatch(/^5 PDFs of 1 templates, \d+ checks: 1 failures\n/);
  expect(stdout).toContain("| Arabic | pdf.js | 6 | 0 | 0.0 % |");
});
