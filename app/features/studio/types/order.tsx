import grip from "virtual:icon/grip-vertical";
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
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
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { type CSSProperties, type ReactNode, useId, useRef } from "react";
import { Icon } from "../../../ui/icon.tsx";

const HELP =
  "Press space to pick it up, move it with the arrow keys, put it down with space, or press escape to leave it where it was.";
const BY_POINTER = { activationConstraint: { distance: 4 } }; // pixels: a click on the handle isn't a drag
const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** A key is one place further in the order, also from the end of a row of the tray to the beginning of the next. */
const oneStep =
  (ids: readonly string[]): KeyboardCoordinateGetter =>
  (event, { context: { active, over, droppableRects } }) => {
    const step = STEPS[event.code];
    if (!step || !active) return undefined;
    event.preventDefault();
    const next = ids[ids.indexOf(String(over?.id ?? active.id)) + step];
    const place = next === undefined ? undefined : droppableRects.get(next);
    return place && { x: place.left, y: place.top };
  };

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
  const said = useRef<UniqueIdentifier>(undefined);
  const ids = items.map((item) => item.id);
  const sensors = useSensors(
    useSensor(PointerSensor, BY_POINTER),
    useSensor(KeyboardSensor, { coordinateGetter: oneStep(ids) }),
  );
  const put = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))];
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove(ids, from, to));
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: sayMoves(items, said), screenReaderInstructions: { draggable: HELP } }}
      onDragEnd={put}
    >
      <SortableContext items={ids} strategy={isList ? verticalListSortingStrategy : rectSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** `said` is what was named last: picked up, a thing is at once over itself, and saying that would cut off what was just said. */
function sayMoves(items: readonly Named[], said: { current: UniqueIdentifier | undefined }): Announcements {
  const nameOf = (id: UniqueIdentifier) => items.find((item) => item.id === id)?.name ?? "It";
  const placeOf = (id: UniqueIdentifier | undefined) =>
    `${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => {
      said.current = active.id;
      return `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === said.current) return undefined;
      said.current = over.id;
      return `${nameOf(active.id)} is now ${placeOf(over.id)}.`;
    },
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
