import { plural, t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { FigureTemplate } from "../../../../contract/site/figures.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import { roundSteps } from "./chart-scale.ts";
import styles from "./figures.module.css";
import { rulerMarks, type UsePart, usePartsOf } from "./use-parts.ts";

const A4 = 210 / 297;
const SHOWN_OF_OTHERS = 24;
const WIDTH = 1128;

const ratioOf = ({ page }: FigureTemplate) => (page ? pageRatio(page) : A4);
const nameOf = ({ name }: FigureTemplate) => name ?? t`Deleted template`;

/** All uses as a ruler; each page is as wide as its share. */
export function UseRuler({ templates }: { templates: readonly FigureTemplate[] }) {
  const parts = usePartsOf(templates);
  const total = parts.reduce((sum, { used }) => sum + used, 0);
  return (
    <div className={styles.figureArea}>
      <div className={styles.useRuler}>
        <div className={styles.useRow}>
          {parts.map((part) => (
            <div key={part.from} className={styles.usePart} style={{ width: `${part.width}%` }}>
              {part.templates.length === 1 ? <OneSheet part={part} /> : <OtherSheets part={part} />}
            </div>
          ))}
        </div>
        <RulerMarks parts={parts} total={total} />
        <div className={`${styles.useRow} ${styles.useNames}`} aria-hidden="true">
          {parts.map((part) => (
            <div key={part.from} style={{ width: `${part.width}%` }}>
              <b>
                {part.templates[0] && part.templates.length === 1
                  ? nameOf(part.templates[0])
                  : formatOthers(part)}
              </b>
              <small>{formatUsed(part)}</small>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function formatUsed({ used, isBroken }: UsePart): string {
  const count = formatNumber(used);
  return isBroken ? t`${count}, not to scale` : count;
}

function formatOthers({ templates }: UsePart): string {
  return plural({ count: templates.length }, { one: "# other", other: "# others" });
}

function OneSheet({ part: { templates, used } }: { part: UsePart }) {
  const [template] = templates;
  if (!template) return null;
  const sheet = <Sheet image={template.image} ratio={ratioOf(template)} sizes="180px" />;
  const name = nameOf(template);
  const label = t`${name}, ${plural({ count: used }, { one: "# use", other: "# uses" })}`;
  return template.url ? (
    <Link to={template.url} aria-label={label}>
      {sheet}
    </Link>
  ) : (
    sheet
  );
}

function OtherSheets({ part: { templates } }: { part: UsePart }) {
  return (
    <div className={styles.useOthers}>
      {templates.slice(0, SHOWN_OF_OTHERS).map((template) => (
        <Sheet key={template.id} image={template.image} ratio={ratioOf(template)} sizes="40px" />
      ))}
    </div>
  );
}

function RulerMarks({ parts, total }: { parts: readonly UsePart[]; total: number }) {
  const steps = roundSteps(total);
  const step = steps[1] ?? 1;
  const x = (at: number) => (at / 100) * WIDTH;
  const small = step >= 10 ? rulerMarks(parts, step / 10) : [];
  return (
    <svg className={styles.useMarks} viewBox={`0 0 ${WIDTH} 30`} aria-hidden="true">
      <path className={styles.edge} d={`M0 1.5H${WIDTH}`} />
      {small.map(({ value, at }) => (
        <path key={value} className={styles.mark} d={`M${x(at)} 2v5`} />
      ))}
      {rulerMarks(parts, step).map(({ value, at }) => (
        <g key={value}>
          <path className={styles.mark} d={`M${x(at)} 2v11`} />
          <text x={Math.max(0, x(at) + 4)} y="25">
            {value === 0 ? plural({ count: 0 }, { one: "# use", other: "# uses" }) : formatNumber(value)}
          </text>
        </g>
      ))}
      {parts.map(({ from, width }) => (
        <path key={from} className="bar" d={`M${x(from)} 1.5H${x(from + width) - 8}`} />
      ))}
      {parts
        .filter(({ isBroken }) => isBroken)
        .map(({ from, width }) => (
          <g key={from} transform={`translate(${x(from + width * 0.7)} 0)`}>
            <path className={styles.gap} d="M-7 -4L1 10L9 10L1 -4Z" />
            <path className={styles.break} d="M-7 8L-1 -4M1 8L7 -4" />
          </g>
        ))}
    </svg>
  );
}
