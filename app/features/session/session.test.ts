import { describe, expect, it } from "vitest";
import { stateOf } from "./session.ts";

const session = { id: "s", token: "t" };
const noor = { id: "1", email: "noor@example.org", name: "Noor" };

describe("who is here", () => {
  it("is known when the session names the same e-mail", () => {
    expect(stateOf("noor@example.org", { user: noor, session })).toEqual({
      kind: "known",
      email: "noor@example.org",
      role: "person",
      session: "t",
    });
  });

  it("is asked to sign in again when there is no session", () => {
    expect(stateOf("noor@example.org", null)).toEqual({ kind: "ended", email: "noor@example.org" });
  });

  it("is nobody when the two name different people", () => {
    expect(stateOf("mira@example.org", { user: noor, session })).toEqual({
      kind: "differs",
      email: "mira@example.org",
      other: "noor@example.org",
    });
  });

  it("is an operator only when the session says so", () => {
    const found = stateOf("noor@example.org", { user: { ...noor, role: "operator" }, session });
    expect(found).toMatchObject({ kind: "known", role: "operator" });
  });
});
