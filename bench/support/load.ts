import autocannon from "autocannon";

export type Load = { perSecond: number; p50: number; p99: number; failures: number };

/** Asks for paths in turn over some connections for some seconds. */
export async function ask(
  url: string,
  paths: () => string,
  {
    seconds = 3,
    connections = 16,
    headers = {},
  }: { seconds?: number; connections?: number; headers?: Record<string, string> } = {},
): Promise<Load> {
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    headers,
    requests: [{ method: "GET", setupRequest: (request) => ({ ...request, path: paths() }) }],
  });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

/** "12,345 (11,900 to 12,600)" */
export function withSpread(values: number[]): string {
  const show = (value: number) => Math.round(value).toLocaleString("en");
  return `${show(median(values))} (${show(Math.min(...values))} to ${show(Math.max(...values))})`;
}
