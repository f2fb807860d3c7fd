import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { lookQuery, type TriedLook } from "../../../../contract/templates/looks.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import type { TemplateDetail } from "./template-detail.ts";

const SIZES = "(min-width: 1100px) 580px, (min-width: 720px) 45vw, 85vw";

/** All pages of the sample, large enough to read; crop marks round the first. */
export function SamplePages({ detail, look }: { detail: TemplateDetail; look: TriedLook }) {
  const { id, name, type, url, link, ratio, pictures } = detail;
  const pages: (string | null)[] = pictures.length > 0 ? pictures : [null];
  const kind = type.singular;
  const total = pages.length;
  const query = link ? "" : lookQuery(look);
  const tried = (page: number) =>
    query ? `${url}/sample.webp${query}${page > 1 ? `&page=${page}` : ""}` : undefined;
  return (
    <div className="stage">
      {pages.map((picture, i) => {
        const number = i + 1;
        return (
          <figure key={picture ?? "coming"} style={{ "--ar": ratio }}>
            {i === 0 ? (
              <div className="cropped">
                <i className="top-left" />
                <i className="top-right" />
                <i className="bottom-left" />
                <i className="bottom-right" />
                <Sheet
                  {...(link ? {} : { template: id })}
                  image={picture}
                  ratio={ratio}
                  sizes={SIZES}
                  alt={t`Sample of ${name} (${kind})`}
                  eager
                />
                <TriedPage picture={tried(1)} />
              </div>
            ) : (
              <>
                <div className="sample-pages-note">
                  <Sheet
                    image={picture}
                    ratio={ratio}
                    sizes={SIZES}
                    alt={t`Sample of ${name} (${kind}), page ${number}`}
                  />
                  <TriedPage picture={tried(i + 1)} />
                </div>
                <figcaption>{t`Page ${number} of ${total}`}</figcaption>
              </>
            )}
          </figure>
        );
      })}
    </div>
  );
}

/**
 * The page in the chosen look, over the original. The last one stays visible until the next has loaded. If it
 * fails or no longer exists, the original is visible.
 */
function TriedPage({ picture }: { picture: string | undefined }) {
  const [done, setDone] = useState<{ picture: string; how: "drawn" | "failed" }>();
  const image = useRef<HTMLImageElement>(null);
  // An image that loaded before hydration fires no event any more.
  useEffect(() => {
    if (picture && image.current?.complete && image.current.naturalWidth > 0)
      setDone({ picture, how: "drawn" });
  }, [picture]);
  if (!picture) return null;
  const how = done?.picture === picture ? done.how : "drawing";
  return (
    <>
      <img
        ref={image}
        className="sample-page"
        src={picture}
        alt=""
        decoding="async"
        hidden={how === "failed"}
        data-tried={how}
        onLoad={() => setDone({ picture, how: "drawn" })}
        onError={() => setDone({ picture, how: "failed" })}
      />
      {how === "drawing" && <span className="drawing needs-scripts" />}
      {how === "failed" && (
        <p className="not-drawn">{t`We couldn’t show this version. You’re seeing the original sample.`}</p>
      )}
    </>
  );
}
