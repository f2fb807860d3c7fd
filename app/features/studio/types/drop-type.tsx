import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OTHER_CATEGORY_SLUG } from "../../../../contract/page-services.ts";
import type { TemplateMove } from "../../../../contract/templates/template-moves.ts";
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

/** Before a type goes: where the templates of each of its categories go. */
export function DropType({ type, others, onDrop, onClose }: Props) {
  const contents = useQuery(typeContents(type.id));
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const places = others.flatMap((other) =>
    other.categories.map(({ slug, label }) => ({
      value: `${other.id}/${slug}`,
      label: `${other.plural}, ${label}`,
    })),
  );
  const known = new Set(type.categories.map(({ slug }) => slug));
  const counts = [...(contents.data?.counts ?? [])];
  const left = counts.filter(([slug]) => !known.has(slug)).reduce((sum, [, count]) => sum + count, 0);
  const held = [
    ...type.categories
      .map(({ slug, label }) => ({ slug, label, count: contents.data?.counts.get(slug) ?? 0 }))
      .filter(({ count }) => count > 0),
    ...(left > 0 ? [{ slug: OTHER_CATEGORY_SLUG, label: "Other", count: left }] : []),
  ];
  const total = held.reduce((sum, { count }) => sum + count, 0);
  const first = places[0]?.value ?? "";
  const isPossible = contents.data !== undefined && (total === 0 || first !== "");
  const moves = held.map(({ slug }) => {
    const [target = "", category = ""] = (chosen[slug] ?? first).split("/");
    return { category: slug, to: { type: target, category } };
  });
  return (
    <Dialog title={`Drop ${type.plural}?`} onClose={onClose}>
      {!contents.data && <PendingPart what="its templates" of={pendingOf(contents)} height="6rem" />}
      {contents.data && total === 0 && (
        <DialogDescription>
          It holds no templates. Its page goes, and so does its place in the menu.
        </DialogDescription>
      )}
      {total > 0 && first === "" && (
        <DialogDescription>
          It holds {total} templates, and no other type has a category for them. Make one first.
        </DialogDescription>
      )}
      {total > 0 && first !== "" && (
        <div className={styles.movePlaces}>
          <DialogDescription>
            It holds {total === 1 ? "a template" : `${total} templates`}. Say where they go; documents made
            with them are not touched.
          </DialogDescription>
          {held.map(({ slug, label, count }) => (
            <SelectField
              key={slug}
              label={label}
              aside={<span className="muted num">{count}</span>}
              value={chosen[slug] ?? first}
              options={places}
              onChange={(place) => setChosen({ ...chosen, [slug]: place })}
            />
          ))}
        </div>
      )}
      <DialogActions close={`Keep ${type.plural}`}>
        <Button variant="grave" disabled={!isPossible} onClick={() => onDrop(moves)}>
          {total > 0 ? `Move ${total}, drop ${type.plural}` : `Drop ${type.plural}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
