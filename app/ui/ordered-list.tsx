import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, type SortingStrategy } from "@dnd-kit/sortable";
import { t } from "@lingui/core/macro";
import { type ReactNode, useId, useMemo, useRef } from "react";
import { type StepOptions, StepSensor } from "./step-sensor.ts";

type Props = {
  ids: readonly string[];
  /** As announced to screen readers. */
  nameOf(id: string): string;
  strategy: SortingStrategy;
  modifiers?: Modifier[];
  /** Over which of them the pointer holds the dragged one. */
  findOver?: CollisionDetection;
  onMove(from: number, to: number): void;
  children: ReactNode;
};

const helpText = () =>
  t`Press Space or Enter to pick up the item, the arrow keys to move it, and Space or Enter to drop it. Press Escape to cancel.`;
// Made once: with new ones at every turn everything in a list would be drawn again at every letter.
const BY_POINTER = { activationConstraint: { distance: 4 } }; // pixels: a click on the handle isn't a drag
const NONE: Modifier[] = [];

/** A list sorted by handles with a mouse, a finger or the keyboard; each step is announced. */
export function OrderedList({
  ids,
  nameOf,
  strategy,
  modifiers = NONE,
  findOver = closestCenter,
  onMove,
  children,
}: Props) {
  const id = useId();
  const target = useRef<UniqueIdentifier>(undefined);
  const announced = useRef<UniqueIdentifier>(undefined);
  const byKeys = useMemo<StepOptions>(() => ({ ids, target }), [ids]);
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER), useSensor(StepSensor, byKeys));
  const items = useMemo(() => [...ids], [ids]);
  const announcements = useMemo(() => moveAnnouncements(ids, nameOf, announced), [ids, nameOf]);
  const collisions = useMemo<CollisionDetection>(
    () => (args) => (target.current === undefined ? findOver(args) : [{ id: target.current }]),
    [findOver],
  );
  const put = ({ active, over }: DragEndEvent) => {
    const from = ids.indexOf(String(active.id));
    const to = over ? ids.indexOf(String(over.id)) : from;
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={collisions}
      modifiers={modifiers}
      accessibility={{ announcements, screenReaderInstructions: { draggable: helpText() } }}
      onDragEnd={put}
    >
      <SortableContext items={items} strategy={strategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/**
 * `said` is the position announced last: a picked-up item is over itself at once, and announcing that would
 * interrupt the previous announcement.
 */
function moveAnnouncements(
  ids: readonly string[],
  nameOf: Props["nameOf"],
  announced: { current: UniqueIdentifier | undefined },
): Announcements {
  const total = ids.length;
  const facts = (moved: { id: UniqueIdentifier }, place: { id: UniqueIdentifier }) => ({
    name: nameOf(String(moved.id)),
    position: ids.indexOf(String(place.id)) + 1,
  });
  return {
    onDragStart: ({ active }) => {
      announced.current = active.id;
      const { name, position } = facts(active, active);
      return t`Picked up ${name}, ${position} of ${total}.`;
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === announced.current) return undefined;
      announced.current = over.id;
      const { name, position } = facts(active, over);
      return t`${name} moved to ${position} of ${total}.`;
    },
    onDragEnd: ({ active, over }) => {
      const { name, position } = facts(active, over ?? active);
      return t`${name} dropped at ${position} of ${total}.`;
    },
    onDragCancel: ({ active }) => {
      const { name, position } = facts(active, active);
      return t`Move cancelled. ${name} is at ${position} of ${total}.`;
    },
  };
}
