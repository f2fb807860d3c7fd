import { t } from "@lingui/core/macro";
import type { Action, ListedAction, SettingName } from "../../../contract/people/actions.ts";

/** One sentence for each action; `{actor}` and `{target}` are names, which the log shows as links. */
const MESSAGES: Record<Action, string> = {
  "library.opened": "{actor} set up the library and became its first operator",
  "person.promoted": "{actor} made {target} an operator",
  "person.demoted": "{actor} removed the operator role from {target}",
  "person.disabled": "{actor} disabled {target}",
  "person.enabled": "{actor} enabled {target}",
  "person.deleted": "{actor} deleted the account of {target}",
  "reset-link.made": "{actor} created a password reset link for {target}",
  "password.refused": "{actor} entered a wrong password when asked to confirm it",
  "template.created": "{actor} added {target}",
  "template.changed": "{actor} changed {target}",
  "template.published": "{actor} republished {target}",
  "template.unpublished": "{actor} unpublished {target}",
  "template.moved": "{actor} moved {target} to another category",
  "template.deleted": "{actor} deleted {target}",
  "template.restored": "{actor} restored an earlier version of {target}",
  "template.accepted": "{actor} accepted the submission {target}",
  "draft.handed-in": "{actor} submitted {target}",
  "draft.withdrawn": "{actor} withdrew the submission {target}",
  "draft.asked": "{actor} requested changes to the submission {target}",
  "draft.refused": "{actor} rejected the submission {target}",
  "rating.hidden": "{actor} hid a comment on {target}",
  "rating.shown": "{actor} restored a comment on {target}",
  "rating.accepted": "{actor} approved a rating of {target}",
  "rating.refused": "{actor} rejected a rating of {target}",
  "type.created": "{actor} added the type {target}",
  "type.changed": "{actor} changed the type {target}",
  "type.deleted": "{actor} deleted the type {target}",
  "page.created": "{actor} added the page {target}",
  "page.changed": "{actor} changed the page {target}",
  "page.deleted": "{actor} deleted the page {target}",
  "setting.changed": "{actor} changed {target}",
  "token.created": "{actor} created the token {target}",
  "token.revoked": "{actor} revoked the token {target}",
  "key.accepted": "{actor} accepted a new signing key, which ended all sessions",
};

/** The actions that the log can be filtered by, in groups. */
export const ACTION_CHOICES: { label: string; actions: [Action, string][] }[] = [
  {
    label: "People",
    actions: [
      ["library.opened", "Library set up"],
      ["person.promoted", "Operator role granted"],
      ["person.demoted", "Operator role removed"],
      ["person.disabled", "Account disabled"],
      ["person.enabled", "Account enabled"],
      ["person.deleted", "Account deleted"],
      ["reset-link.made", "Password reset link created"],
      ["password.refused", "Wrong password entered"],
    ],
  },
  {
    label: "Templates",
    actions: [
      ["template.created", "Template added"],
      ["template.changed", "Template changed"],
      ["template.published", "Template republished"],
      ["template.unpublished", "Template unpublished"],
      ["template.moved", "Template moved"],
      ["template.deleted", "Template deleted"],
      ["template.restored", "Earlier version restored"],
      ["draft.handed-in", "Template submitted"],
      ["draft.withdrawn", "Submission withdrawn"],
      ["draft.asked", "Changes requested"],
      ["draft.refused", "Submission rejected"],
      ["template.accepted", "Submission accepted"],
      ["rating.hidden", "Rating comment hidden"],
      ["rating.shown", "Rating comment restored"],
      ["rating.accepted", "Rating approved"],
      ["rating.refused", "Rating rejected"],
      ["type.created", "Type added"],
      ["type.changed", "Type changed"],
      ["type.deleted", "Type deleted"],
    ],
  },
  {
    label: "Library",
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
      ["token.created", "Token created"],
      ["token.revoked", "Token revoked"],
      ["key.accepted", "Signing key accepted"],
    ],
  },
];

function actorName({ kind, id, name }: ListedAction["actor"]): string {
  if (kind === "person") return name ?? t`A deleted account`;
  if (kind === "token") return id === "OPERATOR_TOKEN" ? "OPERATOR_TOKEN" : t`Token ${name ?? id ?? ""}`;
  if (kind === "command line") return t`The command line`;
  return kind === "server" ? t`The server` : t`A visitor`;
}

/** The name of a target that no longer has one. */
const UNNAMED: Record<ListedAction["target"]["kind"], string> = {
  person: "a deleted account",
  template: "a template",
  templates: "templates",
  draft: "(deleted)",
  type: "(deleted)",
  page: "(deleted)",
  token: "(deleted)",
  rating: "a template",
  key: "",
  setting: "a setting",
};

const SETTING_NAMES: Record<SettingName, string> = {
  "library-name": "the library’s name",
  "contact-address": "the contact address",
  "sign-up": "who can sign up",
  home: "the templates on the home page",
  "handing-in": "the submission settings",
};

function targetName({ kind, id, name }: ListedAction["target"]): string {
  if (kind === "setting") return (SETTING_NAMES as Record<string, string>)[id ?? ""] ?? UNNAMED.setting;
  if (kind === "templates") return id === "1" ? t`1 template` : t`${id ?? ""} templates`;
  return name ?? UNNAMED[kind];
}

/** A part of the sentence: plain text, or the name of the actor or the target. */
export type MessagePart = { kind: "text" | "actor" | "target"; text: string };

export function describeAction({ action, actor, target }: ListedAction): MessagePart[] {
  const isOwn = action === "person.deleted" && actor.id === target.id;
  const message = isOwn
    ? "{actor} deleted their own account"
    : ((MESSAGES as Record<string, string>)[action] ?? t`{actor}: ${action} {target}`);
  return message.split(/(\{actor\}|\{target\})/).flatMap((text): MessagePart[] => {
    if (text === "{actor}") return [{ kind: "actor", text: actorName(actor) }];
    if (text === "{target}") return [{ kind: "target", text: targetName(target) }];
    return text ? [{ kind: "text", text }] : [];
  });
}
