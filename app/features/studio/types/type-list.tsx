import { plural, t } from "@lingui/core/macro";
import { Link } from "react-router";
import { NamedIcon } from "../../../features/icons/index.ts";
import { formatList, formatNumber } from "../../../lib/i18n/intl.ts";
import type { StudioType } from "../studio-types.ts";
import { Order, useOrdered } from "./order.tsx";
import styles from "./types.module.css";

type Props = {
  types: readonly StudioType[];
  counts: ReadonlyMap<string, number>;
  open: string | undefined;
  onOrder(ids: string[]): void;
};

/** The types in the order of the home page and the menu, with the names to show. */
export function TypeList({ types, counts, open, onOrder }: Props) {
  return (
    <Order isList items={types.map(({ id, plural }) => ({ id, name: plural }))} onOrder={onOrder}>
      <ol className={styles.typeList} aria-label={t`Types`}>
        {types.map((type) => (
          <TypeLine key={type.id} type={type} count={counts.get(type.id) ?? 0} isOpen={type.id === open} />
        ))}
      </ol>
    </Order>
  );
}

function TypeLine({ type, count, isOpen }: { type: StudioType; count: number; isOpen: boolean }) {
  const { ref, style, handle, isDragging } = useOrdered(type.id, type.plural);
  const labels = type.categories.map(({ label }) => label);
  return (
    <li ref={ref} style={style} data-lifted={isDragging || undefined}>
      {handle}
      <Link to={`?type=${type.id}`} aria-current={isOpen ? "true" : undefined} preventScrollReset>
        <NamedIcon name={type.icon} />
        <span>
          <b>{type.plural}</b>
          <small>{formatList(labels, "unit") || t`No categories yet`}</small>
        </span>
        <span className="num">
          <span aria-hidden="true">{formatNumber(count)}</span>
          <span className="sr-only">{plural(count, { one: "# template", other: "# templates" })}</span>
        </span>
      </Link>
    </li>
  );
}
