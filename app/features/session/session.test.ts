import { describe, expect, it } from "vitest";
import { stateOf } from "./session.ts";

const session = { id: "s", token: "t" };
const noor = { id: "1", email: "noor@example.org", name: "Noor" };

describe("the session state", () => {
  it("is known when the session has the same email address", () => {
    expect(stateOf("noor@example.org", { user: noor, session })).toEqual({
      kind: "known",
      id: "1",
      email: "noor@example.org",
      role: "person",
      session: "t",
      needsTwoFactor: false,
    });
  });

  it("asks to sign in without a session", () => {
    expect(stateOf("noor@example.org", null)).toEqual({ kind: "ended", email: "noor@example.org" });
  });

  it("is undecided when the two differ", () => {
    expect(stateOf("mira@example.org", { user: noor, session })).toEqual({
      kind: "differs",
      email: "mira@example.org",
      other: "noor@example.org",
    });
  });

  it("is an operator only by the session", () => {
    const found = stateOf("noor@example.org", { user: { ...noor, role: "operator" }, session });
    expect(found).toMatchObject({ kind: "known", role: "operator" });
  });
});
