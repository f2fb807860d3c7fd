import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { Figures, FigureTemplate } from "../../../../contract/site/figures.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { shownTypeName } from "../studio-types.ts";
import styles from "./figures.module.css";
import { formatCountedDay } from "./figures-client.ts";

/** The data of the charts as tables. */

export function DayTable({ days }: { days: Figures["days"] }) {
  return (
    <table className={styles.figureTable}>
      <caption>{t`By day (UTC)`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Day`}</th>
          <th scope="col">{t`Used`}</th>
          <th scope="col">{t`Downloaded`}</th>
          <th scope="col">{t`Searches`}</th>
          <th scope="col">{t`Without results`}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, used, exported, searched, missed }) => (
          <tr key={day}>
            <th scope="row">{formatCountedDay(day)}</th>
            {[used, exported, searched, missed].map((count, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are
              <td key={column}>{formatNumber(count)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function TemplateTable({ templates }: { templates: readonly FigureTemplate[] }) {
  return (
    <table className={styles.figureTable}>
      <caption>{t`Templates`}</caption>
      <CountHead first={t`Template`} />
      <tbody>
        {templates.map(({ id, name, url, used, exported }) => (
          <CountRow key={id} used={used} exported={exported}>
            {url ? (
              <Link className="link" to={url}>
                {name}
              </Link>
            ) : (
              (name ?? t`Deleted template`)
            )}
          </CountRow>
        ))}
      </tbody>
    </table>
  );
}

export function TypeTable({ types }: { types: Figures["types"] }) {
  return (
    <table className={styles.figureTable}>
      <caption>{t`Types`}</caption>
      <CountHead first={t`Type`} />
      <tbody>
        {types.map(({ id, plural, used, exported }) => (
          <CountRow key={id} used={used} exported={exported}>
            {shownTypeName(id, plural)}
          </CountRow>
        ))}
      </tbody>
    </table>
  );
}

function CountHead({ first }: { first: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        <th scope="col">{t`Used`}</th>
        <th scope="col">{t`Downloaded`}</th>
      </tr>
    </thead>
  );
}

type RowProps = { used: number; exported: number; children: React.ReactNode };

function CountRow({ used, exported, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{children}</th>
      <td>{formatNumber(used)}</td>
      <td>{formatNumber(exported)}</td>
    </tr>
  );
}
