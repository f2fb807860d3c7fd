/**
 * The tables of the accounts library have its own column names; its dates and flags are native on PostgreSQL.
 */
export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: unknown;
  image: string | null;
  role: string;
  disabledAt: string | null;
  /** Null: never turned on. */
  twoFactorEnabled?: unknown;
  createdAt: unknown;
  updatedAt: unknown;
}

export interface AuthSessionTable {
  id: string;
  token: string;
  userId: string;
  expiresAt: unknown;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: unknown;
  updatedAt: unknown;
  /**
   * When the password was last entered in it; null: not since it began. Our own column, unknown to the
   * library.
   */
  passwordAt: string | null;
  /** How the session began (`SIGN_IN_METHODS`); null: before that was recorded. */
  signedInWith: string | null;
}

export interface AuthAccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: unknown;
  refreshTokenExpiresAt: unknown;
  scope: string | null;
  password: string | null;
  createdAt: unknown;
  updatedAt: unknown;
}

/** The secret and the recovery codes are encrypted with the signing key. */
export interface AuthTwoFactorTable {
  id: string;
  userId: string;
  secret: string;
  backupCodes: string;
  /** False until the first code was right. */
  verified: unknown;
  failedVerificationCount: number | null;
  lockedUntil: unknown;
  /** Our own column, unknown to the library. */
  turnedOnAt: string | null;
}

export interface AuthPasskeyTable {
  id: string;
  name: string | null;
  publicKey: string;
  userId: string;
  credentialID: string;
  counter: number;
  deviceType: string;
  /** Synced to the person's other devices. */
  backedUp: unknown;
  transports: string | null;
  createdAt: unknown;
  aaguid: string | null;
  /** Our own column, unknown to the library. */
  lastUsedAt: string | null;
}

export interface AuthVerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: unknown;
  createdAt: unknown;
  updatedAt: unknown;
}

/** The number of attempts in the window that ends at `resets` (milliseconds since 1970). */
export interface AuthRateLimitTable {
  key: string;
  count: number;
  resets: number;
}

/** An app that asked to act for people. The tables of the accounts library with the columns that our code reads. */
export interface AuthOAuthClientTable {
  id: string;
  clientId: string;
  name: string | null;
  uri: string | null;
  redirectUris: string;
  createdAt: unknown;
}

export interface AuthOAuthTokenTable {
  id: string;
  token: string;
  clientId: string;
  userId: string;
  expiresAt: unknown;
  revoked: unknown;
  scopes: string;
  resources: string | null;
}

/** What a person has allowed an app to do. */
export interface AuthOAuthConsentTable {
  id: string;
  clientId: string;
  userId: string;
  scopes: string;
  createdAt: unknown;
  updatedAt: unknown;
  /** Our own column, unknown to the library. To the hour. */
  lastUsedAt: string | null;
}
