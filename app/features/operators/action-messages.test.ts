import { describe, expect, it } from "vitest";
import { ACTIONS, type ListedAction } from "../../../contract/people/actions.ts";
import { actionChoices, describeAction } from "./action-messages.ts";

const line: ListedAction = {
  id: "1",
  at: "2026-11-16T04:00:00.000Z",
  action: "person.promoted",
  actor: { kind: "person", id: "a", name: "Ada", email: "ada@example.org" },
  target: { kind: "person", id: "b", name: "Ola", email: "ola@example.org", url: null },
};
const messageOf = (given: Partial<ListedAction>) =>
  describeAction({ ...line, ...given })
    .map(({ text }) => text)
    .join("");
const actor = (
  kind: ListedAction["actor"]["kind"],
  id: string | null = null,
  name: string | null = null,
) => ({
  kind,
  id,
  name,
  email: null,
});
const target = (kind: ListedAction["target"]["kind"], id: string | null, name: string | null = null) => ({
  kind,
  id,
  name,
  email: null,
  url: null,
});

describe("describeAction", () => {
  it("names the actor and the target", () => {
    expect(messageOf({})).toBe("Ada made Ola an operator");
    expect(messageOf({ actor: actor("command line"), action: "reset-link.made" })).toBe(
      "The command line created a password reset link for Ola",
    );
    expect(
      messageOf({
        actor: actor("token", "t", "import"),
        action: "template.changed",
        target: target("template", "x", "Quarto"),
      }),
    ).toBe("Token import changed Quarto");
    expect(
      messageOf({ actor: actor("server"), action: "template.created", target: target("templates", "57") }),
    ).toBe("The server added 57 templates");
    expect(messageOf({ action: "setting.changed", target: target("setting", "sign-up") })).toBe(
      "Ada changed the setting Sign-up",
    );
  });

  it("describes actors and targets that were deleted", () => {
    expect(messageOf({ actor: actor("person", "a"), target: target("person", "b") })).toBe(
      "A deleted account made a deleted account an operator",
    );
    expect(
      messageOf({ actor: actor("person", "a"), action: "person.deleted", target: target("person", "a") }),
    ).toBe("A deleted account deleted their own account");
    expect(messageOf({ action: "person.deleted", target: target("person", "b") })).toBe(
      "Ada deleted an account",
    );
    expect(messageOf({ action: "template.deleted", target: target("template", "x") })).toBe(
      "Ada deleted a template",
    );
  });

  it("has a sentence and a filter for every action", () => {
    const offered = actionChoices().flatMap(({ actions }) => actions.map(([action]) => action));
    expect(offered.sort()).toEqual([...ACTIONS].sort());
    for (const action of ACTIONS) expect(messageOf({ action })).not.toContain(action);
  });
});
