import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillCatalogue } from "../../bench/support/catalogue.ts";
import { OPERATOR_TOKEN } from "../support/shelf.ts";
import { fuzz } from "./fuzz.ts";
import { startWatchedServer } from "./watched-server.ts";

/** A longer run: `npm test -- fuzz --seconds 300 --templates 100000 --seed 2`. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 20);
const TEMPLATES = Number(process.env.FUZZ_TEMPLATES ?? 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const MOST_GROWTH = 1.15;

test(`${SECONDS} seconds of random requests from the description: no fault, no stall, no growth (seed ${SEED})`, {
  timeout: SECONDS * 3_000 + 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "typecase-fuzz-"));
  await fillCatalogue(folder, TEMPLATES);
  const server = await startWatchedServer({
    DATA_DIR: folder,
    OPERATOR_TOKEN,
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "info",
  });
  try {
    const report = await fuzz(server, {
      seconds: SECONDS,
      seed: SEED,
      operator: OPERATOR_TOKEN,
      dataDir: folder,
    });
    const { before, after, problems, stalls, passingStalls } = report;
    const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
    console.log(
      `${report.requests} requests, ${JSON.stringify(report.statuses)}; live ${megabytes(before.live)} then ${megabytes(after.live)} MB, resident ${megabytes(before.rss)} then ${megabytes(after.rss)} MB; ${stalls.length} stalls, passing ones of [${passingStalls}] ms`,
    );
    expect(server.ended()).toBeUndefined();
    expect(problems).toEqual([]);
    expect(stalls).toEqual([]);
    expect(after.live / before.live).toBeLessThan(MOST_GROWTH);
    expect(report.requests).toBeGreaterThan(SECONDS * 5);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
