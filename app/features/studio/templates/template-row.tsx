import star from "virtual:icon/star";
import { plural, t } from "@lingui/core/macro";
import { Link, useNavigate } from "react-router";
import { formatShortMoment } from "../../../lib/format/moments.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { formatErrors } from "../editor/checks/check-list.ts";
import { formatPlace, useAllTypes } from "../studio-types.ts";
import { CheckCell } from "./check-cell.tsx";
import { checkTemplates } from "./checked-templates.ts";
import type { DraftRow, TemplateRow } from "./listed-templates.ts";
import { isUnused } from "./possible-actions.ts";
import { changeState, duplicate, openDraft } from "./template-actions.ts";
import styles from "./template-table.module.css";

type RowChoice = { isChosen: boolean; onToggle(isRange: boolean): void };
type Props = {
  row: TemplateRow;
  /** The draft of its next version, if there is one. */
  draft: DraftRow | undefined;
  choice: RowChoice;
  onMove(): void;
  onDelete(): void;
};

/** One row of the table. */
export function TemplateLine({ row, draft, choice, onMove, onDelete }: Props) {
  const isHidden = row.state === "hidden";
  const place = formatPlace(useAllTypes(), row);
  const { template_name: name, version_number: version } = row;
  const next = version + 1;
  const facts = [
    row.used > 0 && plural({ count: row.used }, { one: "# use", other: "# uses" }),
    row.rating !== null && formatRating(row.rating),
    row.findings !== null && row.findings > 0 && formatErrors(row.findings),
  ].filter((fact) => fact !== false);
  return (
    <tr data-state={row.state} aria-selected={choice.isChosen}>
      <ChoiceCell name={row.template_name} choice={choice} />
      <td className={styles.cellSheet}>
        <Sheet image={row.image} template={row.id} ratio={pageRatio(row.page)} sizes="40px" />
      </td>
      <th scope="row" className={styles.cellName}>
        <Link dir="auto" to={`/studio/templates/${row.id}`}>
          {row.template_name}
        </Link>
        <small dir="auto">
          {place}
          {facts.length > 0 && <span className="phone-only">, {facts.join(", ")}</span>}
        </small>
      </th>
      <td className={styles.cellState}>
        {isHidden
          ? t({ message: "Hidden", context: "state of a template" })
          : t({ message: "Published", context: "state of a template" })}
      </td>
      <td className={`${styles.cellNumber} cell-version`}>
        {draft ? (
          <Link to={`/studio/drafts/${draft.id}`} aria-label={t`${version} → ${next}, draft`}>
            <span className="muted">{version} →</span> {next}
          </Link>
        ) : (
          <Link
            to={`/studio/templates/${row.id}`}
            aria-label={t`Version history of ${name}, version ${version}`}
          >
            {version}
          </Link>
        )}
      </td>
      <Amount of={row.used} />
      <Amount of={row.exported} className={styles.cellExported} />
      <td className={`${styles.cellNumber} ${styles.cellRating}`}>
        {row.rating === null ? (
          <span className="muted">{t({ message: "None", context: "rating" })}</span>
        ) : (
          <>
            <Icon of={star} />
            {formatRating(row.rating)}
            <small aria-hidden="true">{formatNumber(row.rating_count)}</small>
            <span className="sr-only">
              {plural({ count: row.rating_count }, { one: "from # rating", other: "from # ratings" })}
            </span>
          </>
        )}
      </td>
      <CheckCell row={row} />
      <td className={`${styles.cellChanged} muted`}>
        <time dateTime={row.date_updated}>{formatShortMoment(new Date(row.date_updated))}</time>
      </td>
      <td className={styles.cellMenu}>
        <RowMenu row={row} onMove={onMove} onDelete={onDelete} />
      </td>
    </tr>
  );
}

/** A draft that isn't published yet. */
export function DraftLine({ row, choice }: { row: DraftRow; choice: RowChoice }) {
  return (
    <tr data-state="draft" aria-selected={choice.isChosen}>
      <ChoiceCell name={row.template_name || t`Untitled`} choice={choice} />
      <td className={styles.cellSheet}>
        <Sheet image={null} ratio={pageRatio(row.page)} sizes="40px" />
      </td>
      <th scope="row" className={styles.cellName}>
        <Link dir="auto" to={`/studio/drafts/${row.id}`}>
          {row.template_name || t`Untitled`}
        </Link>
        <small dir="auto">{formatPlace(useAllTypes(), row)}</small>
      </th>
      <td className={styles.cellState}>{t({ message: "Draft", context: "state of a template" })}</td>
      <td className={`${styles.cellNumber} cell-version muted`}>
        {row.base_number === null
          ? t({ message: "New", context: "version of a template" })
          : `${row.base_number} → ${row.base_number + 1}`}
      </td>
      <Amount of={0} />
      <Amount of={0} className={styles.cellExported} />
      <td className={`${styles.cellNumber} ${styles.cellRating}`}>
        <span className="muted">{t({ message: "None", context: "rating" })}</span>
      </td>
      <td className={`${styles.cellChecks} muted`}>
        {t({ message: "In the editor", comment: "The checks of a draft are shown in the editor" })}
      </td>
      <td className={`${styles.cellChanged} muted`}>
        <time dateTime={row.date_updated}>{formatShortMoment(new Date(row.date_updated))}</time>
      </td>
      <td className={styles.cellMenu} />
    </tr>
  );
}

/** Zero is grey. */
function Amount({ of, className = "" }: { of: number; className?: string }) {
  return <td className={`${styles.cellNumber} ${className} ${of > 0 ? "" : "muted"}`}>{formatNumber(of)}</td>;
}

const formatRating = (rating: number) =>
  formatNumber(rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function ChoiceCell({ name, choice }: { name: string; choice: RowChoice }) {
  return (
    <td className={styles.cellChoice}>
      <label className="check">
        <span className="sr-only">{t`Select ${name}`}</span>
        <input
          type="checkbox"
          checked={choice.isChosen}
          onChange={({ nativeEvent }) =>
            choice.onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </label>
    </td>
  );
}

function RowMenu({ row, onMove, onDelete }: Pick<Props, "row" | "onMove" | "onDelete">) {
  const navigate = useNavigate();
  const open = async (draft: Promise<string | undefined>) => {
    const id = await draft;
    if (id) await navigate(`/studio/drafts/${id}`);
  };
  const isHidden = row.state === "hidden";
  const choices: { label: string; run(): void }[] = [
    { label: t`Edit`, run: () => void open(openDraft({ template: row.id })) },
    { label: t`Duplicate`, run: () => void open(duplicate([row])) },
    {
      label: t({ message: "Check", context: "verb: check templates" }),
      run: () => void checkTemplates([row]),
    },
    { label: t`Move to…`, run: onMove },
    isHidden
      ? { label: t`Republish`, run: () => void changeState([row], "published") }
      : {
          label: t({ message: "Hide", context: "verb: hide templates" }),
          run: () => void changeState([row], "hidden"),
        },
    ...(isHidden ? [] : [{ label: t`View on site`, run: () => void navigate(row.url) }]),
    ...(isUnused(row) ? [{ label: t`Delete`, run: onDelete }] : []),
  ];
  return <MoreMenu name={row.template_name} choices={choices} />;
}
