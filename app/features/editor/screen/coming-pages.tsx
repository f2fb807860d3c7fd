import type { CSSProperties } from "react";
import { pictureAddress } from "../../../lib/asset.ts";
import { pageRatio } from "../../../lib/page-format.ts";
import type { EditorTemplate } from "../editor-template.ts";

const WIDTH = 960;

type Props = { template: EditorTemplate; pictures: readonly string[]; isWaiting: boolean };

/** The sample's pages as pictures: what is seen before the first page is made, and all there is without scripts. */
export function ComingPages({ template, pictures, isWaiting }: Props) {
  const ratio = pageRatio(template.page);
  const style = { "--ar": ratio } as CSSProperties;
  const shown = isWaiting ? pictures.slice(0, 1) : pictures;
  if (shown.length === 0) return <div className="paper" style={style} />;
  return (
    <>
      {shown.map((picture, place) => (
        <div key={picture} className={isWaiting ? "paper waiting" : "paper"} style={style}>
          <div className="paper-picture">
            <img
              src={pictureAddress(picture, WIDTH)}
              width={WIDTH}
              height={Math.round(WIDTH / ratio)}
              alt={`${template.name}, sample: page ${place + 1} of ${pictures.length}`}
            />
          </div>
        </div>
      ))}
    </>
  );
}
