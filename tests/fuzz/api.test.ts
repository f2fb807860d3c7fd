import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillCatalogue } from "../../bench/support/catalogue.ts";
import { OPERATOR_TOKEN } from "../support/shelf.ts";
import { type Amount, fuzz } from "./fuzz.ts";
import { startWatchedServer } from "./watched-server.ts";

/** A longer run: `npm test -- fuzz --seconds 300 --templates 100000 --seed 2`. */
const SECONDS = process.env.FUZZ_SECONDS;
/** With another part of the bodies for each operation, because their number is not a multiple of it. */
const SHORT: Amount = { requests: 1_500, step: 5, warmUp: 1_000 };
const LONG: Amount = { seconds: Number(SECONDS ?? 60), step: 1, warmUp: 5_000 };
const TEMPLATES = Number(process.env.FUZZ_TEMPLATES ?? 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const MAX_GROWTH = 1.15;

const TITLE = "cause no fault, stall or growth";
const timeout = 600_000 + Number(SECONDS ?? 0) * 3_000;

test(`random requests from the description ${TITLE} (seed ${SEED})`, { timeout }, () =>
  sendRandomRequests(SECONDS ? LONG : SHORT),
);

test(`a minute of random requests and all bodies of many values ${TITLE}`, { timeout, tags: ["long"] }, () =>
  sendRandomRequests(LONG),
);

async function sendRandomRequests(amount: Amount): Promise<void> {
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
      amount,
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
    expect(after.live / before.live).toBeLessThan(MAX_GROWTH);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
