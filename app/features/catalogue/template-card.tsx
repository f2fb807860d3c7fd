import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { Sheet } from "../../ui/sheet.tsx";
import { Rating } from "../ratings/index.ts";
import { SaveHeart } from "../saved/index.ts";
import type { Card } from "./card.ts";

const BELOW_DESK = "(min-width: 720px) 24vw, 46vw";
const SIZES = `(min-width: 1200px) 230px, ${BELOW_DESK}`;
const SIZES_OF_THREE = `(min-width: 1200px) 310px, ${BELOW_DESK}`;

type Props = {
  card: Card;
  eager?: boolean;
  /** Whether only three fit in a row on a desktop. */
  large?: boolean;
  /** Its width, where sheets are at one scale. */
  millimetres?: number;
};

/** A sheet with its name under it. Both link to the same page, so screen readers get only the name. */
export function TemplateCard({ card, eager = false, large = false, millimetres }: Props) {
  const { name } = card;
  return (
    <article className="template">
      <div className="card-sheet" style={{ "--ar": card.ratio, "--w": millimetres }}>
        <Link to={card.url} data-prefetch tabIndex={-1} aria-hidden="true">
          <Sheet
            template={card.id}
            image={card.image}
            ratio={card.ratio}
            sizes={large ? SIZES_OF_THREE : SIZES}
            eager={eager}
          />
        </Link>
        <Link className="button primary use-card" to={`${card.url}/use`} aria-label={t`Use ${name}`}>
          {t({ message: "Use", context: "verb: use a template" })}
        </Link>
      </div>
      <div className="caption">
        <div className="name-line">
          <h3 dir="auto">
            <Link to={card.url} data-prefetch>
              {name}
            </Link>
          </h3>
          <SaveHeart template={card} />
        </div>
        <p className="meta">
          <Rating value={card.rating} people={card.raters} />
          <span>{card.format}</span>
        </p>
      </div>
    </article>
  );
}
