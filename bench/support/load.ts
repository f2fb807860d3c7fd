import { request } from "node:http";

/** A response's bytes as they were sent; `fetch` would decompress them. */
export function readWire(url: string): Promise<{ body: Uint8Array; sent: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers: { "accept-encoding": "br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const sent: Record<string, string> = {};
        for (const name of ["content-type", "content-encoding", "etag"])
          if (typeof response.headers[name] === "string") sent[name] = response.headers[name];
        resolve({ body: Buffer.concat(chunks), sent });
      });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
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
