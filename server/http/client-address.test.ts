import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createLog } from "../log/logging.ts";
import type { RequestEnv } from "../request/request.ts";
import { findClientAddress, setClientAddress, trustList } from "./client-address.ts";

const noProxies = trustList([]);
const proxies = trustList(["10.0.0.0/8", "::1"]);

describe("the client's address", () => {
  it("is the peer's without a trusted proxy", () => {
    expect(findClientAddress("203.0.113.5", "1.2.3.4", noProxies)).toBe("203.0.113.5");
    expect(findClientAddress("::ffff:203.0.113.5", "1.2.3.4", noProxies)).toBe("203.0.113.5");
  });

  it("is the peer's when the peer is not the proxy", () => {
    expect(findClientAddress("203.0.113.5", "1.2.3.4", proxies)).toBe("203.0.113.5");
  });

  it("is the last address before the trusted proxies", () => {
    expect(findClientAddress("10.1.1.1", "1.2.3.4", proxies)).toBe("1.2.3.4");
    expect(findClientAddress("::ffff:10.1.1.1", "6.6.6.6, 1.2.3.4, 10.2.2.2", proxies)).toBe("1.2.3.4");
    expect(findClientAddress("::1", "2001:db8::7", proxies)).toBe("2001:db8::7");
  });

  it("is the proxy's when the header is missing or invalid", () => {
    expect(findClientAddress("10.1.1.1", undefined, proxies)).toBe("10.1.1.1");
    expect(findClientAddress("10.1.1.1", "1.2.3.4, unknown", proxies)).toBe("10.1.1.1");
  });
});

describe("X-Forwarded-For from an untrusted peer", () => {
  it("is logged once with the setting to use", async () => {
    const lines: Record<string, unknown>[] = [];
    const log = createLog({ logLevel: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
    const app = new Hono<RequestEnv>();
    app.use(setClientAddress(["10.0.0.0/8"], log));
    app.get("/", (c) => c.text(c.get("clientAddress")));
    const ask = async (remoteAddress: string, forwardedFor?: string) => {
      const headers = forwardedFor ? { "x-forwarded-for": forwardedFor } : undefined;
      const answer = await app.request("/", { headers }, { incoming: { socket: { remoteAddress } } });
      return answer.text();
    };
    expect(await ask("127.0.0.1")).toBe("127.0.0.1");
    expect(await ask("10.0.0.1", "1.2.3.4")).toBe("1.2.3.4");
    expect(lines).toEqual([]);
    for (let each = 0; each < 3; each++) expect(await ask("::ffff:127.0.0.1", "1.2.3.4")).toBe("127.0.0.1");
    expect(lines).toMatchObject([
      { level: "warn", msg: expect.stringContaining("set TRUSTED_PROXIES=127.0.0.1;") },
    ]);
    // Nobody who sends the header from outside is written down.
    for (let each = 0; each < 3; each++) await ask("203.0.113.5", "1.2.3.4");
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain("203.0.113.5");
  });
});
