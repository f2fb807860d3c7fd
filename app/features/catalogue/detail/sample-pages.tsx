import { Sheet } from "../../../ui/sheet.tsx";
import type { TemplateDetail } from "./template-detail.ts";

const SIZES = "(min-width: 1200px) 680px, (min-width: 1100px) 60vw, (min-width: 720px) 45vw, 85vw";

/** All pages of the sample, large enough to read; crop marks round the first. */
export function SamplePages({ detail: { name, type, ratio, pictures } }: { detail: TemplateDetail }) {
  const pages: (string | null)[] = pictures.length > 0 ? pictures : [null];
  const alt = `${name}: sample ${type.singular.toLowerCase()}`;
  return (
    <div className="stage">
      {pages.map((picture, i) => (
        <figure key={picture ?? "coming"} style={{ "--ar": ratio }}>
          {i === 0 ? (
            <div className="cropped">
              <i className="top-left" />
              <i className="top-right" />
              <i className="bottom-left" />
              <i className="bottom-right" />
              <Sheet image={picture} ratio={ratio} sizes={SIZES} alt={alt} eager />
            </div>
          ) : (
            <Sheet image={picture} ratio={ratio} sizes={SIZES} alt={`${alt}, page ${i + 1}`} />
          )}
          {i > 0 && (
            <figcaption>
              Page {i + 1} of {pages.length}
            </figcaption>
          )}
        </figure>
      ))}
    </div>
  );
}
