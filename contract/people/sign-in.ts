/** How a session began: with a password, with a password and a code, with a passkey or with the OpenID Connect provider. */
export const SIGN_IN_METHODS = ["password", "two-factor", "passkey", "issuer"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export type ListedPasskey = {
  id: string;
  name: string;
  added: string;
  lastUsed: string | null;
  isSynced: boolean;
};

/** A person's ways to sign in (GET /auth/security). */
export type Security = {
  hasPassword: boolean;
  /** Null: off. */
  twoFactor: { since: string | null; recoveryCodesLeft: number } | null;
  /** Null: this site has no public address, which passkeys belong to. */
  passkeys: ListedPasskey[] | null;
  /** The OpenID Connect provider of this site. */
  issuer: { name: string; isConnected: boolean } | null;
};

export const PASSKEY_NAME_MAX = 60;
/** More than anyone has devices. */
export const MOST_PASSKEYS = 20;
