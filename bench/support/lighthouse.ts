import { createServer } from "node:net";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { noiseOf } from "./figures.ts";
import { median } from "./load.ts";
import { DeadlineError, within } from "./servers.ts";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

const LOOK_MS = 120_000; // it takes 15 s

type Grades = Record<(typeof CATEGORIES)[number] | "layoutShift", number>;
type Graded = {
  grades: Grades;
  complaints: string[];
  /**
   * The spread of its own performance runs as a share of the score; the other scores don't depend on the
   * machine.
   */
  noise: number;
  /** Lighthouse's own benchmark of this machine; below 1,000 its performance score suffers. */
  machine: number;
};

type Look = Omit<Graded, "noise">;

/** Runs Lighthouse several times with its mobile profile and takes the median of each figure. */
export async function gradePage(url: string, executablePath: string, times: number): Promise<Graded> {
  const runs: Look[] = [];
  for (let time = 0; time < times; time++) runs.push(await gradeWithRetry(url, executablePath));
  const medianOf = (name: keyof Grades) => median(runs.map((run) => run.grades[name]));
  return {
    grades: {
      performance: medianOf("performance"),
      accessibility: medianOf("accessibility"),
      "best-practices": medianOf("best-practices"),
      seo: medianOf("seo"),
      layoutShift: medianOf("layoutShift"),
    },
    complaints: [...new Set(runs.flatMap((run) => run.complaints))],
    noise: noiseOf(runs.map((run) => run.grades.performance)),
    machine: median(runs.map((run) => run.machine)),
  };
}

/** Lighthouse sometimes waits for an answer that never comes; then it is retried with another browser. */
async function gradeWithRetry(url: string, executablePath: string): Promise<Look> {
  try {
    return await gradeOnce(url, executablePath);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    console.log(`  ${error.message}; once more`);
    return gradeOnce(url, executablePath);
  }
}

async function gradeOnce(url: string, executablePath: string): Promise<Look> {
  const port = await freePort();
  const browser = await chromium.launchServer({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", `--remote-debugging-port=${port}`],
  });
  try {
    return await within(LOOK_MS, `Lighthouse to look at ${url}`, grade(url, port));
  } finally {
    await browser.kill();
  }
}

async function grade(url: string, port: number): Promise<Look> {
  const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], logLevel: "error" });
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not look at ${url}: ${result?.lhr.runtimeError?.message}`);
  const { categories, audits } = result.lhr;
  const gradeOf = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100);
  const counted = new Set(
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    ),
  );
  const complaints = Object.values(audits)
    .filter(({ id, score }) => counted.has(id) && score !== null && score < 0.9)
    .map(({ title, displayValue }) => [title, displayValue].filter(Boolean).join(": "));
  const layoutShift = audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN;
  const machine = Math.round(result.lhr.environment.benchmarkIndex);
  const grades = {
    performance: gradeOf("performance"),
    accessibility: gradeOf("accessibility"),
    "best-practices": gradeOf("best-practices"),
    seo: gradeOf("seo"),
    layoutShift,
  };
  return { grades, complaints, machine };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject()));
    });
  });
}
