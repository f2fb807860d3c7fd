const LONGEST = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no file system likes these
const FORBIDDEN = /[\u0000-\u001f\u007f\\/:*?"<>|\u202a-\u202e\u2066-\u2069]/g;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i; // reserved by Windows, with any extension

/** A file name for a text, without extension, valid on all systems; `otherwise` if nothing of it is. */
export function plainFileName(text: string, otherwise = "Document"): string {
  const plain = text
    .toWellFormed()
    .replace(FORBIDDEN, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|[. ]+$/g, "");
  const name = [...plain].slice(0, LONGEST).join("").trim();
  return RESERVED.test(name) ? `${name}_` : name || otherwise;
}
