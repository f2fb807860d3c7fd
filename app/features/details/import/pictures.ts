/** A picture as fields hold it: a data URL. */
const BEGIN = /^data:image\/(?:png|jpeg|webp|gif|svg\+xml);base64,/;
const NO_LETTER = /[^A-Za-z0-9+/=]/;
/** A phone photo as text. It is scaled down before it is stored. */
const MAX_LETTERS = 8 * 1024 * 1024;

export function isPictureAddress(text: string): boolean {
  const start = text.length <= MAX_LETTERS ? BEGIN.exec(text)?.[0] : undefined;
  return start !== undefined && text.length > start.length && !NO_LETTER.test(text.slice(start.length));
}

/** What the first bytes of a picture say it is, whatever a file claims. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ["/9j/", "jpeg"],
  ["iVBORw0KGgo", "png"],
  ["R0lGOD", "gif"],
  ["UklGR", "webp"],
  ["PHN2Z", "svg+xml"],
  ["PD94bWwg", "svg+xml"],
];

/** From base64 as files have it, with blanks and line breaks; undefined for what is no picture that browsers draw. */
export function makePictureAddress(base64: string): string | undefined {
  const letters = base64.replace(/\s+/g, "");
  const kind = SIGNATURES.find(([start]) => letters.startsWith(start))?.[1];
  const address = `data:image/${kind};base64,${letters}`;
  return kind && isPictureAddress(address) ? address : undefined;
}

export function writeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES)));
  return btoa(pieces.join(""));
}

const PIECE_BYTES = 8 * 1024; // as many arguments as a call takes
