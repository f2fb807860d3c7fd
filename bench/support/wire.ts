import { request } from "node:http";

/** An answer's bytes as they travel; `fetch` would unpack them. */
export function readWire(url: string): Promise<{ body: Uint8Array; sent: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { "accept-encoding": "br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const sent: Record<string, string> = {};
        for (const name of ["content-type", "content-encoding", "etag"])
          if (typeof response.headers[name] === "string") sent[name] = response.headers[name];
        resolve({ body: Buffer.concat(chunks), sent });
      });
    });
    asking.on("error", reject);
    asking.end();
  });
}
