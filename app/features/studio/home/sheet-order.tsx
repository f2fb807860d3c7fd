import remove from "virtual:icon/x";
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from "@dnd-kit/sortable";
import { useId, useMemo } from "react";
import { pageRatio, pageSize } from "../../../lib/page-format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Ruler, Sheet } from "../../../ui/sheet.tsx";
import type { RulerSheet } from "./ruler-choice.ts";

type Props = {
  sheets: readonly RulerSheet[];
  onMove(from: number, to: number): void;
  onRemove(id: string): void;
};

const HELP =
  "Press space or enter to pick the sheet up, move it with the arrow keys, put it down with space or enter, or press escape to leave it where it was.";
const BY_POINTER = { activationConstraint: { distance: 4 } };
const BY_KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

/** The ruler as it will stand on home: sheets at one scale, moved by dragging or with the keyboard. */
export function SheetOrder({ sheets, onMove, onRemove }: Props) {
  const context = useId();
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYBOARD));
  const ids = useMemo(() => sheets.map(({ id }) => id), [sheets]);
  const announcements = useMemo(() => sayMoves(sheets), [sheets]);
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
  const put = ({ active, over }: DragEndEvent) => {
    const from = ids.indexOf(String(active.id));
    const to = over ? ids.indexOf(String(over.id)) : from;
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <div className="ruler-room">
      <div className="lineup ruler-order" style={style}>
        <DndContext
          id={context}
          sensors={sensors}
          collisionDetection={closestCenter}
          accessibility={{ announcements, screenReaderInstructions: { draggable: HELP } }}
          onDragEnd={put}
        >
          <SortableContext items={ids} strategy={horizontalListSortingStrategy}>
            <ol className="lineup-row" aria-label="Sheets on the ruler">
              {sheets.map((sheet) => (
                <OrderedSheet key={sheet.id} sheet={sheet} onRemove={() => onRemove(sheet.id)} />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
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
      className="ordered-sheet"
      data-dragged={isDragging || undefined}
      style={{ "--w": width, transition, ...place }}
    >
      <button type="button" className="sheet-handle" aria-label={name} {...attributes} {...listeners}>
        <Sheet image={sheet.image} ratio={pageRatio(sheet.page)} sizes="200px" />
      </button>
      <button
        type="button"
        className="sheet-off"
        aria-label={`Take ${name} off the ruler`}
        onClick={onRemove}
      >
        <Icon of={remove} />
      </button>
      <span className="sheet-caption" aria-hidden="true">
        {name}
      </span>
    </li>
  );
}

function sayMoves(sheets: readonly RulerSheet[]): Announcements {
  const nameOf = (id: unknown) => sheets.find((sheet) => sheet.id === id)?.template_name ?? "Sheet";
  const placeOf = (id: unknown) => `${sheets.findIndex((sheet) => sheet.id === id) + 1} of ${sheets.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id ? `${nameOf(active.id)} is now ${placeOf(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} put down${over ? ` as ${placeOf(over.id)}` : ""}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays ${placeOf(active.id)}.`,
  };
}
