/** The browser's part of passkeys. Options and answers travel as JSON, as WebAuthn defines it. */

type Creation = PublicKeyCredentialCreationOptionsJSON;
type Request = PublicKeyCredentialRequestOptionsJSON;

/** Browsers that can't read the JSON themselves are too old for it. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Whether this device itself can make one, with a fingerprint, a face or its screen lock. */
export async function canCreatePasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
}

/** Whether passkeys can be offered among the suggestions of a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** Undefined: the person has cancelled, or the device has one already. */
export async function createPasskey(options: Creation): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return asJson(await orNothing(navigator.credentials.create({ publicKey })));
}

/** Waits until a passkey is chosen among the suggestions; undefined if it was given up. */
export async function awaitPasskey(options: Request, signal: AbortSignal): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...options,
    userVerification: "required",
  });
  return asJson(await orNothing(navigator.credentials.get({ publicKey, mediation: "conditional", signal })));
}

async function orNothing(asked: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asked;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (["AbortError", "NotAllowedError", "InvalidStateError"].includes(name)) return null;
    throw error;
  }
}

function asJson(credential: Credential | null): unknown {
  return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined;
}
