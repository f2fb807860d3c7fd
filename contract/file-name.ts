const LONGEST = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no file system likes these
const FORBIDDEN = /[\u0000-\u001f\u007f\\/:*?"<>|\u202a-\u202e\u2066-\u2069]/g;

/** Words fit to be a file's name anywhere, without its ending. */
export function plainFileName(words: string): string {
  const plain = words
    .replace(FORBIDDEN, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\.+|[. ]+$/g, "");
  return [...plain].slice(0, LONGEST).join("").trim() || "Document";
}
