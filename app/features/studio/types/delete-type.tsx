import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OTHER_CATEGORY_SLUG } from "../../../../contract/page-services.ts";
import type { TemplateMove } from "../../../../contract/templates/template-moves.ts";
import { formatList, formatNumber } from "../../../lib/i18n/intl.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions, DialogDescription } from "../../../ui/dialog.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { SelectField } from "../select-field.tsx";
import type { StudioType } from "../studio-types.ts";
import { typeContents } from "./listed-types.ts";
import styles from "./types.module.css";

type Props = {
  type: StudioType;
  others: readonly StudioType[];
  onDrop(moves: TemplateMove[]): void;
  onClose(): void;
};

/** Asks where the templates of each category go before a type is deleted. */
export function DeleteType({ type, others, onDrop, onClose }: Props) {
  const name = type.plural;
  const contents = useQuery(typeContents(type.id));
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const places = others.flatMap((other) =>
    other.categories.map(({ slug, label }) => ({
      value: `${other.id}/${slug}`,
      label: formatList([other.plural, label], "unit"),
    })),
  );
  const known = new Set(type.categories.map(({ slug }) => slug));
  const counts = [...(contents.data?.counts ?? [])];
  const left = counts.filter(([slug]) => !known.has(slug)).reduce((sum, [, count]) => sum + count, 0);
  const held = [
    ...type.categories
      .map(({ slug, label }) => ({ slug, label, count: contents.data?.counts.get(slug) ?? 0 }))
      .filter(({ count }) => count > 0),
    ...(left > 0
      ? [{ slug: OTHER_CATEGORY_SLUG, label: t({ message: "Other", context: "category" }), count: left }]
      : []),
  ];
  const total = held.reduce((sum, { count }) => sum + count, 0);
  const first = places[0]?.value ?? "";
  const isPossible = contents.data !== undefined && (total === 0 || first !== "");
  const moves = held.map(({ slug }) => {
    const [target = "", category = ""] = (chosen[slug] ?? first).split("/");
    return { category: slug, to: { type: target, category } };
  });
  return (
    <Dialog title={t`Delete ${name}?`} onClose={onClose}>
      {!contents.data && (
        <PendingPart
          failure={t`We couldn’t load the templates of this type.`}
          of={pendingOf(contents)}
          height="6rem"
        />
      )}
      {contents.data && total === 0 && (
        <DialogDescription>{t`This type has no templates. Its page and its menu entry will be removed.`}</DialogDescription>
      )}
      {total > 0 && first === "" && (
        <DialogDescription>{t`To delete this type, first create a category in another type to move its templates to.`}</DialogDescription>
      )}
      {total > 0 && first !== "" && (
        <div className={styles.movePlaces}>
          <DialogDescription>
            {plural(
              { count: total },
              {
                one: "This type has # template. Choose where it should go. Existing documents aren’t affected.",
                other:
                  "This type has # templates. Choose where they should go. Existing documents aren’t affected.",
              },
            )}
          </DialogDescription>
          {held.map(({ slug, label, count }) => (
            <SelectField
              key={slug}
              label={label}
              aside={<span className="muted num">{formatNumber(count)}</span>}
              value={chosen[slug] ?? first}
              options={places}
              onChange={(place) => setChosen({ ...chosen, [slug]: place })}
            />
          ))}
        </div>
      )}
      <DialogActions close={t`Cancel`}>
        <Button variant="danger" disabled={!isPossible} onClick={() => onDrop(moves)}>
          {total > 0 ? t`Move and delete type` : t`Delete type`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
