import { useEffect, useId, useRef } from "react";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { SelectField } from "../select-field.tsx";
import type { StudioCategory } from "../studio-types.ts";
import { type DropPlan, targetOf } from "./drop-plan.ts";
import type { TypeSheet } from "./listed-types.ts";
import styles from "./types.module.css";

/** Up to so many are given a place one by one. */
const MOST_ONE_BY_ONE = 24;

type Props = {
  category: StudioCategory;
  /** The other categories. */
  others: readonly StudioCategory[];
  count: number;
  sheets: readonly TypeSheet[];
  plan: DropPlan;
  isBusy: boolean;
  onPlan(plan: DropPlan): void;
  onKeep(): void;
  onDrop(): void;
};

/** Hangs under the compartment it is about. The tray above shows the answer before it is given. */
export function DropQuestion(props: Props) {
  const { category, others, count, sheets, plan, isBusy, onPlan, onKeep, onDrop } = props;
  const name = useId();
  const place = useRef<HTMLElement>(null);
  const [first] = others;
  const canBeOneByOne =
    first !== undefined && count === sheets.length && count <= MOST_ONE_BY_ONE && count > 1;
  useEffect(() => {
    place.current?.focus();
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const options = others.map(({ slug, label }) => ({ value: slug, label }));
  const answers: { words: string; plan: DropPlan }[] = [
    ...(first
      ? [
          {
            words:
              count === 1
                ? "To another category"
                : count === 2
                  ? "Both to one category"
                  : "All to one category",
            plan: { kind: "one", to: first.slug } as const,
          },
        ]
      : []),
    ...(canBeOneByOne
      ? [{ words: "Each to its own", plan: { kind: "each", to: {}, otherwise: first.slug } as const }]
      : []),
    { words: "To “Other”, shown last, until somebody sorts them", plan: { kind: "unsorted" } },
  ];
  return (
    <section
      ref={place}
      className={`panel ${styles.dropQuestion}`}
      tabIndex={-1}
      aria-labelledby={`${name}-title`}
      onKeyDown={({ key }) => key === "Escape" && onKeep()}
    >
      <h2 id={`${name}-title`}>
        {category.label} holds {formatCount(count)}. Where {count === 1 ? "does it" : "do they"} go?
      </h2>
      <div className={styles.dropOptions}>
        {answers.map((answer) => (
          <label key={answer.plan.kind} className={styles.radio}>
            <input
              type="radio"
              name={name}
              checked={plan.kind === answer.plan.kind}
              onChange={() => onPlan(answer.plan)}
            />
            {answer.words}
          </label>
        ))}
      </div>
      <div className={styles.dropPlaces}>
        {plan.kind === "one" && (
          <SelectField
            label="Category"
            options={options}
            value={plan.to}
            onChange={(to) => onPlan({ kind: "one", to })}
          />
        )}
        {plan.kind === "each" &&
          sheets.map((sheet) => (
            <div key={sheet.id} className={styles.dropPlace}>
              <span style={{ "--ar": pageRatio(sheet.page) }}>
                <Sheet image={sheet.image} ratio={pageRatio(sheet.page)} sizes="48px" />
              </span>
              <SelectField
                label={sheet.template_name}
                options={options}
                value={targetOf(plan, sheet.id)}
                onChange={(to) => onPlan({ ...plan, to: { ...plan.to, [sheet.id]: to } })}
              />
            </div>
          ))}
      </div>
      <div className={styles.dropFoot}>
        <p>Documents made with them are not touched.</p>
        <Button onClick={onKeep}>Keep {category.label}</Button>
        <Button variant="primary" isBusy={isBusy} busyMessage="Moving" onClick={onDrop}>
          Move {count}, drop {category.label}
        </Button>
      </div>
    </section>
  );
}

const WORDS = ["no template", "a template", "two templates", "three templates", "four templates"];
const formatCount = (count: number) => WORDS[count] ?? `${count} templates`;
