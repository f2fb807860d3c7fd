import { plural, t } from "@lingui/core/macro";
import { type PointerEvent, useState } from "react";
import type { Figures } from "../../../../contract/site/figures.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import {
  CHART,
  highestPlace,
  isMonday,
  labelHeights,
  lineOf,
  placeAt,
  roundSteps,
  weekends,
  xOf,
  yOf,
} from "./chart-scale.ts";
import styles from "./figures.module.css";
import { formatCountedDay, formatShortDay } from "./figures-client.ts";

type Props = { days: Figures["days"]; added: Figures["added"] };

const NAMED_EVERY = 62; // from this number of days on, only the first of each month is labelled

/** Uses and downloads by day, weekends shaded; the highest day, or the one under the pointer, is labelled. */
export function DayChart({ days, added }: Props) {
  const [pointed, setPointed] = useState<number>();
  const used = days.map((day) => day.used);
  const steps = roundSteps(Math.max(0, ...days.map((day) => Math.max(day.used, day.exported))));
  const top = steps.at(-1) ?? 1;
  const named = pointed ?? highestPlace(used);
  const { left, right, top: above, bottom, width, height } = CHART;
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(placeAt((event.clientX - left) / width, days.length));
  };
  const isMarked = (day: string) => (days.length >= NAMED_EVERY ? day.endsWith("-01") : isMonday(day));
  const from = formatCountedDay(days[0]?.day ?? "");
  const to = formatCountedDay(days.at(-1)?.day ?? "");
  return (
    // On a phone it scrolls sideways, also with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    <div className={styles.figureArea} tabIndex={0}>
      <svg
        className={styles.dayChart}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t`Uses and downloads by day, ${from} to ${to}. The table below has all numbers.`}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {weekends(days.map(({ day }) => day)).map((weekend) => (
          <rect key={weekend.x} className={styles.weekend} y={above} height={bottom - above} {...weekend} />
        ))}
        {steps.map((step) => (
          <g key={step}>
            <path className={styles.grid} d={`M${left} ${yOf(step, top)}H${right}`} />
            <text x={left - 8} y={yOf(step, top) + 4} textAnchor="end">
              {formatNumber(step)}
            </text>
          </g>
        ))}
        {days.map(({ day }, place) => (
          <g key={day}>
            <path
              className={styles.tick}
              d={`M${xOf(place, days.length)} ${bottom}v${isMarked(day) ? 9 : 4}`}
            />
            {isMarked(day) && (
              <text x={xOf(place, days.length)} y={bottom + 24} textAnchor="middle">
                {formatShortDay(day)}
              </text>
            )}
          </g>
        ))}
        <path
          className="line exported"
          d={lineOf(
            days.map((day) => day.exported),
            top,
          )}
        />
        <path className="line used" d={lineOf(used, top)} />
        <NamedDay days={days} place={named} top={top} added={added} />
      </svg>
    </div>
  );
}

type NamedProps = Props & { place: number; top: number };

function NamedDay({ days, place, top, added }: NamedProps) {
  const day = days[place];
  if (!day) return null;
  const used = formatNumber(day.used);
  const downloaded = formatNumber(day.exported);
  const x = xOf(place, days.length);
  const isLate = place > days.length * 0.8;
  const side = { x: isLate ? x - 10 : x + 10, textAnchor: isLate ? ("end" as const) : ("start" as const) };
  const other = { x: isLate ? x + 10 : x - 10, textAnchor: isLate ? ("start" as const) : ("end" as const) };
  const [usedY, exportedY] = labelHeights(day.used, day.exported, top);
  // On the side of the line that is away from the edge.
  const labelled = place < days.length * 0.3 || isLate ? side : other;
  return (
    <g>
      <path className="named" d={`M${x} ${CHART.top}V${CHART.bottom}`} />
      <circle className="dot" cx={x} cy={yOf(day.used, top)} r="4" />
      <circle className="dot exported" cx={x} cy={yOf(day.exported, top)} r="4" />
      <text className="value" {...side} y={usedY}>
        {t`${used} used`}
      </text>
      <text className="value exported" {...side} y={exportedY}>
        {t`${downloaded} downloaded`}
      </text>
      <text {...labelled} y={CHART.top - 2}>
        {formatDayAndAdded(day.day, added)}
      </text>
    </g>
  );
}

/** "Sat 7 November: 3 templates added" */
function formatDayAndAdded(of: string, added: Props["added"]): string {
  const here = added.find(({ day }) => day === of);
  const day = formatCountedDay(of);
  if (!here) return day;
  const { count, name } = here;
  return count === 1
    ? t`${day}: ${name} added`
    : t`${day}: ${plural(count, { one: "# template added", other: "# templates added" })}`;
}
