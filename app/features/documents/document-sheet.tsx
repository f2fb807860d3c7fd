import { useEffect, useRef, useState } from "react";
import { pageRatio } from "../../lib/pictures/page-format.ts";
import type { DocumentRow } from "./documents.ts";
import { drawFirstPage } from "./page-pictures.ts";

const AHEAD = "200px"; // drawn shortly before it scrolls into view

/** A document's current first page, with its template's aspect ratio. */
export function DocumentSheet({ document }: { document: Pick<DocumentRow, "id" | "rev" | "templates_id"> }) {
  const { id, rev, templates_id: template } = document;
  const place = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState<string>();
  const templateId = template?.id;

  useEffect(() => {
    const element = place.current;
    if (!element || !templateId) return;
    const control = new AbortController();
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        drawFirstPage({ id, rev, templateId }, control.signal).then(
          (address) => control.signal.aborted || setPicture(address),
          (error: unknown) => control.signal.aborted || console.error("Document picture failed", error),
        );
      },
      { rootMargin: AHEAD },
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      control.abort();
    };
  }, [id, rev, templateId]);

  const style = { "--ar": template ? pageRatio(template.page) : 210 / 297 };
  return (
    <span ref={place} className={picture ? "sheet" : "sheet coming"} style={style}>
      {picture && <img src={picture} alt="" decoding="async" />}
    </span>
  );
}

/** The address of a document in the editor; undefined if its template was deleted. */
export function documentAddress({
  id,
  templates_id: template,
}: Pick<DocumentRow, "id" | "templates_id">): string | undefined {
  return template ? `${template.url}/use?document=${id}` : undefined;
}
