import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MARK = "sealed:";

export type Sealing = {
  seal(text: string): string;
  /** What was sealed; text from before there were seals as it is; undefined when it was sealed with another key. */
  open(sealed: string): string | undefined;
};

const MAILS = "typecase mail outbox";
export const WEBHOOK_SECRETS = "typecase webhook secrets";

/**
 * Mails hold links that let their reader into an account; waiting in the database they are readable with the key only. So are the
 * secrets of webhooks. What is sealed for one purpose can't be opened for another.
 */
export function createSealing(signingKey: string, purpose = MAILS): Sealing {
  const key = Buffer.from(hkdfSync("sha256", signingKey, "", purpose, 32));
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open: (sealed) => {
      if (!sealed.startsWith(MARK)) return sealed;
      const bytes = Buffer.from(sealed.slice(MARK.length), "base64url");
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
      cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const opened = cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([opened, cipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
