import { plainFileName } from "../../../contract/file-name.ts";
import { fillTitle } from "../../../contract/template-file.ts";
import type { RenderTemplate } from "./template-source.ts";

/** "Invoice 2026-014": the template's title with the person's words in it, fit to be a file's name anywhere. */
export function nameFile(
  { title, singular, name }: Pick<RenderTemplate, "title" | "singular" | "name">,
  data: unknown,
): string {
  return plainFileName(fillTitle(title ?? "", data) || singular || name);
}

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
