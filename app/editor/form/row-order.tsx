import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
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
const SLACK_PX = 4; // a click on the handle isn't a drag

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Lets rows be dragged by their handles: with a mouse, a finger or the keyboard, each step said aloud. */
export function RowOrder({ keys, name, onMove, children }: Props) {
  const id = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: SLACK_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
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
      collisionDetection={closestCenter}
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

const MODIFIERS = [upAndDown];

function sayMoves(keys: readonly string[], name: string): Announcements {
  const place = (id: UniqueIdentifier | undefined) => `${keys.indexOf(String(id)) + 1} of ${keys.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${name} ${place(active.id)}.`,
    onDragOver: ({ over }) => (over ? `${name} is now ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => `${name} put down${over ? ` as ${place(over.id)}` : ""}.`,
    onDragCancel: ({ active }) => `${name} stays ${place(active.id)}.`,
  };
}
