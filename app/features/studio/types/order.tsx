import grip from "virtual:icon/grip-vertical";
import { arrayMove, rectSortingStrategy, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
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

/** Types below one another, or compartments of a tray. */
export function Order({ items, isList, onOrder, children }: Props) {
  const ids = useMemo(() => items.map((item) => item.id), [items]);
  return (
    <OrderedList
      ids={ids}
      nameOf={(id) => items.find((item) => item.id === id)?.name ?? "It"}
      strategy={isList ? verticalListSortingStrategy : rectSortingStrategy}
      onMove={(from, to) => onOrder(arrayMove(ids, from, to))}
    >
      {children}
    </OrderedList>
  );
}

/** What an item in an order needs: its handle, and where it is while it is dragged. */
export function useOrdered(id: string, name: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  // Lifted and turned a little; with the keyboard it is the same without the turn, because nothing holds it askew.
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
      aria-label={`Move ${name}`}
    >
      <Icon of={grip} />
    </button>
  );
  return { ref: setNodeRef, style, handle, isDragging };
}
