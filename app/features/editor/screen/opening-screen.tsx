import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { pictureAddress } from "../../../lib/pictures/asset.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import type { Origin } from "../../../shell/origin.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { EditorBar } from "./editor-bar.tsx";
import "../editor.css";

const SKELETONS = ["a", "b", "c", "d", "e", "f"];
const WIDTH = 960;

type OpeningProps = { template: EditorTemplate; pictures: readonly string[]; backTo: Origin };

/** Shown until the draft is open, and without scripts. Rendered on the server, the same for everyone. */
export function OpeningScreen({ template, pictures, backTo }: OpeningProps) {
  return (
    <div className="editor opening" aria-busy="true">
      <EditorBar
        template={template}
        backTo={backTo}
        title={<span className="ed-title">{template.name}</span>}
      />
      <div className="ed-work">
        <div className="ed-noscript">
          <p>
            {t`Filling in a template needs JavaScript, which is turned off in this browser. This is ${{ template: template.name }} with sample text.`}
          </p>
          <p>
            <a className="link" href={`${template.url}/sample.pdf`}>{t`Download the sample PDF`}</a>
          </p>
          <p>
            <Link className="link" to={backTo.address}>{t`Back to template`}</Link>
          </p>
        </div>
        <div className="ed-side needs-scripts">
          <div className="ed-tabs" />
          <div className="ed-scroll ed-bones">
            {SKELETONS.map((key) => (
              <span key={key} className="skeleton" />
            ))}
          </div>
        </div>
      </div>
      <section className="ed-stage" aria-label={t`Pages`}>
        <div className="paper-scroll">
          <div className="papers ed-papers" data-zoom="page">
            <SamplePages template={template} pictures={pictures} isWaiting={false} />
          </div>
        </div>
      </section>
    </div>
  );
}

type SampleProps = { template: EditorTemplate; pictures: readonly string[]; isWaiting: boolean };

/** Pictures of the sample's pages, shown until the first page is rendered. */
export function SamplePages({ template, pictures, isWaiting }: SampleProps) {
  const ratio = pageRatio(template.page);
  const style = { "--ar": ratio };
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
              alt={t`${{ template: template.name }}, sample page ${{ page: place + 1 }} of ${{ count: pictures.length }}`}
            />
          </div>
        </div>
      ))}
    </>
  );
}
