import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openValidator } from "../../cli/library/proof/verapdf.ts";

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
