import { plural, t } from "@lingui/core/macro";
import { useEffect, useId, useRef } from "react";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { SelectField } from "../select-field.tsx";
import type { StudioCategory } from "../studio-types.ts";
import { type DeletePlan, targetOf } from "./delete-plan.ts";
import type { TypeSheet } from "./listed-types.ts";
import styles from "./types.module.css";

/** Up to this number, each template can be moved separately. */
const MAX_ONE_BY_ONE = 24;

type Props = {
  category: StudioCategory;
  /** The other categories. */
  others: readonly StudioCategory[];
  count: number;
  sheets: readonly TypeSheet[];
  plan: DeletePlan;
  isBusy: boolean;
  onPlan(plan: DeletePlan): void;
  onKeep(): void;
  onDrop(): void;
};

/** Asks where the templates of a deleted category go. The categories above preview the answer. */
export function DeleteCategory(props: Props) {
  const { category, others, count, sheets, plan, isBusy, onPlan, onKeep, onDrop } = props;
  const name = useId();
  const place = useRef<HTMLElement>(null);
  const [first] = others;
  const canBeOneByOne =
    first !== undefined && count === sheets.length && count <= MAX_ONE_BY_ONE && count > 1;
  useEffect(() => {
    place.current?.focus();
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const options = others.map(({ slug, label }) => ({ value: slug, label }));
  const answers: { label: string; plan: DeletePlan }[] = [
    ...(first
      ? [
          {
            label: count === 1 ? t`Move to another category` : t`Move all to one category`,
            plan: { kind: "one", to: first.slug } as const,
          },
        ]
      : []),
    ...(canBeOneByOne
      ? [
          {
            label: t`Choose for each template`,
            plan: { kind: "each", to: {}, otherwise: first.slug } as const,
          },
        ]
      : []),
    { label: t`Move to “Other”, which is shown last`, plan: { kind: "unsorted" } },
  ];
  return (
    <section
      ref={place}
      className={`panel ${styles.dropQuestion}`}
      tabIndex={-1}
      aria-labelledby={`${name}-title`}
      onKeyDown={({ key }) => key === "Escape" && onKeep()}
    >
      <h2 id={`${name}-title`}>{formatQuestion(category.label, count)}</h2>
      <div className={styles.dropOptions}>
        {answers.map((answer) => (
          <label key={answer.plan.kind} className={styles.radio}>
            <input
              type="radio"
              name={name}
              checked={plan.kind === answer.plan.kind}
              onChange={() => onPlan(answer.plan)}
            />
            {answer.label}
          </label>
        ))}
      </div>
      <div className={styles.dropPlaces}>
        {plan.kind === "one" && (
          <SelectField
            label={t`Category`}
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
        <p>{t`Existing documents aren’t affected.`}</p>
        <Button onClick={onKeep}>{t`Cancel`}</Button>
        <Button
          variant="primary"
          isBusy={isBusy}
          busyMessage={t`Moving…`}
          onClick={onDrop}
        >{t`Move and delete category`}</Button>
      </div>
    </section>
  );
}

function formatQuestion(label: string, count: number): string {
  return plural(count, {
    one: `${label} contains # template. Where should it go?`,
    other: `${label} contains # templates. Where should they go?`,
  });
}
