/**
 * Where to go on after signing in, as given by `next` in an address: only ever a path on this site.
 * Browsers read `\` as `/` and skip tabs and line ends, so `/\evil.example` or `/<tab>/evil.example` would leave it.
 */
export function localPath(next: unknown, fallback = "/"): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (typeof next !== "string" || next.length > 2_000 || /[\u0000-\u001f\u007f\\]/.test(next))
    return fallback;
  if (!next.startsWith("/") || next.startsWith("//")) return fallback;
  const url = URL.parse(next, "http://local.invalid");
  // "/.//evil.example" is local here and becomes "//evil.example" when it is resolved again.
  if (url?.origin !== "http://local.invalid" || url.pathname.startsWith("//")) return fallback;
  return url.pathname + url.search + url.hash;
}
