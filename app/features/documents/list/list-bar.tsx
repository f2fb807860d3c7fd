import check from "virtual:icon/check";
import chevron from "virtual:icon/chevron-down";
import linkIcon from "virtual:icon/link";
import { Menu } from "@base-ui/react/menu";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import type { LabelCount } from "../labels/labels.ts";
import styles from "./documents.module.css";
import { isOrder, ORDERS, orderLabel, viewQuery } from "./list-view.ts";
import type { ListView } from "./listed-documents.ts";

type Props = {
  view: ListView;
  labels: readonly LabelCount[];
  all: number | undefined;
  shared: number | undefined;
  onOrder(order: ListView["order"]): void;
};

/** Filters by label and shared documents, with counts, and the order. */
export function ListBar({ view, labels, all, shared = 0, onOrder }: Props) {
  const isKnown = labels.some(({ label }) => label === view.label);
  // The current label stays in the list even if no document has it any more.
  const shown = view.label === undefined || isKnown ? labels : [{ label: view.label, count: 0 }, ...labels];
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: its position depends on the other elements of the bar
  useEffect(() => {
    if (row.current) bringCurrentIntoView(row.current);
  }, [view.label, view.isShared, shown.length, shared]);
  return (
    <div className={styles.listBar}>
      <nav ref={row} className={styles.listLabels} aria-label={t`Filter documents`}>
        <FilterLink view={view} to={{}} count={all}>{t`All`}</FilterLink>
        {shown.map(({ label, count }) => (
          <FilterLink key={label} view={view} to={{ label }} count={count}>
            {label}
          </FilterLink>
        ))}
        {(shared > 0 || view.isShared) && (
          <FilterLink view={view} to={{ isShared: true }} count={shared}>
            <Icon of={linkIcon} /> {t({ message: "Shared", context: "filter: shared documents" })}
          </FilterLink>
        )}
      </nav>
      <OrderMenu order={view.order} onOrder={onOrder} />
    </div>
  );
}

type LinkProps = {
  view: ListView;
  to: Partial<Pick<ListView, "label" | "isShared">>;
  count: number | undefined;
  children: ReactNode;
};

function FilterLink({ view, to, count, children }: LinkProps) {
  const next = { ...view, label: undefined, isShared: false, ...to };
  const isHere = view.label === next.label && view.isShared === next.isShared;
  return (
    <Link to={viewQuery(next)} aria-current={isHere ? "true" : undefined} replace preventScrollReset>
      {children} {count !== undefined && <span className="count">{count}</span>}
    </Link>
  );
}

/** Scrolls horizontally only; the page doesn't move. */
function bringCurrentIntoView(row: HTMLElement): void {
  const link = row.querySelector<HTMLElement>("[aria-current]");
  if (link) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

function OrderMenu({ order, onOrder }: { order: ListView["order"]; onOrder: Props["onOrder"] }) {
  const label = orderLabel(order);
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.orderButton}>
        <Trans>
          <span className="sr-only">Sort by:</span> {label}
        </Trans>
        <Icon of={chevron} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" sideOffset={4} align="end">
          <Menu.Popup className="panel choices">
            <Menu.RadioGroup
              value={order}
              onValueChange={(value: string) => isOrder(value) && onOrder(value)}
            >
              {ORDERS.map((each) => (
                <Menu.RadioItem key={each} value={each} className="choice" closeOnClick>
                  {orderLabel(each)}
                  {each === order && <Icon of={check} />}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
