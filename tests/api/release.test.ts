import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findForeignLicences, lockedPackages } from "../../scripts/release/packages.mjs";
import { templateId } from "../../server/library/import.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

const RELEASE = fileURLToPath(new URL("../../scripts/release/release.mjs", import.meta.url));
const DOCKERFILE = fileURLToPath(new URL("../../Dockerfile", import.meta.url));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

test("every dependency has an accepted licence or a documented exception", () => {
  expect(findForeignLicences(lockedPackages())).toEqual([]);
  const foreign = { name: "left-hook", licence: "GPL-3.0-only" };
  expect(findForeignLicences([foreign, { name: "sharp", licence: "MIT OR GPL-3.0-only" }])).toEqual([
    foreign,
  ]);
});

/**
 * The stages of the Dockerfile without an engine: gathered in a new folder, run by a user who owns only the
 * data.
 */
describe("a release", { tags: ["long"] }, () => {
  const place = mkdtempSync(join(tmpdir(), "typecase-release-"));
  const folder = join(place, "typecase");
  const data = join(place, "data");
  let server: ServerProcess;
  beforeAll(async () => {
    const made = spawnSync(process.execPath, [RELEASE, "--folder", folder], { encoding: "utf8" });
    expect(made.stderr).toBe("");
    mkdirSync(data);
    mkdirSync(join(place, "bin"));
    copyFileSync(process.execPath, join(place, "bin/node"));
    chmodSync(place, 0o755);
    if (isRoot) chownSync(data, NOBODY, NOBODY);
    server = await startServer({
      release: { start: join(folder, "typecase"), user: isRoot ? NOBODY : undefined },
      environment: {
        LIBRARY_DIR: "",
        NODE_COMPILE_CACHE: join(data, "compiled"),
        PATH: [join(place, "bin"), "/usr/bin", "/bin"].join(delimiter),
        DATA_DIR: data,
        RENDER_PROCESSES: "1",
      },
    });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(place, { recursive: true, force: true });
  });

  test("serves pages and PDFs and writes only to its data folder", async () => {
    expect(await (await fetch(server.url)).text()).toContain("<h1");
    const invoice = templateId("invoices", "quarto");
    await expect.poll(async () => (await fetch(`${server.url}/items/templates/${invoice}`)).status).toBe(200);
    const answer = await fetch(`${server.url}/render/${invoice}.pdf`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data: { number: "1", items: [{ description: "Letters", price: "10" }] } }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("typecase-conformance")).toBe("PDF/UA-1");
    expect((await fetch(`${server.url}/icons/lucide.json?icons=heart`)).status).toBe(200);
    if (isRoot) expect(spawnSync("find", [folder, "-user", "nobody"], { encoding: "utf8" }).stdout).toBe("");
  });

  test("lists its dependencies", () => {
    const bill = JSON.parse(readFileSync(join(folder, "sbom.json"), "utf8"));
    expect(bill.metadata.component.name).toBe("typecase");
    const names = bill.components.map((each: { name: string }) => each.name);
    expect(names).toContain("sharp");
    for (const tool of ["vitest", "vite", "@react-router/dev", "@babel/core"])
      expect(names).not.toContain(tool);
    expect(readFileSync(join(folder, "NOTICES.txt"), "utf8")).toContain("react 19");
    expect(readFileSync(join(folder, "NOTICES.txt"), "utf8")).not.toContain("@babel/core");
    expect(existsSync(join(folder, "node_modules/vite"))).toBe(false);
  });

  test("equals the container's content", () => {
    const stages = readFileSync(DOCKERFILE, "utf8");
    expect(stages).toContain("RUN node scripts/release/release.mjs --folder /release");
    expect(stages).toMatch(/^USER node$/m);
    expect(stages).toMatch(/^CMD \["\/typecase\/typecase"\]$/m);
  });
});
