import { plural, t } from "@lingui/core/macro";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import type { StudioCategory } from "../studio-types.ts";
import type { ListedTemplate } from "./delete-plan.ts";
import type { TypeSheet } from "./listed-types.ts";
import { useOrdered } from "./order.tsx";
import styles from "./types.module.css";

/** Thumbnails per category; templates that would move in are always shown. */
const SHEETS_SHOWN = 4;

type Shown = {
  lying: readonly ListedTemplate<TypeSheet>[];
  /** The number of templates. */
  count: number;
  /** Whether it is about to be deleted. */
  isGoing: boolean;
};
type Props = Shown & { category: StudioCategory; onChange(): void; onDrop(): void };

/** A category with thumbnails of its templates. */
export function CategoryCard({ category, onChange, onDrop, ...shown }: Props) {
  const { slug, label, description } = category;
  const { ref, style, handle, isDragging } = useOrdered(slug, label);
  const isTarget = shown.lying.some(({ isComing }) => isComing);
  return (
    <li
      ref={ref}
      style={style}
      className={styles.categoryPart}
      data-category={slug}
      data-lifted={isDragging || undefined}
      data-going={shown.isGoing || undefined}
      data-target={isTarget || undefined}
    >
      <div className={styles.categoryHead}>
        {handle}
        <h3>{label}</h3>
        <Count {...shown} />
        <MoreMenu
          name={label}
          choices={[
            { label: t`Edit`, run: onChange },
            { label: t`Delete…`, run: onDrop },
          ]}
          isSmall
        />
      </div>
      <p>{description}</p>
      <Sheets {...shown} />
    </li>
  );
}

/** Templates without a category, shown last. */
export function Unsorted(shown: Shown) {
  return (
    <li
      className={`${styles.categoryPart} ${styles.unsorted}`}
      data-target={shown.lying.some(({ isComing }) => isComing) || undefined}
    >
      <div className={styles.categoryHead}>
        <h3>{t({ message: "Other", context: "category" })}</h3>
        <Count {...shown} />
      </div>
      <p>{t`Templates without a category. Shown last.`}</p>
      <Sheets {...shown} />
    </li>
  );
}

function Count({ lying, count, isGoing }: Shown) {
  const coming = lying.filter(({ isComing }) => isComing).length;
  const after = isGoing ? 0 : count + coming;
  return (
    <span className="num">
      <span aria-hidden="true">
        {formatNumber(count)}
        {coming > 0 && ` + ${formatNumber(coming)}`}
        {isGoing && ` − ${formatNumber(count)}`}
      </span>
      <span className="sr-only">{plural({ count: after }, { one: "# template", other: "# templates" })}</span>
    </span>
  );
}

function Sheets({ lying }: Shown) {
  const coming = lying.filter(({ isComing }) => isComing);
  const own = lying.filter(({ isComing }) => !isComing).slice(0, Math.max(SHEETS_SHOWN - coming.length, 1));
  return (
    <div className="category-sheets">
      {[...own, ...coming].map(({ template, isComing }) => (
        <span
          key={template.id}
          title={template.template_name}
          data-coming={isComing || undefined}
          data-state={template.state}
          style={{ "--ar": pageRatio(template.page) }}
        >
          <Sheet
            image={template.image}
            template={template.id}
            ratio={pageRatio(template.page)}
            sizes="64px"
          />
        </span>
      ))}
    </div>
  );
}
