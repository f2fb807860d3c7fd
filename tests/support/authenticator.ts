import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Ceremony = { challenge: string };
type Given = { origin?: string; rpId?: string; isVerified?: boolean };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A device that makes a passkey for one site and signs with it, as a browser would hand it on. */
export function createAuthenticator(site: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  let counter = 0;

  function authenticatorData({ rpId = new URL(site).hostname, isVerified = true }: Given, key?: Buffer) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (key ? HAS_KEY : 0);
    const parts: Buffer[] = [createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count];
    if (key) parts.push(Buffer.alloc(16), Buffer.from([0, id.length]), id, key);
    return Buffer.concat(parts);
  }

  const clientData = (type: string, { challenge }: Ceremony, { origin = site }: Given) =>
    Buffer.from(JSON.stringify({ type, challenge, origin }));

  const credential = (response: Record<string, string | string[]>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    register(ceremony: Ceremony, given: Given = {}) {
      // CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an ES256 key.
      const bytes = (text: string) =>
        Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, "base64url")]);
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(x),
        Buffer.from([0x22]),
        bytes(y),
      ]);
      const data = authenticatorData(given, key);
      const cborText = (text: string) =>
        Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
        ...[cborText("authData"), Buffer.from([0x58, data.length]), data],
      ]);
      return credential({
        clientDataJSON: clientData("webauthn.create", ceremony, given).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    signIn(ceremony: Ceremony, given: Given = {}) {
      const data = authenticatorData(given);
      const client = clientData("webauthn.get", ceremony, given);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
  };
}
