/** The names of actions in the log. A name that was ever written stays here, because the log keeps its lines. */
export const ACTIONS = [
  "library.opened",
  "person.promoted",
  "person.demoted",
  "person.disabled",
  "person.enabled",
  "person.deleted",
  "reset-link.made",
  "password.refused",
  "password.changed",
  "two-factor.on",
  "two-factor.off",
  "recovery-codes.made",
  "recovery-code.used",
  "passkey.added",
  "passkey.renamed",
  "passkey.removed",
  "sessions.ended",
  "issuer.connected",
  "issuer.disconnected",
  "template.created",
  "template.changed",
  "template.published",
  "template.unpublished",
  "template.moved",
  "template.deleted",
  "template.restored",
  "template.accepted",
  "draft.handed-in",
  "draft.withdrawn",
  "draft.asked",
  "draft.refused",
  "rating.hidden",
  "rating.shown",
  "rating.accepted",
  "rating.refused",
  "type.created",
  "type.changed",
  "type.deleted",
  "type.moved",
  "page.created",
  "page.changed",
  "page.deleted",
  "setting.changed",
  "translation.accepted",
  "translation.declined",
  "translation.withdrawn",
  "translation.reopened",
  "token.created",
  "token.revoked",
  "app.connected",
  "app.removed",
  "key.accepted",
  "webhook.created",
  "webhook.changed",
  "webhook.deleted",
  "webhook.turned-off",
] as const;
export type Action = (typeof ACTIONS)[number];

export const isAction = (value: string | undefined): value is Action =>
  ACTIONS.some((action) => action === value);

export type ActorKind = "visitor" | "person" | "token" | "command line" | "server";
/** "templates": a number of them, stored in place of an id. */
export type TargetKind =
  | "person"
  | "template"
  | "templates"
  | "draft"
  | "type"
  | "page"
  | "token"
  | "key"
  | "webhook"
  | "rating"
  | "translation"
  | "setting";

/** Settings of the whole library; the name is stored in place of an id. */
const SETTING_NAMES = ["library-name", "contact-address", "sign-up", "home", "handing-in"] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** A line of the log as operators read it. Names are looked up when it is read; null: deleted. */
export type ListedAction = {
  id: string;
  at: string;
  action: string;
  actor: { kind: ActorKind; id: string | null; name: string | null; email: string | null };
  target: {
    kind: TargetKind;
    id: string | null;
    name: string | null;
    email: string | null;
    /** The path of its page, where it has one. */
    url: string | null;
  };
};
