import { Fragment } from "react";
import { Link } from "react-router";
import type { Group, Listing, Paging } from "../data/listing.ts";
import { type Selection, selectionQuery } from "../data/selection.ts";
import { TemplateCard } from "./template-card.tsx";

const EAGER = 4; // the first row

/** The bands of a listing: words at the left, sheets at the right, on one baseline. */
export function Bands({ listing: { bands, paging }, selection }: { listing: Listing; selection: Selection }) {
  if (bands.length === 0) return <NothingHere />;
  return (
    <>
      {bands.map((band, place) => (
        <section
          key={band[0]?.slug}
          className="wrap group"
          aria-label={band.map(({ label }) => label).join(" and ")}
        >
          <div className="columns">
            {band[0] && <About group={band[0]} />}
            <div className="sheets">
              {band.map((group, i) => (
                <Fragment key={group.slug}>
                  {i > 0 && <About group={group} inline />}
                  {group.cards.map((card, j) => (
                    <TemplateCard key={card.id} card={card} eager={place === 0 && j < EAGER} />
                  ))}
                </Fragment>
              ))}
            </div>
          </div>
        </section>
      ))}
      {paging && <Pager paging={paging} selection={selection} />}
    </>
  );
}

function About({ group, inline = false }: { group: Group; inline?: boolean }) {
  return (
    <div className={inline ? "group-about inline" : "group-about"}>
      <h2>{group.href ? <Link to={group.href}>{group.label}</Link> : group.label}</h2>
      <p>{group.description}</p>
      {group.more && (
        <p>
          <Link className="link" to={group.more}>
            All {group.count}
            <span className="sr-only"> in {group.label}</span>
          </Link>
        </p>
      )}
    </div>
  );
}

function Pager({ paging, selection }: { paging: Paging; selection: Selection }) {
  const { page, pages, from, to, total } = paging;
  return (
    <nav className="wrap pager" aria-label="Pages">
      {page > 1 && (
        <Link className="button" rel="prev" to={selectionQuery(selection, { page: page - 1 }) || "?"}>
          Previous
        </Link>
      )}
      <span className="muted num">
        {from} to {to} of {total}
      </span>
      {page < pages && (
        <Link className="button" rel="next" to={selectionQuery(selection, { page: page + 1 })}>
          Next
        </Link>
      )}
    </nav>
  );
}

function NothingHere() {
  return (
    <div className="wrap nothing">
      <span className="ghost" />
      <div>
        <h2>Nothing lies here</h2>
        <p>No template fits this choice. Fewer words or another paper will find more.</p>
        <Link className="button primary" to="/templates">
          Show all templates
        </Link>
      </div>
    </div>
  );
}
