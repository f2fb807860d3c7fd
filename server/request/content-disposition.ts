/** Both forms of RFC 6266: a plain name for old clients, the real one for all others. */
export function contentDisposition(kind: "attachment" | "inline", name: string, extension: string): string {
  const full = `${name}.${extension}`;
  const plain = full
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, "_")
    .replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
