import check from "virtual:icon/check";
import chevron from "virtual:icon/chevron-down";
import sliders from "virtual:icon/sliders-horizontal";
import close from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import type { PaperKind } from "../../../../contract/templates/paper-kinds.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PaperChecks } from "./paper-checks.tsx";
import { type Selection, SORT_ORDERS, selectionQuery, sortLabels } from "./selection.ts";

type Facet = {
  name: "category" | "type";
  title: string;
  values: { value: string; label: string; count: number }[];
  all: number;
};

type Props = { facet: Facet; selection: Selection; papers: PaperKind[] };

const MANY = 16; // take more than two lines on a desk

/** Filters and order of a listing, at the top while it scrolls: links and a form, so it works without scripts. */
export function ListingTools({ facet, selection, papers }: Props) {
  return (
    <div className="tools" data-many={facet.values.length > MANY || undefined}>
      <div className="wrap tools-line">
        <nav aria-label={facet.title} className="facet-links desktop-only">
          <FacetLinks facet={facet} selection={selection} />
        </nav>
        {papers.length > 0 && (
          <div className="desktop-only">
            <PaperChecks papers={papers} selection={selection} ruled />
          </div>
        )}
        <Button size="small" className="below-desktop" popoverTarget="filters">
          <Icon of={sliders} />
          {t`Filters`}
        </Button>
        <FilterDrawer facet={facet} selection={selection} papers={papers} />
        <SortMenu selection={selection} />
      </div>
    </div>
  );
}

function FacetLinks({ facet: { name, values, all }, selection }: Omit<Props, "papers">) {
  const without = { ...selection, category: undefined, [name]: undefined };
  return (
    <>
      <Link
        to={selectionQuery(without) || "?"}
        aria-current={selection[name] ? undefined : "true"}
        preventScrollReset
      >
        <Trans>
          All<span>{all}</span>
        </Trans>
      </Link>
      {values.map(({ value, label, count }) => (
        <Link
          key={value}
          to={selectionQuery(without, { [name]: value })}
          aria-current={selection[name] === value ? "true" : undefined}
          preventScrollReset
        >
          {label}
          <span>{count}</span>
        </Link>
      ))}
    </>
  );
}

/** The same choices in a sheet from below, for phones and tablets. */
function FilterDrawer({ facet, selection, papers }: Props) {
  return (
    <section id="filters" popover="auto" className="panel drawer below-desktop" aria-label={t`Filters`}>
      <div className="drawer-head">
        <h2>{t`Filters`}</h2>
        <IconButton popoverTarget="filters" popoverTargetAction="hide" label={t`Close`} icon={close} />
      </div>
      <div className="filter-list">
        {papers.length > 0 && (
          <>
            <h3>{t`Paper size`}</h3>
            <PaperChecks papers={papers} selection={selection} />
          </>
        )}
        <h3>{facet.title}</h3>
        <nav className="choices" aria-label={facet.title}>
          <FacetLinks facet={facet} selection={selection} />
        </nav>
      </div>
    </section>
  );
}

function SortMenu({ selection }: { selection: Selection }) {
  const labels = sortLabels();
  const order = labels[selection.sort];
  return (
    <div className="end">
      <button type="button" className="sort-button" popoverTarget="sort">
        <Trans>
          <span className="sr-only">Sort by: </span>
          {order}
        </Trans>
        <Icon of={chevron} />
      </button>
      <nav id="sort" popover="auto" className="panel choices sort-panel" aria-label={t`Sort by`}>
        {SORT_ORDERS.map((sort) => (
          <Link
            key={sort}
            to={selectionQuery(selection, { sort }) || "?"}
            aria-current={sort === selection.sort ? "true" : undefined}
            preventScrollReset
          >
            {labels[sort]}
            {sort === selection.sort && <Icon of={check} />}
          </Link>
        ))}
      </nav>
    </div>
  );
}
