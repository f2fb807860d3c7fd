import { zlibSync } from "fflate";

/** Bytes and texts, in a browser as in Node. The letters of a PDF are its bytes, one character each (see `lettersOfBytes`). */

export function bytesOfLetters(letters: string): Uint8Array {
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** "0041" is the letters "\x00A". */
export function lettersOfHex(hex: string): string {
  return hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

/** UTF-16 with the higher byte first, as PDFs have it. */
export function textOfUtf16(letters: string): string {
  return letters.replace(/([\s\S])([\s\S])/g, (_, high: string, low: string) =>
    String.fromCharCode((high.charCodeAt(0) << 8) | low.charCodeAt(0)),
  );
}

/** A compressed stream of a PDF. The compression is the same wherever it runs, so the bytes are too. */
export function packedStream(letters: string, keys = ""): Uint8Array {
  const packed = zlibSync(bytesOfLetters(letters));
  const head = `<<\n${keys}  /Length ${packed.length}\n  /Filter /FlateDecode\n>>\nstream\n`;
  return joinBytes([bytesOfLetters(head), packed, bytesOfLetters("\nendstream")]);
}
