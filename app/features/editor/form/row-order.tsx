import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  pointerWithin,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { type ReactNode, useId, useMemo } from "react";

type Props = {
  keys: readonly string[];
  /** "Item": what one of the rows is called. */
  name: string;
  onMove(from: number, to: number): void;
  children: ReactNode;
};

const HELP =
  "Press space or enter to pick the row up, move it with the arrow keys, put it down with space or enter, or press escape to leave it where it was.";
// Made once: with new ones at every turn all rows would be drawn again at every letter.
const BY_POINTER = { activationConstraint: { distance: 4 } }; // pixels: a click on the handle isn't a drag
const BY_KEYBOARD = { coordinateGetter: sortableKeyboardCoordinates };

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const MODIFIERS = [upAndDown];

/** An open row is tall, so where its middle is says little about where a person wants it; the pointer does. */
const underPointer: CollisionDetection = (args) => {
  const found = args.pointerCoordinates ? pointerWithin(args) : [];
  return found.length > 0 ? found : closestCenter(args);
};

/** Lets rows be dragged by their handles: with a mouse, a finger or the keyboard, each step said aloud. */
export function RowOrder({ keys, name, onMove, children }: Props) {
  const id = useId();
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(KeyboardSensor, BY_KEYBOARD));
  const ids = useMemo(() => [...keys], [keys]);
  const announcements = useMemo(() => sayMoves(keys, name), [keys, name]);
  const put = ({ active, over }: DragEndEvent) => {
    const from = keys.indexOf(String(active.id));
    const to = over ? keys.indexOf(String(over.id)) : from;
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={underPointer}
      modifiers={MODIFIERS}
      accessibility={{ announcements, screenReaderInstructions: { draggable: HELP } }}
      onDragEnd={put}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

function sayMoves(keys: readonly string[], name: string): Announcements {
  const place = (id: UniqueIdentifier | undefined) => `${keys.indexOf(String(id)) + 1} of ${keys.length}`;
  // Picked up, a row is at once over itself; saying that would cut off what was just said.
  let said: UniqueIdentifier | undefined;
  return {
    onDragStart: ({ active }) => {
      said = active.id;
      return `Picked up ${name} ${place(active.id)}.`;
    },
    onDragOver: ({ over }) => {
      if (!over || over.id === said) return undefined;
      said = over.id;
      return `${name} is now ${place(over.id)}.`;
    },
    onDragEnd: ({ over }) => `${name} put down${over ? ` as ${place(over.id)}` : ""}.`,
    onDragCancel: ({ active }) => `${name} stays ${place(active.id)}.`,
  };
}
