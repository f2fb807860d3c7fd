import grip from "virtual:icon/grip-vertical";
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { type CSSProperties, type ReactNode, useId } from "react";
import { Icon } from "../../../ui/icon.tsx";

const HELP =
  "Press space to pick it up, move it with the arrow keys, put it down with space, or press escape to leave it where it was.";
const BY_POINTER = { activationConstraint: { distance: 4 } }; // pixels: a click on the handle isn't a drag
const BY_KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

type Named = { id: string; name: string };
type Props = {
  items: readonly Named[];
  isList: boolean;
  onOrder(ids: string[]): void;
  children: ReactNode;
};

/** Things that are put in order by their handles: with a mouse, a finger or the keyboard, each step said aloud. */
export function Order({ items, isList, onOrder, children }: Props) {
  const id = useId();
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYBOARD));
  const ids = items.map((item) => item.id);
  const put = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))];
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove(ids, from, to));
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: sayMoves(items), screenReaderInstructions: { draggable: HELP } }}
      onDragEnd={put}
    >
      <SortableContext items={ids} strategy={isList ? verticalListSortingStrategy : rectSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

function sayMoves(items: readonly Named[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => items.find((item) => item.id === id)?.name ?? "It";
  const placeOf = (id: UniqueIdentifier | undefined) =>
    `${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is now ${placeOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} put down${over ? ` as ${placeOf(over.id)}` : ""}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays ${placeOf(active.id)}.`,
  };
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
      className="order-handle"
      {...attributes}
      {...listeners}
      aria-label={`Move ${name}`}
    >
      <Icon of={grip} />
    </button>
  );
  return { ref: setNodeRef, style, handle, isDragging };
}
