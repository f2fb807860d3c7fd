import { describe, expect, it } from "vitest";
import { findClientAddress, trustList } from "./client-address.ts";

const nobody = trustList([]);
const proxies = trustList(["10.0.0.0/8", "::1"]);

describe("the client's address", () => {
  it("is the peer's when no proxy is trusted, whatever the header says", () => {
    expect(findClientAddress("203.0.113.5", "1.2.3.4", nobody)).toBe("203.0.113.5");
    expect(findClientAddress("::ffff:203.0.113.5", "1.2.3.4", nobody)).toBe("203.0.113.5");
  });

  it("is the peer's when the peer is not the proxy", () => {
    expect(findClientAddress("203.0.113.5", "1.2.3.4", proxies)).toBe("203.0.113.5");
  });

  it("is the last address before the trusted proxies", () => {
    expect(findClientAddress("10.1.1.1", "1.2.3.4", proxies)).toBe("1.2.3.4");
    expect(findClientAddress("::ffff:10.1.1.1", "6.6.6.6, 1.2.3.4, 10.2.2.2", proxies)).toBe("1.2.3.4");
    expect(findClientAddress("::1", "2001:db8::7", proxies)).toBe("2001:db8::7");
  });

  it("stays the proxy's when the header is missing or nonsense", () => {
    expect(findClientAddress("10.1.1.1", undefined, proxies)).toBe("10.1.1.1");
    expect(findClientAddress("10.1.1.1", "1.2.3.4, unknown", proxies)).toBe("10.1.1.1");
  });
});
