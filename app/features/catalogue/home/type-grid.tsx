import { Link } from "react-router";
import { Sheet } from "../../../ui/sheet.tsx";
import { prefetchType } from "../template-loading.ts";
import type { TypeTile } from "./home-content.ts";

/** A tile for every type, as wide as what it holds. The whole tile is the link. */
export function TypeGrid({ tiles }: { tiles: TypeTile[] }) {
  return (
    <div className="type-grid">
      {tiles.map((each) => (
        <Tile key={each.slug} tile={each} />
      ))}
    </div>
  );
}

/** A narrower tile holds fewer sheets. */
function whereShown(place: number, spans: TypeTile["spans"]): string {
  const onPhone = place < (spans.phone === 2 ? 3 : 2);
  if (place >= spans.tablet) return onPhone ? "tablet-hidden" : "desktop-only";
  return onPhone ? "" : "phone-hidden";
}

function Tile({ tile: { slug, plural, count, cards, stacked, spans } }: { tile: TypeTile }) {
  const style = {
    "--span": spans.desktop,
    "--span-tablet": spans.tablet,
    "--span-phone": spans.phone,
  };
  const form = stacked ? "stack" : cards.length === 1 ? "one" : "";
  return (
    <Link
      className="type-tile"
      to={`/${slug}`}
      data-prefetch
      style={style}
      onPointerEnter={() => prefetchType(slug)}
    >
      <h3>
        {plural}
        <span>{count}</span>
      </h3>
      <div className={`holds ${form}`}>
        {cards.map((card, i) => (
          <Sheet
            key={card.id}
            className={i > 0 && !stacked ? whereShown(i, spans) : ""}
            template={card.id}
            image={card.image}
            ratio={card.ratio}
            sizes="(min-width: 1100px) 150px, (min-width: 720px) 20vw, 30vw"
          />
        ))}
      </div>
    </Link>
  );
}
