import remove from "virtual:icon/x";
import { horizontalListSortingStrategy, useSortable } from "@dnd-kit/sortable";
import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { pageRatio, pageSize } from "../../../lib/pictures/page-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { OrderedList } from "../../../ui/ordered-list.tsx";
import { Ruler, Sheet } from "../../../ui/sheet.tsx";
import styles from "./home-screen.module.css";
import type { RulerSheet } from "./ruler-choice.ts";

type Props = {
  sheets: readonly RulerSheet[];
  onMove(from: number, to: number): void;
  onRemove(id: string): void;
};

/** The chosen templates as on the home page, to scale; sortable by drag and keyboard. */
export function SheetOrder({ sheets, onMove, onRemove }: Props) {
  const ids = useMemo(() => sheets.map(({ id }) => id), [sheets]);
  const sum = sheets.reduce((total, { page }) => total + pageSize(page).width, 0);
  const gaps = sheets.length - 1;
  const style = {
    "--sum-desk": sum,
    "--sum-tablet": sum,
    "--sum-phone": sum,
    "--gaps-desk": gaps,
    "--gaps-tablet": gaps,
    "--gaps-phone": gaps,
  };
  return (
    <div className={styles.rulerArea}>
      <div className={`lineup ${styles.rulerOrder}`} dir="ltr" style={style}>
        <OrderedList
          ids={ids}
          nameOf={(id) => sheets.find((sheet) => sheet.id === id)?.template_name ?? t`Template`}
          strategy={horizontalListSortingStrategy}
          onMove={onMove}
        >
          <ol className="lineup-row" aria-label={t`Chosen templates`}>
            {sheets.map((sheet) => (
              <OrderedSheet key={sheet.id} sheet={sheet} onRemove={() => onRemove(sheet.id)} />
            ))}
          </ol>
        </OrderedList>
        <Ruler />
      </div>
    </div>
  );
}

function OrderedSheet({ sheet, onRemove }: { sheet: RulerSheet; onRemove(): void }) {
  const { setNodeRef, transform, transition, isDragging, attributes, listeners } = useSortable({
    id: sheet.id,
  });
  const { width } = pageSize(sheet.page);
  const name = sheet.template_name;
  const place = transform
    ? { transform: `translate(${transform.x}px, 0)${isDragging ? " rotate(-1.5deg)" : ""}` }
    : {};
  return (
    <li
      ref={setNodeRef}
      className={styles.orderedSheet}
      data-dragged={isDragging || undefined}
      style={{ "--w": width, transition, ...place }}
    >
      <button type="button" className={styles.sheetHandle} aria-label={name} {...attributes} {...listeners}>
        <Sheet image={sheet.image} ratio={pageRatio(sheet.page)} sizes="200px" />
      </button>
      <button type="button" className={styles.sheetOff} aria-label={t`Remove ${name}`} onClick={onRemove}>
        <Icon of={remove} />
      </button>
      <span className={styles.sheetCaption} aria-hidden="true">
        {name}
      </span>
    </li>
  );
}
