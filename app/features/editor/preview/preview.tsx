import minus from "virtual:icon/minus";
import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { type CSSProperties, type ReactNode, useCallback, useRef } from "react";
import type { Language } from "../../../../contract/templates/theme.ts";
import { formatMillimetres } from "../../../lib/format/page-formats.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import { longFormat } from "../../../lib/pictures/page-format.ts";
import { IconButton } from "../../../ui/button.tsx";
import type { FieldPath } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { labelOf, shortLabelOf } from "../field-labels.ts";
import { ClickHint, useClickHint } from "./click-hint.tsx";
import { formatPageNumber } from "./hide-samples.tsx";
import type { ShownPages } from "./live-pages.ts";
import { PreviewPages } from "./preview-page.tsx";
import { useFollowHighlighted, usePageInView } from "./preview-scroll.ts";
import {
  formatZoom,
  type PreviewZoom,
  usePreviewZoom,
  WHOLE_PAGE,
  widthAt,
  type Zoom,
} from "./preview-zoom.ts";
import { UnshownValues } from "./unshown-values.tsx";

type Props = {
  template: EditorTemplate;
  live: ShownPages;
  highlighted: FieldPath | undefined;
  /** Empty fields found before an export. */
  numbered: ReadonlyMap<FieldPath, number>;
  onPick(path: FieldPath): void;
  /** A small view above a phone's form, zoomed to the field being typed in. */
  isWindow: boolean;
  hideSamples: ReactNode;
  language: Language;
  /** Shown until the first pages are rendered. */
  placeholder: ReactNode;
};

const A4_POINTS = 595.28;
const LARGEST_FIT = 2; // a business card that filled the preview would look like a poster
const WINDOW_SCALE = 0.95; // readable, and still a phone's width of the page

/** The pages with the focused field highlighted. */
export function Preview(props: Props) {
  const { template, live, highlighted, numbered, onPick, isWindow, hideSamples, language, placeholder } =
    props;
  const { pages, printed, ignored, failure, isCurrent } = live;
  const refused = failure?.problems ?? [];
  const scroller = useRef<HTMLDivElement>(null);
  const first = pages[0];
  const points = first?.width ?? A4_POINTS;
  const previewZoom = usePreviewZoom(scroller, points);
  const page = usePageInView(scroller, pages.length);
  useFollowHighlighted(scroller, { highlighted, pages, isWindow });
  const hint = useClickHint();
  const { wasUsed } = hint;
  const pick = useCallback(
    (path: FieldPath) => {
      wasUsed();
      onPick(path);
    },
    [wasUsed, onPick],
  );
  const { fields } = template;
  const nameOf = useCallback((path: FieldPath) => labelOf(fields, path), [fields]);
  const note = highlighted === undefined ? undefined : shortLabelOf(template.fields, highlighted);
  const ratio = first ? first.width / first.height : undefined;
  const sizes: CSSProperties = {
    "--ar": ratio,
    "--near": `${widthAt(WINDOW_SCALE, points)}px`,
    "--most": `${widthAt(LARGEST_FIT, points)}px`,
    ...widthOf(previewZoom.zoom, points),
  };
  const zoomName = isWindow ? (highlighted === undefined ? "rest" : "window") : previewZoom.zoom.kind;
  return (
    <div className="ed-stage" data-window={isWindow} data-current={isCurrent}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard */}
      <section ref={scroller} className="paper-scroll" tabIndex={0} aria-label={t`Pages`}>
        <div className="papers ed-papers" data-zoom={zoomName} style={sizes}>
          {pages.length === 0 && placeholder}
          <PreviewPages
            pages={pages}
            points={points}
            highlighted={highlighted}
            numbered={numbered}
            note={note}
            nameOf={nameOf}
            onPick={pick}
          />
        </div>
      </section>
      {first && !failure && ignored.length === 0 && !isWindow && <ClickHint hint={hint} />}
      <p className="ed-problem" role="status" hidden={!failure || refused.length > 0}>
        {failure?.message}{" "}
        {failure?.canTryAgain && (
          <button type="button" className="link" onClick={live.tryAgain}>{t`Try again`}</button>
        )}
      </p>
      {(!failure || refused.length > 0) && (
        <UnshownValues
          values={failure ? refused : ignored}
          fields={template.fields}
          language={language}
          onPick={onPick}
        />
      )}
      {first && (
        <p className="ed-slug">
          <span>{formatPageNumber({ page, shown: pages.length, printed })}</span>
          <span>{describeSize(pages[page - 1] ?? first)}</span>
        </p>
      )}
      {hideSamples}
      <ZoomBar {...previewZoom} />
    </div>
  );
}

function ZoomBar({ zoom, setZoom, larger, smaller }: PreviewZoom) {
  const isWhole = zoom.kind === "page";
  const action = isWhole ? t`Show the full width` : t`Show the whole page`;
  return (
    <fieldset className="ed-zoom" aria-label={t`Zoom`}>
      <IconButton label={t`Zoom out`} icon={minus} onClick={smaller} />
      <button
        type="button"
        className="ed-fit"
        title={action}
        aria-label={t`${{ zoom: formatZoom(zoom) }} – ${action}`}
        onClick={() => setZoom(isWhole ? { kind: "width" } : WHOLE_PAGE)}
      >
        {formatZoom(zoom)}
      </button>
      <IconButton label={t`Zoom in`} icon={plus} onClick={larger} />
    </fieldset>
  );
}

function widthOf(zoom: Zoom, points: number) {
  return zoom.kind === "scale" ? { "--pw": `${widthAt(zoom.scale, points)}px` } : {};
}

/** "A4, 210 × 297 mm" */
function describeSize({ width, height }: { width: number; height: number }): string {
  const millimetres = (points: number) => (points / 72) * 25.4;
  const size = { width: millimetres(width), height: millimetres(height) };
  const name = longFormat(size);
  return name.includes("mm") ? name : formatList([name, formatMillimetres(size)], "unit");
}
