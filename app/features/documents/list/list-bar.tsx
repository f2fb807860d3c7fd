import check from "virtual:icon/check";
import chevron from "virtual:icon/chevron-down";
import { Menu } from "@base-ui/react/menu";
import { Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import type { ListView } from "../documents.ts";
import type { LabelCount } from "../labels/labels.ts";
import { isOrder, ORDER_WORDS, viewQuery } from "./list-view.ts";

type Props = {
  view: ListView;
  labels: readonly LabelCount[];
  all: number | undefined;
  onOrder(order: ListView["order"]): void;
};

/** Labels as links, each with how many documents have it, and the order. */
export function ListBar({ view, labels, all, onOrder }: Props) {
  const isKnown = labels.some(({ label }) => label === view.label);
  // A label that nothing has any more is still where one is.
  const shown = view.label === undefined || isKnown ? labels : [{ label: view.label, count: 0 }, ...labels];
  return (
    <div className="list-bar">
      <nav className="list-labels" aria-label="Labels">
        <LabelLink view={view} label={undefined} words="All" count={all} />
        {shown.map(({ label, count }) => (
          <LabelLink key={label} view={view} label={label} words={label} count={count} />
        ))}
      </nav>
      <OrderMenu order={view.order} onOrder={onOrder} />
    </div>
  );
}

type LinkProps = { view: ListView; label: string | undefined; words: string; count: number | undefined };

function LabelLink({ view, label, words, count }: LinkProps) {
  return (
    <Link
      to={viewQuery({ ...view, label })}
      aria-current={view.label === label ? "true" : undefined}
      replace
      preventScrollReset
    >
      {words} {count !== undefined && <span className="count">{count}</span>}
    </Link>
  );
}

function OrderMenu({ order, onOrder }: { order: ListView["order"]; onOrder: Props["onOrder"] }) {
  return (
    <Menu.Root>
      <Menu.Trigger className="order-button">
        <span className="sr-only">Order: </span>
        {ORDER_WORDS[order]}
        <Icon of={chevron} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="menu-place" sideOffset={4} align="end">
          <Menu.Popup className="panel choices">
            <Menu.RadioGroup
              value={order}
              onValueChange={(value: string) => isOrder(value) && onOrder(value)}
            >
              {Object.keys(ORDER_WORDS)
                .filter(isOrder)
                .map((each) => (
                  <Menu.RadioItem key={each} value={each} className="choice" closeOnClick>
                    {ORDER_WORDS[each]}
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
