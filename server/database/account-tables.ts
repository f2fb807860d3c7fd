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
