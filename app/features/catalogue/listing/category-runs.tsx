import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { Pager } from "../../../ui/pager.tsx";
import { NamedIcon } from "../../icons/index.ts";
import { TemplateCard } from "../template-card.tsx";
import type { Group, Listing } from "./listing.ts";
import { EmptyListing } from "./listing-bands.tsx";
import { type Selection, selectionQuery } from "./selection.ts";

const EAGER = 4; // the first row

/** A type's templates with the categories in one run, so that a short category leaves no gap. */
export function CategoryRuns({
  listing: { bands, paging },
  selection,
}: {
  listing: Listing;
  selection: Selection;
}) {
  const groups = bands.flat();
  if (groups.length === 0) return <EmptyListing query={selection.query} />;
  return (
    <div className="runs">
      {groups.flatMap((group, place) =>
        group.cards.map((card, i) => (
          <div key={card.id} className="run-cell" data-ends={i === group.cards.length - 1}>
            <div className="run-head">{i === 0 && <RunHead group={group} />}</div>
            <TemplateCard card={card} eager={place === 0 && i < EAGER} />
          </div>
        )),
      )}
      {paging && <Pager paging={paging} to={(page) => selectionQuery(selection, { page }) || "?"} />}
    </div>
  );
}

function RunHead({ group: { label, icon, count, more } }: { group: Group }) {
  return (
    <>
      <h2>
        {icon && <NamedIcon name={icon} />}
        {label}
        <span className="num"> {formatNumber(count)}</span>
      </h2>
      {more && (
        <Link className="link" to={more}>
          <Trans>
            All {count}
            <span className="sr-only"> in {label}</span>
          </Trans>
        </Link>
      )}
    </>
  );
}
