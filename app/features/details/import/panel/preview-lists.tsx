import { t } from "@lingui/core/macro";
import { isPicture } from "../../../../../contract/people/details.ts";
import { formatNumber } from "../../../../lib/i18n/intl.ts";
import type { Left } from "../import-result.ts";
import styles from "./import-details.module.css";
import type { Offer } from "./offers.ts";

type Props = { offers: readonly Offer[]; chosen: ReadonlySet<string>; onToggle(name: string): void };

/** One line per value, with the current one. The whole line is the checkbox's label. */
export function OfferList({ offers, chosen, onToggle }: Props) {
  return (
    <ul className={styles.offers}>
      {offers.map((offer) => (
        <li key={offer.name}>
          <label className="check">
            <input type="checkbox" checked={chosen.has(offer.name)} onChange={() => onToggle(offer.name)} />
            <span className={styles.offerLabel}>{offer.label}</span>
            <Shown offer={offer} />
            <State offer={offer} />
          </label>
        </li>
      ))}
    </ul>
  );
}

function Shown({ offer: { name, label, shown } }: { offer: Offer }) {
  return (
    <span className={styles.offerText} title={isPicture(name) ? undefined : shown}>
      {isPicture(name) ? <img src={shown} alt={t`${{ picture: label }} from the file`} /> : shown}
    </span>
  );
}

function State({ offer: { state, here } }: { offer: Offer }) {
  if (state !== "differs")
    return <span className={styles.offerState}>{state === "new" ? t`new` : t`unchanged`}</span>;
  return (
    <span className={styles.offerState}>
      <mark title={here}>{t`replaces: ${{ value: here ?? "" }}`}</mark>
    </span>
  );
}

/** The parts of a file that aren't imported, and why. */
export function NotImported({ left }: { left: readonly Left[] }) {
  if (left.length === 0) {
    return (
      <>
        <h3>{t`Not imported`}</h3>
        <p className={`${styles.leftNone} muted`}>{t`Everything in this file can be imported.`}</p>
      </>
    );
  }
  return (
    <>
      <h3>
        {t`Not imported`} <span className="num">{formatNumber(left.length)}</span>
      </h3>
      <ul className={styles.leftAlone}>
        {left.map(({ what, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once and never reordered
          <li key={index}>
            <span>{what}</span>
            <span className="muted">{why}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
