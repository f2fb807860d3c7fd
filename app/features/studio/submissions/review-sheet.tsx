import back from "virtual:icon/arrow-left";
import pen from "virtual:icon/square-pen";
import { t } from "@lingui/core/macro";
import { type CSSProperties, useState } from "react";
import { Link } from "react-router";
import type { TemplateDraft } from "../../../../contract/templates/drafts.ts";
import { useStore } from "../../../lib/browser/store.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import { longFormat } from "../../../lib/pictures/page-format.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type PagePicture, PreviewPage } from "../../editor/index.ts";
import { schemaPath } from "../editor/draft-content.ts";
import { kindLabel } from "../editor/fields/field-kinds.ts";
import type { FieldRow } from "../editor/fields/schema-rows.ts";
import { PaneSwitch } from "../editor/pane-head.tsx";
import { SampleDialog } from "../editor/samples/sample-dialog.tsx";
import { SampleStrip } from "../editor/samples/sample-strip.tsx";
import styles from "../editor/screen/editor.module.css";
import sheetStyles from "../editor/sheet/sheet.module.css";
import type { ReviewSession } from "./review-session.ts";
import submissionsStyles from "./submissions.module.css";

type Props = {
  draft: TemplateDraft;
  reading: ReviewSession;
  /** The numbers of commented fields, shown at the edge of the page. */
  numbers: ReadonlyMap<string, number>;
  about: string | null;
  labelOf(field: string): string;
  onAbout(field: string | null): void;
};

/** The page, the fields or the source of a submission, with all its samples below. */
export function ReviewSheet(props: Props) {
  const { draft, reading } = props;
  const { parts, proofs, own } = reading;
  const [view, setView] = useState<"sheet" | "fields" | "source">("sheet");
  const [isTrying, setTrying] = useState(false);
  const isTried = useStore(parts.store, ({ sample }) => sample !== own.get().sample);
  return (
    <section className={submissionsStyles.reviewLook} aria-label={t`Template`}>
      <div className="pane-head">
        <Link
          className={`icon-button ${submissionsStyles.queueBack}`}
          to="/studio/handed-in"
          aria-label={t`All submissions`}
        >
          <Icon of={back} />
        </Link>
        <PaneSwitch
          label={t`View`}
          value={view}
          onChange={setView}
          options={[
            ["sheet", t`Preview`],
            ["fields", t`Fields`],
            ["source", t`Source`],
          ]}
        />
        <span className={`${styles.paneNote} phone-hidden`}>{longFormat(draft.page)}</span>
        <div className="pane-tools">
          {isTried && (
            <Button
              variant="bare"
              size="small"
              onClick={() => parts.store.change({ sample: own.get().sample })}
            >{t`Reset sample`}</Button>
          )}
          <Button variant="bare" size="small" onClick={() => setTrying(true)}>
            <Icon of={pen} />
            {t`Edit sample`}
          </Button>
        </div>
      </div>
      {view === "sheet" && <Pages {...props} />}
      {view === "fields" && <Fields rows={parts.fieldsOf(own.get()).rows} />}
      {view === "source" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard
        <section className={submissionsStyles.reviewSource} tabIndex={0} aria-label={t`Source code`}>
          <pre>{draft.content}</pre>
        </section>
      )}
      <SampleStrip proofs={proofs} onChoose={() => setView("sheet")} />
      <SampleDialog isOpen={isTrying} faults={[]} onClose={() => setTrying(false)} />
    </section>
  );
}

const A4_RATIO = 210 / 297;
const NO_NUMBERS: ReadonlyMap<string, number> = new Map();
const CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"];

function Pages({ reading: { proofs }, numbers, about, labelOf, onAbout }: Props) {
  const { pages, problem, mode } = useStore(proofs.shown);
  const highlighted = pages
    .flatMap(({ fields }) => fields)
    .find(({ path }) => schemaPath(path) === about)?.path;
  const [first] = pages;
  const size: CSSProperties = { "--ar": first ? first.width / first.height : A4_RATIO };
  return (
    <div className={`${sheetStyles.sheetArea} ${submissionsStyles.reviewArea}`}>
      <section
        className="paper-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard
        tabIndex={0}
        aria-label={t`Pages`}
      >
        <div className="papers sheet-papers" data-mode={mode} style={size}>
          {pages.length === 0 && !problem && (
            <div className={`paper ${sheetStyles.sheetComing}`} aria-busy="true" />
          )}
          {pages.length === 0 && problem && (
            <p className={sheetStyles.sheetNone}>{t`This page can’t be rendered. ${{ trouble: problem }}`}</p>
          )}
          {pages.map((picture, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place
            <div key={place} className={`${submissionsStyles.reviewPaper} ${place === 0 ? "cropped" : ""}`}>
              <PreviewPage
                picture={picture}
                number={place + 1}
                share={picture.width / (first?.width ?? picture.width)}
                highlighted={highlighted}
                numbered={NO_NUMBERS}
                note={undefined}
                nameOf={(path) => labelOf(schemaPath(path))}
                onPick={(path) => onAbout(schemaPath(path))}
              />
              <EdgeNumbers
                picture={picture}
                numbers={numbers}
                about={about}
                labelOf={labelOf}
                onAbout={onAbout}
              />
              {place === 0 && CORNERS.map((corner) => <i key={corner} className={corner} />)}
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

type EdgeProps = Pick<Props, "numbers" | "about" | "labelOf" | "onAbout"> & { picture: PagePicture };

/** Numbers at the edge of the page, each at the height of its field. */
function EdgeNumbers({ picture: { fields, height }, numbers, about, labelOf, onAbout }: EdgeProps) {
  return [...numbers].map(([field, number]) => {
    const place = fields.find(({ path }) => schemaPath(path) === field);
    if (!place) return null;
    return (
      <button
        key={field}
        type="button"
        className={`sheet-number ${submissionsStyles.edgeNumber}`}
        aria-pressed={field === about}
        aria-label={`${number}: ${labelOf(field)}`}
        style={{ top: `${((place.y + place.height / 2) / height) * 100}%` }}
        onClick={() => onAbout(field === about ? null : field)}
      >
        {number}
      </button>
    );
  });
}

function Fields({ rows }: { rows: readonly FieldRow[] }) {
  return (
    <ul className={submissionsStyles.reviewFields}>
      {rows.map(({ path, label, name, kind, depth, isRequired, means }) => (
        <li key={path} style={{ "--depth": depth }}>
          <b>{label || name}</b>
          <small>
            {formatList(
              [
                kindLabel(kind),
                isRequired ? t({ message: "required", context: "a field" }) : "",
                means ?? "",
              ].filter(Boolean),
              "unit",
            )}
          </small>
        </li>
      ))}
    </ul>
  );
}
