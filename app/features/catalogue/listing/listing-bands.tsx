import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fragment } from "react";
import { Link } from "react-router";
import { formatList } from "../../../lib/i18n/intl.ts";
import { Pager } from "../../../ui/pager.tsx";
import { TemplateCard } from "../template-card.tsx";
import type { Band, Group, Listing } from "./listing.ts";
import { type Selection, selectionQuery } from "./selection.ts";

const EAGER = 4; // the first row

/** The bands of a listing: text at the left, sheets at the right, on one baseline. */
export function ListingBands({
  listing: { bands, paging },
  selection,
}: {
  listing: Listing;
  selection: Selection;
}) {
  if (bands.length === 0) return <EmptyListing query={selection.query} />;
  const across = acrossOf(bands);
  const style = { "--across": across };
  return (
    <>
      {bands.map((band, place) => (
        <section
          key={band[0]?.slug}
          className="wrap group"
          aria-label={formatList(band.map(({ label }) => label))}
        >
          <div className="columns">
            {band[0] && <About group={band[0]} />}
            <div className="sheets" style={style}>
              {band.map((group, i) => (
                <Fragment key={group.slug}>
                  {i > 0 && <About group={group} inline />}
                  {group.cards.map((card, j) => (
                    <TemplateCard
                      key={card.id}
                      card={card}
                      eager={place === 0 && j < EAGER}
                      large={across === 3}
                    />
                  ))}
                </Fragment>
              ))}
            </div>
          </div>
        </section>
      ))}
      {paging && <Pager paging={paging} to={(page) => selectionQuery(selection, { page }) || "?"} />}
    </>
  );
}

/** Four in a row, or three if no band has a fourth. */
function acrossOf(bands: readonly Band[]): number {
  const longest = Math.max(
    ...bands.map((band) => band.flatMap(({ cards }) => cards).length + band.length - 1),
  );
  return longest <= 3 ? 3 : 4;
}

function About({ group, inline = false }: { group: Group; inline?: boolean }) {
  const { count, label } = group;
  return (
    <div className={inline ? "group-about inline" : "group-about"}>
      <h2>{group.href ? <Link to={group.href}>{label}</Link> : label}</h2>
      <p dir="auto">{group.description}</p>
      {group.more && (
        <p>
          <Link className="link" to={group.more}>
            <Trans>
              All {count}
              <span className="sr-only"> in {label}</span>
            </Trans>
          </Link>
        </p>
      )}
    </div>
  );
}

/** Shown if the filters leave nothing. */
export function EmptyListing({ query }: { query: string }) {
  return (
    <div className="wrap nothing">
      <span className="ghost" />
      <div>
        <h2>{t`No templates match these filters`}</h2>
        <p>{t`Change or remove a filter.`}</p>
        <Link
          className="button primary"
          to={query ? `/templates?q=${encodeURIComponent(query)}` : "/templates"}
        >
          {query ? t`Show all results for “${query}”` : t`Show all templates`}
        </Link>
      </div>
    </div>
  );
}
