import grip from "virtual:icon/grip-vertical";
import { arrayMove, rectSortingStrategy, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { t } from "@lingui/core/macro";
import { type CSSProperties, type ReactNode, useMemo } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { OrderedList } from "../../../ui/ordered-list.tsx";
import styles from "./types.module.css";

type Named = { id: string; name: string };
type Props = {
  items: readonly Named[];
  isList: boolean;
  onOrder(ids: string[]): void;
  children: ReactNode;
};

/** A sortable list of types, or a sortable grid of categories. */
export function Order({ items, isList, onOrder, children }: Props) {
  const ids = useMemo(() => items.map((item) => item.id), [items]);
  return (
    <OrderedList
      ids={ids}
      nameOf={(id) => items.find((item) => item.id === id)?.name ?? t`Item`}
      strategy={isList ? verticalListSortingStrategy : rectSortingStrategy}
      onMove={(from, to) => onOrder(arrayMove(ids, from, to))}
    >
      {children}
    </OrderedList>
  );
}

/** The handle of a sortable item, and its position while it is dragged. */
export function useOrdered(id: string, name: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });

  const style: CSSProperties = {
    transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
    transition,
  };
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={styles.orderHandle}
      {...attributes}
      {...listeners}
      aria-label={t`Move ${name}`}
    >
      <Icon of={grip} />
    </button>
  );
  return { ref: setNodeRef, style, handle, isDragging };
}
