import { createOTP } from "@better-auth/utils/otp";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator app shows now for a key. */
export const codeFor = (key: string): Promise<string> => createOTP(base32(key)).totp();

/** The text behind a key as apps read it. */
export function base32(key: string): string {
  const letters = key.replace(/[\s=]/g, "");
  const bits = [...letters].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join("");
}
