import { t } from "@lingui/core/macro";
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { FieldRectangle } from "../../../../contract/rendering/render.ts";
import { followArrows } from "../../../lib/browser/arrow-keys.ts";
import type { FieldPath } from "../draft.ts";
import styles from "./page-fields.module.css";

type Props = {
  fields: readonly FieldRectangle[];
  /** The page's number, from 1. */
  number: number;
  place(rectangle: FieldRectangle): CSSProperties;
  /** A field's label with its position. */
  nameOf(path: FieldPath): string;
  onPick(path: FieldPath): void;
};

/**
 * Buttons over the fields of a page. A page is one tab stop; arrow keys move to each field once, in reading
 * order. Further lines of a field are only for the pointer.
 */
export function PageFields({ fields, number, place, nameOf, onPick }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const order = useMemo(() => readingOrder(fields), [fields]);
  const [reached, setReached] = useState<FieldPath>();
  const stop = order.find((index) => fields[index]?.path === reached) ?? order[0];

  const stops = new Set(order);
  const onKeyDown = (event: KeyboardEvent) =>
    followArrows(
      event,
      order.flatMap((index) => group.current?.querySelector<HTMLElement>(`[data-stop="${index}"]`) ?? []),
    );
  if (fields.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as one
    <div
      ref={group}
      className={styles.paperFields}
      role="group"
      aria-label={t`Editable text on page ${number}`}
      onKeyDown={onKeyDown}
    >
      {fields.map((rectangle, index) => {
        const { path } = rectangle;
        const isStop = stops.has(index);
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may stand on the page twice
            key={`${path} ${index}`}
            type="button"
            tabIndex={index === stop ? 0 : -1}
            aria-hidden={!isStop || undefined}
            className={styles.paperField}
            data-stop={index}
            data-field={path}
            style={place(rectangle)}
            onFocus={() => setReached(path)}
            onClick={() => onPick(path)}
          >
            <span>{nameOf(path)}</span>
          </button>
        );
      })}
    </div>
  );
}

const SAME_LINE = 4; // points: fields this close vertically are on one line

/** The first rectangle of each field, from top to bottom and along each line. */
export function readingOrder(fields: readonly FieldRectangle[]): number[] {
  const firsts = new Map<FieldPath, number>();
  for (const [index, { path }] of fields.entries()) if (!firsts.has(path)) firsts.set(path, index);
  const at = (index: number) => fields[index] ?? { x: 0, y: 0 };
  const line = (index: number) => Math.round(at(index).y / SAME_LINE);
  return [...firsts.values()].sort((one, other) => line(one) - line(other) || at(one).x - at(other).x);
}
