import { type CollisionDetection, closestCenter, type Modifier, pointerWithin } from "@dnd-kit/core";
import { verticalListSortingStrategy } from "@dnd-kit/sortable";
import { type ReactNode, useCallback } from "react";
import { OrderedList } from "../../../ui/ordered-list.tsx";

type Props = {
  keys: readonly string[];
  /** The name of one row, such as "Item". */
  name: string;
  onMove(from: number, to: number): void;
  children: ReactNode;
};

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const MODIFIERS = [upAndDown];

/** Open rows are tall, so the pointer decides the position, not the row's centre. */
const underPointer: CollisionDetection = (args) => {
  const found = args.pointerCoordinates ? pointerWithin(args) : [];
  return found.length > 0 ? found : closestCenter(args);
};

/** Vertical rows that are reordered by their handles. */
export function RowOrder({ keys, name, onMove, children }: Props) {
  const nameOf = useCallback(() => name, [name]);
  return (
    <OrderedList
      ids={keys}
      nameOf={nameOf}
      strategy={verticalListSortingStrategy}
      modifiers={MODIFIERS}
      findOver={underPointer}
      onMove={onMove}
    >
      {children}
    </OrderedList>
  );
}
