import type { Action, ListedAction, SettingName } from "../../../contract/people/actions.ts";

/** What stands before and after what it was done to. */
type Words = { before: string; after?: string };

const WORDS: Record<Action, Words> = {
  "library.opened": { before: "opened the library and became its first operator" },
  "person.promoted": { before: "made", after: "an operator" },
  "person.demoted": { before: "made", after: "a person again" },
  "person.disabled": { before: "disabled" },
  "person.enabled": { before: "enabled" },
  "person.deleted": { before: "deleted the account of" },
  "reset-link.made": { before: "made a reset link for" },
  "password.refused": { before: "was asked for the password again and entered a wrong one" },
  "template.created": { before: "added" },
  "template.changed": { before: "changed" },
  "template.published": { before: "published", after: "again" },
  "template.unpublished": { before: "unpublished" },
  "template.moved": { before: "moved", after: "to another category" },
  "template.deleted": { before: "deleted" },
  "template.restored": { before: "restored an earlier version of" },
  "template.accepted": { before: "accepted", after: "which was handed in" },
  "draft.handed-in": { before: "handed in" },
  "draft.withdrawn": { before: "took back", after: "which was handed in" },
  "draft.asked": { before: "asked for a change in", after: "which was handed in" },
  "draft.refused": { before: "refused", after: "which was handed in" },
  "rating.hidden": { before: "hid a sentence about" },
  "rating.shown": { before: "showed again a sentence about" },
  "rating.accepted": { before: "accepted a rating of" },
  "rating.refused": { before: "refused a rating of" },
  "type.created": { before: "added the type" },
  "type.changed": { before: "changed the type" },
  "type.deleted": { before: "deleted the type" },
  "page.created": { before: "added the page" },
  "page.changed": { before: "changed the page" },
  "page.deleted": { before: "deleted the page" },
  "setting.changed": { before: "changed" },
  "token.created": { before: "made the token" },
  "token.revoked": { before: "revoked the token" },
  "key.accepted": { before: "accepted another signing key, which ended all sessions" },
};

/** What the list can be narrowed to, in groups. */
export const ACTION_CHOICES: { label: string; actions: [Action, string][] }[] = [
  {
    label: "People",
    actions: [
      ["library.opened", "Library opened"],
      ["person.promoted", "Made an operator"],
      ["person.demoted", "Made a person again"],
      ["person.disabled", "Disabled"],
      ["person.enabled", "Enabled"],
      ["person.deleted", "Account deleted"],
      ["reset-link.made", "Reset link made"],
      ["password.refused", "Wrong password when asked again"],
    ],
  },
  {
    label: "Templates",
    actions: [
      ["template.created", "Template added"],
      ["template.changed", "Template changed"],
      ["template.published", "Template published again"],
      ["template.unpublished", "Template unpublished"],
      ["template.moved", "Template moved"],
      ["template.deleted", "Template deleted"],
      ["template.restored", "Earlier version restored"],
      ["draft.handed-in", "Handed in"],
      ["draft.withdrawn", "Handed in, taken back"],
      ["draft.asked", "Handed in, change asked for"],
      ["draft.refused", "Handed in, refused"],
      ["template.accepted", "Handed in, accepted"],
      ["rating.hidden", "Sentence of a rating hidden"],
      ["rating.shown", "Sentence of a rating shown again"],
      ["rating.accepted", "Rating accepted"],
      ["rating.refused", "Rating refused"],
      ["type.created", "Type added"],
      ["type.changed", "Type changed"],
      ["type.deleted", "Type deleted"],
    ],
  },
  {
    label: "The library itself",
    actions: [
      ["page.created", "Page added"],
      ["page.changed", "Page changed"],
      ["page.deleted", "Page deleted"],
      ["setting.changed", "Setting changed"],
    ],
  },
  {
    label: "Access",
    actions: [
      ["token.created", "Token made"],
      ["token.revoked", "Token revoked"],
      ["key.accepted", "Signing key accepted"],
    ],
  },
];

export function actorName({ kind, id, name }: ListedAction["actor"]): string {
  if (kind === "person") return name ?? "A deleted account";
  if (kind === "token") return id === "OPERATOR_TOKEN" ? "OPERATOR_TOKEN" : `Token ${name ?? id}`;
  if (kind === "command line") return "The command line";
  return kind === "server" ? "The server, at its start" : "A visitor";
}

const GONE: Record<ListedAction["target"]["kind"], string> = {
  person: "a deleted account",
  template: "a template that is gone",
  templates: "templates",
  draft: "a template that is no draft any more,",
  type: "one that is gone",
  page: "one that is gone",
  token: "a token",
  rating: "a template, in a rating that is gone",
  key: "",
  setting: "a setting",
};

const SETTING_WORDS: Record<SettingName, string> = {
  "library-name": "what the library is called",
  "contact-address": "whom people write to",
  "sign-up": "whether people can sign up",
  home: "the sheets on home’s ruler",
  "handing-in": "whether people can hand in templates, and what they agree to",
};

/** What was done, as three parts of a sentence; `target` is empty where nothing is named or where it is who did it. */
export function describeAction({
  action,
  actor,
  target,
}: ListedAction): Required<Words> & { target: string } {
  const { before, after = "" } = (WORDS as Record<string, Words>)[action] ?? { before: action };
  if (action === "password.refused" || action === "library.opened" || target.kind === "key")
    return { before, target: "", after };
  if (action === "person.deleted" && actor.id === target.id)
    return { before: "deleted their own account", target: "", after: "" };
  if (target.kind === "setting") {
    const words = (SETTING_WORDS as Record<string, string>)[target.id ?? ""] ?? GONE.setting;
    return { before, target: words, after };
  }
  if (target.kind === "templates") return { before, target: `${target.id} templates`, after };
  return { before, target: target.name ?? GONE[target.kind], after };
}
