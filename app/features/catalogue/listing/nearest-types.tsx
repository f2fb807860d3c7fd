import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import type { NearType } from "../../../../contract/page-services.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import { type Card, toCard } from "../card.ts";

/** A type near to a search that found nothing. */
type NearTile = {
  slug: string;
  plural: string;
  description: string;
  count: number;
  /** The word of the search that matches this type. */
  word: string | undefined;
  cards: Card[];
};

export function toNearTile({ type, word, templates }: NearType): NearTile {
  const { slug, plural, description, count } = type;
  return { slug, plural, description, count, word, cards: templates.map((each) => toCard(each)) };
}

type Props = { query: string; tiles: NearTile[]; total: number };

/** Shown instead of empty search results: the nearest types, or all of them. */
export function NearestTypes({ query, tiles, total }: Props) {
  const byWord = tiles.some(({ word }) => word !== undefined);
  return (
    <section className="wrap nearest" aria-labelledby="nearest-title">
      <h2 id="nearest-title">
        <Trans>No templates match “{query}”.</Trans>
      </h2>
      <p role="status">
        {byWord ? t`These types are the closest matches.` : t`You can browse all types of templates instead.`}
      </p>
      <ul className="nearest-tiles">
        {tiles.map((tile) => (
          <li key={tile.slug} style={{ "--width": relativeWidth(tile.cards) }}>
            <NearTypeLink tile={tile} />
          </li>
        ))}
      </ul>
      <p>
        <Trans>
          To decide which templates to add, we count searches without results, but not who searched.{" "}
          <Link className="link" to="/contact">
            Request this template
          </Link>{" "}
          or{" "}
          <Link className="link" to="/templates">
            <Plural value={total} one="browse # template" other="browse all # templates" />
          </Link>
          .
        </Trans>
      </p>
    </section>
  );
}

function NearTypeLink({ tile: { slug, plural, description, count, word, cards } }: { tile: NearTile }) {
  return (
    <Link
      className="type-tile"
      to={word ? `/templates?q=${encodeURIComponent(word)}&type=${slug}` : `/${slug}`}
      data-prefetch
    >
      <div>
        <h3>
          {plural}
          <span>{count}</span>
        </h3>
        <p className="why">
          {word ? (
            <Trans>
              Matches <mark>{word}</mark>
            </Trans>
          ) : (
            description
          )}
        </p>
      </div>
      <div className="holds">
        {cards.map((card) => (
          <Sheet
            key={card.id}
            template={card.id}
            image={card.image}
            ratio={card.ratio}
            sizes="(min-width: 1100px) 180px, (min-width: 720px) 20vw, 30vw"
          />
        ))}
      </div>
    </Link>
  );
}

/** A compartment is as wide as its sheets are together. */
function relativeWidth(cards: readonly Card[]): number {
  return Math.round(
    100 *
      Math.max(
        0.7,
        cards.reduce((sum, { ratio }) => sum + ratio, 0),
      ),
  );
}
