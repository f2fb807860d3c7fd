import { describe, expect, it } from "vitest";
import { ACTIONS, type ListedAction } from "../../../contract/people/actions.ts";
import { ACTION_CHOICES, actorName, describeAction } from "./action-words.ts";

const line: ListedAction = {
  id: "1",
  at: "2026-11-16T04:00:00.000Z",
  action: "person.promoted",
  actor: { kind: "person", id: "a", name: "Ada", email: "ada@example.org" },
  target: { kind: "person", id: "b", name: "Ola", email: "ola@example.org", url: null },
};
const said = (given: Partial<ListedAction>) => {
  const full = { ...line, ...given };
  const { before, target, after } = describeAction(full);
  return [actorName(full.actor), before, target, after].filter(Boolean).join(" ");
};
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

describe("a line of the log, in words", () => {
  it("says who did what to whom, by the names of today", () => {
    expect(said({})).toBe("Ada made Ola an operator");
    expect(said({ actor: actor("command line"), action: "reset-link.made" })).toBe(
      "The command line made a reset link for Ola",
    );
    expect(
      said({
        actor: actor("token", "t", "import"),
        action: "template.changed",
        target: target("template", "x", "Quarto"),
      }),
    ).toBe("Token import changed Quarto");
    expect(
      said({ actor: actor("server"), action: "template.created", target: target("templates", "57") }),
    ).toBe("The server, at its start added 57 templates");
    expect(said({ action: "setting.changed", target: target("setting", "sign-up") })).toBe(
      "Ada changed whether people can sign up",
    );
  });

  it("says so where who or what it is about is gone", () => {
    expect(said({ actor: actor("person", "a"), target: target("person", "b") })).toBe(
      "A deleted account made a deleted account an operator",
    );
    expect(
      said({ actor: actor("person", "a"), action: "person.deleted", target: target("person", "a") }),
    ).toBe("A deleted account deleted their own account");
    expect(said({ action: "template.deleted", target: target("template", "x") })).toBe(
      "Ada deleted a template that is gone",
    );
  });

  it("every action has its words, and the list can be narrowed to each", () => {
    const offered = ACTION_CHOICES.flatMap(({ actions }) => actions.map(([action]) => action));
    expect(offered.sort()).toEqual([...ACTIONS].sort());
    for (const action of ACTIONS) expect(describeAction({ ...line, action }).before).not.toBe(action);
  });
});
