import { t } from "@lingui/core/macro";
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { positionAt } from "../../../../../shared/text/json-text.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { formatNumber } from "../../../../lib/i18n/intl.ts";
import { PreviewPages, usePreviewZoom, widthAt, zoomTo } from "../../../editor/index.ts";
import { schemaPath } from "../draft-content.ts";
import { fetchPlaces } from "../drafts-client.ts";
import { useKnownFields, useTemplateEditor } from "../editor-context.ts";
import type { FieldRow } from "../fields/schema-rows.ts";
import { PaneHead } from "../pane-head.tsx";
import type { Proofs } from "../samples/proofs.ts";
import editorStyles from "../screen/editor.module.css";
import { mainUse } from "../source/field-uses.ts";
import { LookTools } from "./look-tools.tsx";
import styles from "./sheet.module.css";

type Props = { proofs: Proofs; children?: ReactNode };

const A4_POINTS = 595.28;
const A4_RATIO = 210 / 297;
const NO_NUMBERS: ReadonlyMap<string, number> = new Map();

/** The live page. A click on text shows its field; with Alt, its line in the source. */
export function SheetPane({ proofs, children }: Props) {
  const { store, selectedField, source, show, fieldsOf } = useTemplateEditor();
  const { rows } = useKnownFields();
  const { pages, problem, mode, isCurrent } = useStore(proofs.shown);
  const selected = useStore(selectedField);
  const scroller = useRef<HTMLElement>(null);
  const points = pages[0]?.width ?? A4_POINTS;
  const { zoom, setZoom } = usePreviewZoom(scroller, points);
  const isToSource = useRef(false);

  const highlighted = useMemo(() => {
    if (!selected) return undefined;
    const all = pages.flatMap(({ fields }) => fields);
    if (selected.place && all.some(({ path }) => path === selected.place)) return selected.place;
    return all.find(({ path }) => schemaPath(path) === selected.path)?.path ?? selected.path;
  }, [selected, pages]);

  useEffect(() => {
    if (!selected || selected.from === "sheet") return;
    scroller.current?.querySelector("[data-highlight]")?.scrollIntoView({ block: "nearest" });
  }, [selected]);

  const pick = useCallback(
    async (place: string) => {
      const path = schemaPath(place);
      selectedField.set({ path, from: "sheet", place });
      if (!isToSource.current) return show("fields");
      show("source");
      const { content } = store.get();
      const use = mainUse(fieldsOf(store.get()).uses, path, content);
      const at = use ? positionAt(content, use.from) : await placeFromServer(content, path);
      if (at) source.current?.goTo(at.line, at.column);
    },
    [selectedField, store, source, show, fieldsOf],
  );
  const nameOf = useCallback((place: string) => nameIn(rows, place), [rows]);
  const note = selected && rows.find(({ path }) => path === selected.path)?.label;
  const sizes: CSSProperties = {
    "--ar": pages[0] ? pages[0].width / pages[0].height : A4_RATIO,
    "--most": `${widthAt(2, points)}px`,
    ...(zoom.kind === "scale" ? { "--pw": `${widthAt(zoom.scale, points)}px` } : {}),
  };
  return (
    <section className={`${editorStyles.pane} ${styles.sheetPane}`} aria-label={t`Preview`}>
      <PaneHead
        pane="sheet"
        title={t`Preview`}
        note={<span className={editorStyles.sheetNote}>{t`Select text on the page to find its field`}</span>}
      >
        <LookTools proofs={proofs} />
        <select
          className={editorStyles.paneSelect}
          aria-label={t`Zoom`}
          value={zoom.kind === "scale" ? String(zoom.scale) : zoom.kind}
          onChange={({ target: { value } }) =>
            setZoom(value === "page" || value === "width" ? { kind: value } : zoomTo(Number(value)))
          }
        >
          <option value="page">{t`Fit page`}</option>
          <option value="width">{t`Fit width`}</option>
          {[0.5, 1, 1.5, 2, 3].map((scale) => (
            <option key={scale} value={scale}>
              {formatPercent(scale)}
            </option>
          ))}
          {zoom.kind === "scale" && ![0.5, 1, 1.5, 2, 3].includes(zoom.scale) && (
            <option value={zoom.scale}>{formatPercent(zoom.scale)}</option>
          )}
        </select>
      </PaneHead>
      <div className={styles.sheetArea} data-current={isCurrent}>
        <section
          ref={scroller}
          className="paper-scroll"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard
          tabIndex={0}
          aria-label={t`Pages`}
          onClickCapture={(event) => {
            isToSource.current = event.altKey;
          }}
          onKeyDownCapture={(event) => {
            isToSource.current = event.altKey;
          }}
        >
          <div className="papers sheet-papers" data-zoom={zoom.kind} data-mode={mode} style={sizes}>
            {pages.length === 0 && !problem && (
              <div className={`paper ${styles.sheetComing}`} aria-busy="true" />
            )}
            {pages.length === 0 && problem && (
              <p
                className={styles.sheetNone}
              >{t`No preview yet. It appears when the source has no errors.`}</p>
            )}
            <PreviewPages
              pages={pages}
              points={points}
              highlighted={highlighted}
              numbered={NO_NUMBERS}
              note={note}
              nameOf={nameOf}
              onPick={pick}
            />
          </div>
        </section>
        <p className={styles.sheetProblem} role="status" hidden={!problem}>
          {pages.length > 0 && t`This is the last working version.`} {problem}
        </p>
      </div>
      {children}
    </section>
  );
}

const formatPercent = (share: number) => formatNumber(share, { style: "percent" });

async function placeFromServer(content: string, path: string) {
  const { fields } = await fetchPlaces(content).catch(() => ({ fields: [] }));
  return fields.find((each) => each.path === path);
}

function nameIn(rows: readonly FieldRow[], place: string): string {
  const row = rows.find(({ path }) => path === schemaPath(place));
  const number = /\.(\d+)(?:\.|$)/.exec(place)?.[1];
  const label = row?.label || place;
  return number === undefined ? label : t`${label}, row ${{ row: Number(number) + 1 }}`;
}
