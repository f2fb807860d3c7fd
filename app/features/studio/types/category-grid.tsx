import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { OTHER_CATEGORY_SLUG } from "../../../../contract/page-services.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import type { StudioCategory, StudioType } from "../studio-types.ts";
import { CategoryCard, Unsorted } from "./category-card.tsx";
import { CategoryForm, type NewName } from "./category-form.tsx";
import { DeleteCategory } from "./delete-category.tsx";
import { type DeletePlan, freeSlug, movesOf, templatesIn } from "./delete-plan.ts";
import { typeContents } from "./listed-types.ts";
import { Order } from "./order.tsx";
import { changeType } from "./type-changes.ts";
import styles from "./types.module.css";

/** The categories of a type, with thumbnails of their templates. `shown` has the names to show. */
export function CategoryGrid({ type, shown }: { type: StudioType; shown: StudioType }) {
  const { categories } = type;
  const { plural: typeName } = shown;
  const shownAs = (category: StudioCategory) =>
    shown.categories.find(({ slug }) => slug === category.slug) ?? category;
  const contents = useQuery(typeContents(type.id));
  const [naming, setNaming] = useState<StudioCategory | "new">();
  const [dropping, setDropping] = useState<{ category: string; plan: DeletePlan }>();
  const [isBusy, setIsBusy] = useState(false);
  const { sheets = [], counts = new Map<string, number>() } = contents.data ?? {};
  const known = new Set(categories.map(({ slug }) => slug));
  const left = [...counts].filter(([slug]) => !known.has(slug)).reduce((sum, [, count]) => sum + count, 0);
  // Templates of a deleted category are shown with those without a category.
  const sorted = sheets.map((sheet) =>
    known.has(sheet.category) ? sheet : { ...sheet, category: OTHER_CATEGORY_SLUG },
  );
  const namedLabel = typeof naming === "object" ? shownAs(naming).label : "";
  const going = categories.find(({ slug }) => slug === dropping?.category);

  const keep = (next: StudioCategory[], done?: string) =>
    changeType(type, { categories: next }, done === undefined ? {} : { done });
  const name = async ({ label, description, icon }: NewName) => {
    const of = naming;
    setNaming(undefined);
    if (of === "new") {
      const slug = freeSlug(label, [...known]);
      await keep([...categories, { slug, label, description, icon }], t`${label} created.`);
    } else if (of)
      await keep(
        categories.map((each) => (each.slug === of.slug ? { ...each, label, description, icon } : each)),
        t`${label} saved.`,
      );
  };
  const drop = async (category: StudioCategory, plan?: DeletePlan) => {
    setIsBusy(true);
    const next = categories.filter(({ slug }) => slug !== category.slug);
    const moves = plan ? movesOf(plan, category.slug, sheets) : [];
    const isDone = await changeType(type, { categories: next }, { moves });
    setIsBusy(false);
    if (!isDone) return;
    setDropping(undefined);
    const taken = { ...type, categories: next };
    const { label } = shownAs(category);
    notify({
      kind: "fact",
      message: t`${label} deleted.`,
      // After its templates have moved, the category would come back empty.
      ...(plan
        ? {}
        : { action: { label: t`Undo`, run: () => void changeType(taken, { categories: [...categories] }) } }),
    });
  };
  const ask = (category: StudioCategory) => {
    if (!counts.get(category.slug)) return void drop(category);
    const other = categories.find(({ slug }) => slug !== category.slug);
    setDropping({
      category: category.slug,
      plan: other ? { kind: "one", to: other.slug } : { kind: "unsorted" },
    });
  };

  return (
    <section className="categories" aria-label={t`Categories of ${typeName}`}>
      <div className={styles.categoriesHead}>
        <h2>{t`Categories`}</h2>
        <span className="muted" dir="ltr">
          /{type.id}
        </span>
        <button type="button" className="link" onClick={() => setNaming("new")}>{t`New category`}</button>
      </div>
      {!contents.data && (
        <PendingPart
          failure={t`We couldn’t load the templates of this type.`}
          of={pendingOf(contents)}
          height="10rem"
        />
      )}
      {contents.data && (
        <Order
          isList={false}
          items={shown.categories.map(({ slug, label }) => ({ id: slug, name: label }))}
          onOrder={(slugs) =>
            void keep(slugs.flatMap((slug) => categories.find((each) => each.slug === slug) ?? []))
          }
        >
          <ol className={styles.typeCategories}>
            {categories.map((category) => (
              <CategoryCard
                key={category.slug}
                category={shownAs(category)}
                count={counts.get(category.slug) ?? 0}
                lying={templatesIn(category.slug, sorted, dropping)}
                isGoing={category === going}
                onChange={() => setNaming(category)}
                onDrop={() => ask(category)}
              />
            ))}
            {(left > 0 || dropping?.plan.kind === "unsorted") && (
              <Unsorted
                count={left}
                lying={templatesIn(OTHER_CATEGORY_SLUG, sorted, dropping)}
                isGoing={false}
              />
            )}
            {categories.length === 0 && (
              <li className={`${styles.categoryPart} ${styles.categoryEmpty}`}>
                <p>{t`No categories yet. Every template belongs to a category, so create the first one.`}</p>
              </li>
            )}
          </ol>
        </Order>
      )}
      {going && dropping && (
        <Hanging under={going.slug}>
          <DeleteCategory
            category={shownAs(going)}
            others={shown.categories.filter(({ slug }) => slug !== going.slug)}
            count={counts.get(going.slug) ?? 0}
            sheets={sheets.filter(({ category }) => category === going.slug)}
            plan={dropping.plan}
            isBusy={isBusy}
            onPlan={(plan) => setDropping({ ...dropping, plan })}
            onKeep={() => setDropping(undefined)}
            onDrop={() => void drop(going, dropping.plan)}
          />
        </Hanging>
      )}
      {naming && (
        <CategoryForm
          title={naming === "new" ? t`New category in ${typeName}` : t`Edit ${namedLabel}`}
          category={naming === "new" ? undefined : naming}
          confirm={naming === "new" ? t`Create` : t`Save`}
          onDone={(given) => void name(given)}
          onClose={() => setNaming(undefined)}
        />
      )}
    </section>
  );
}

/** Points at the middle of the category it is about. */
function Hanging({ under, children }: { under: string; children: React.ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  useLayoutEffect(() => {
    const compartment = place.current?.parentElement?.querySelector(`[data-category="${CSS.escape(under)}"]`);
    if (!place.current || !compartment) return;
    const [outer, inner] = [place.current.getBoundingClientRect(), compartment.getBoundingClientRect()];
    setAt(inner.left - outer.left + inner.width / 2);
  }, [under]);
  const style: CSSProperties = { "--at": `${at}px` };
  return (
    <div ref={place} className={styles.hanging} style={style}>
      {children}
    </div>
  );
}
