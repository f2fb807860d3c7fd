import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/**
 * In the processes of API and fault tests, and in the servers of browser tests, a password is hashed in a moment
 * instead of a tenth of a second of a core: by the same scrypt at another cost. Hundreds of people sign up in a run. It is done from
 * outside, as the product must have no setting for it. All other servers in processes of their own hash as they do for people.
 */

type Cost = "next to nothing" | "as in production";
type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

// Stored where every instance of this module finds it, because it runs before each file of a worker.
const REAL = Symbol.for("scrypt as it was");
const shared: { scrypt: Scrypt; [REAL]?: Scrypt } = crypto;
shared[REAL] ??= shared.scrypt;
const real = shared[REAL];
const quick: Scrypt = (password, salt, length, options, done) =>
  real(password, salt, length, { ...options, N: 16 }, done);

/** For tests about the cost itself. A password hashed at one cost doesn't match at the other. */
export function setPasswordCost(cost: Cost): void {
  shared.scrypt = cost === "as in production" ? real : quick;
  syncBuiltinESMExports();
}

setPasswordCost("next to nothing");
