import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { i18n } from "#i18n";
import type { Action, ListedAction, SettingName } from "../../../contract/people/actions.ts";

/** One sentence for each action; `{actor}` and `{target}` are names, which the log shows as links. */
const MESSAGES: Record<Action, MessageDescriptor> = {
  "library.opened": msg({ message: "{actor} set up the library and became its first operator" }),
  "person.promoted": msg({ message: "{actor} made {target} an operator" }),
  "person.demoted": msg({ message: "{actor} removed the operator role from {target}" }),
  "person.disabled": msg({ message: "{actor} disabled {target}" }),
  "person.enabled": msg({ message: "{actor} enabled {target}" }),
  "person.deleted": msg({ message: "{actor} deleted the account of {target}" }),
  "reset-link.made": msg({ message: "{actor} created a password reset link for {target}" }),
  "password.refused": msg({ message: "{actor} entered a wrong password when asked to confirm it" }),
  "password.changed": msg({ message: "{actor} changed their password" }),
  "two-factor.on": msg({ message: "{actor} turned on two-factor sign-in" }),
  "two-factor.off": msg({ message: "{actor} turned off two-factor sign-in for {target}" }),
  "recovery-codes.made": msg({ message: "{actor} created new recovery codes" }),
  "recovery-code.used": msg({ message: "{actor} signed in with a recovery code" }),
  "passkey.added": msg({ message: "{actor} added a passkey" }),
  "passkey.renamed": msg({ message: "{actor} renamed a passkey" }),
  "passkey.removed": msg({ message: "{actor} removed a passkey" }),
  "sessions.ended": msg({ message: "{actor} ended some of their own sessions" }),
  "issuer.connected": msg({ message: "{actor} connected a sign-in provider" }),
  "issuer.disconnected": msg({ message: "{actor} disconnected a sign-in provider" }),
  "template.created": msg({ message: "{actor} added {target}" }),
  "template.changed": msg({ message: "{actor} changed {target}" }),
  "template.published": msg({ message: "{actor} republished {target}" }),
  "template.unpublished": msg({ message: "{actor} hid {target}" }),
  "template.moved": msg({ message: "{actor} moved {target} to another category" }),
  "template.deleted": msg({ message: "{actor} deleted {target}" }),
  "template.restored": msg({ message: "{actor} restored an earlier version of {target}" }),
  "template.accepted": msg({ message: "{actor} accepted the submission {target}" }),
  "draft.handed-in": msg({ message: "{actor} submitted {target}" }),
  "draft.withdrawn": msg({ message: "{actor} withdrew the submission {target}" }),
  "draft.asked": msg({ message: "{actor} requested changes to the submission {target}" }),
  "draft.refused": msg({ message: "{actor} rejected the submission {target}" }),
  "rating.hidden": msg({ message: "{actor} hid a comment on {target}" }),
  "rating.shown": msg({ message: "{actor} restored a comment on {target}" }),
  "rating.accepted": msg({ message: "{actor} approved a rating of {target}" }),
  "rating.refused": msg({ message: "{actor} rejected a rating of {target}" }),
  "type.created": msg({ message: "{actor} added the type {target}" }),
  "type.changed": msg({ message: "{actor} changed the type {target}" }),
  "type.deleted": msg({ message: "{actor} deleted the type {target}" }),
  "type.moved": msg({
    message:
      "{actor} changed the address of the type {target}, because the old one is now used for a language",
  }),
  "page.created": msg({ message: "{actor} added the page {target}" }),
  "page.changed": msg({ message: "{actor} changed the page {target}" }),
  "page.deleted": msg({ message: "{actor} deleted the page {target}" }),
  "setting.changed": msg({ message: "{actor} changed the setting {target}" }),
  "translation.accepted": msg({ message: "{actor} accepted a translation of “{target}”" }),
  "translation.declined": msg({ message: "{actor} declined a translation of “{target}”" }),
  "translation.withdrawn": msg({ message: "{actor} withdrew a translation of “{target}”" }),
  "translation.reopened": msg({ message: "{actor} returned a translation of “{target}” to review" }),
  "token.created": msg({ message: "{actor} created the token {target}" }),
  "token.revoked": msg({ message: "{actor} revoked the token {target}" }),
  "app.connected": msg({ message: "{actor} connected an app to their account" }),
  "app.removed": msg({ message: "{actor} removed a connected app" }),
  "key.accepted": msg({ message: "{actor} accepted a new signing key, which ended all sessions" }),
  "webhook.created": msg({ message: "{actor} added a webhook" }),
  "webhook.changed": msg({ message: "{actor} changed a webhook" }),
  "webhook.deleted": msg({ message: "{actor} deleted a webhook" }),
  "webhook.turned-off": msg({ message: "{actor} turned off a webhook that couldn’t be reached" }),
};
const OWN_TWO_FACTOR_OFF = msg({ message: "{actor} turned off two-factor sign-in" });
const OWN_ACCOUNT_DELETED = msg({ message: "{actor} deleted their own account" });
const ACCOUNT_DELETED = msg({ message: "{actor} deleted an account" });

/** The actions that the log can be filtered by, in groups. */
export const actionChoices = (): { label: string; actions: [Action, string][] }[] => [
  {
    label: t`People`,
    actions: [
      ["library.opened", t`Library set up`],
      ["person.promoted", t`Operator role granted`],
      ["person.demoted", t`Operator role removed`],
      ["person.disabled", t`Account disabled`],
      ["person.enabled", t`Account enabled`],
      ["person.deleted", t`Account deleted`],
      ["reset-link.made", t`Password reset link created`],
      ["password.refused", t`Wrong password entered`],
    ],
  },
  {
    label: t`Signing in`,
    actions: [
      ["password.changed", t`Password changed`],
      ["two-factor.on", t`Two-factor sign-in turned on`],
      ["two-factor.off", t`Two-factor sign-in turned off`],
      ["recovery-codes.made", t`Recovery codes created`],
      ["recovery-code.used", t`Recovery code used`],
      ["passkey.added", t`Passkey added`],
      ["passkey.renamed", t`Passkey renamed`],
      ["passkey.removed", t`Passkey removed`],
      ["sessions.ended", t`Sessions ended`],
      ["issuer.connected", t`Sign-in provider connected`],
      ["issuer.disconnected", t`Sign-in provider disconnected`],
    ],
  },
  {
    label: t`Templates`,
    actions: [
      ["template.created", t`Template added`],
      ["template.changed", t`Template changed`],
      ["template.published", t`Template republished`],
      ["template.unpublished", t`Template hidden`],
      ["template.moved", t`Template moved`],
      ["template.deleted", t`Template deleted`],
      ["template.restored", t`Earlier version restored`],
      ["draft.handed-in", t`Template submitted`],
      ["draft.withdrawn", t`Submission withdrawn`],
      ["draft.asked", t`Changes requested`],
      ["draft.refused", t`Submission rejected`],
      ["template.accepted", t`Submission accepted`],
      ["rating.hidden", t`Rating comment hidden`],
      ["rating.shown", t`Rating comment restored`],
      ["rating.accepted", t`Rating approved`],
      ["rating.refused", t`Rating rejected`],
      ["type.created", t`Type added`],
      ["type.changed", t`Type changed`],
      ["type.deleted", t`Type deleted`],
      ["type.moved", t`Type moved`],
    ],
  },
  {
    label: t`Library`,
    actions: [
      ["page.created", t`Page added`],
      ["page.changed", t`Page changed`],
      ["page.deleted", t`Page deleted`],
      ["setting.changed", t`Setting changed`],
      ["translation.accepted", t`Translation accepted`],
      ["translation.declined", t`Translation declined`],
      ["translation.withdrawn", t`Translation withdrawn`],
      ["translation.reopened", t`Translation returned to review`],
    ],
  },
  {
    label: t({ message: "Access", context: "tokens and keys" }),
    actions: [
      ["token.created", t`Token created`],
      ["token.revoked", t`Token revoked`],
      ["app.connected", t`App connected`],
      ["app.removed", t`App removed`],
      ["key.accepted", t`Signing key accepted`],
      ["webhook.created", t`Webhook added`],
      ["webhook.changed", t`Webhook changed`],
      ["webhook.deleted", t`Webhook deleted`],
      ["webhook.turned-off", t`Webhook turned off`],
    ],
  },
];

function actorName({ kind, id, name }: ListedAction["actor"]): string {
  if (kind === "person") return name ?? t`A deleted account`;
  if (kind === "token") {
    const token = name ?? id ?? "";
    return token === "OPERATOR_TOKEN" ? token : t`Token ${token}`;
  }
  if (kind === "command line") return t`The command line`;
  return kind === "server" ? t`The server` : t`A visitor`;
}

/** The name of a target that no longer has one. */
function unnamed(kind: ListedAction["target"]["kind"]): string {
  if (kind === "key" || kind === "webhook") return "";
  if (kind === "person") return t`a deleted account`;
  if (kind === "template" || kind === "rating") return t`a template`;
  return t`(deleted)`;
}

function settingName(name: string): string {
  const names: Record<SettingName, string> = {
    "library-name": t`Library name`,
    "contact-address": t`Contact address`,
    "sign-up": t`Sign-up`,
    home: t`Home page`,
    "handing-in": t`Submissions`,
  };
  return (names as Record<string, string>)[name] ?? name;
}

function targetName({ kind, id, name }: ListedAction["target"]): string {
  if (kind === "setting") return settingName(id ?? "");
  if (kind === "templates") return plural({ count: Number(id) }, { one: "# template", other: "# templates" });
  return name ?? unnamed(kind);
}

/** A part of the sentence: plain text, or the name of the actor or the target. */
type MessagePart = { kind: "text" | "actor" | "target"; text: string };

function messageFor(
  action: string,
  actor: ListedAction["actor"],
  target: ListedAction["target"],
): MessageDescriptor | undefined {
  if (action === "two-factor.off" && actor.id === target.id) return OWN_TWO_FACTOR_OFF;
  if (action === "person.deleted" && actor.id === target.id) return OWN_ACCOUNT_DELETED;
  if (action === "person.deleted" && target.name === null) return ACCOUNT_DELETED;
  return (MESSAGES as Record<string, MessageDescriptor>)[action];
}

export function describeAction({ action, actor, target }: ListedAction): MessagePart[] {
  const descriptor = messageFor(action, actor, target);
  // The placeholders stay, so that the names can be shown as links.
  const values = { actor: "{actor}", target: "{target}" };
  const message = descriptor ? i18n._({ ...descriptor, values }) : `{actor}: ${action} {target}`;
  return message.split(/(\{actor\}|\{target\})/).flatMap((text): MessagePart[] => {
    if (text === "{actor}") return [{ kind: "actor", text: actorName(actor) }];
    if (text === "{target}") return [{ kind: "target", text: targetName(target) }];
    return text ? [{ kind: "text", text }] : [];
  });
}
