import { t } from "@lingui/core/macro";
import { useState } from "react";
import { RESERVED_SLUGS } from "../../../../contract/templates/template-file.ts";
import type { StudioType } from "../studio-types.ts";
import { CategoryForm, type NewName } from "./category-form.tsx";
import { freeSlug } from "./delete-plan.ts";

type Props = { types: readonly StudioType[]; onMake(type: StudioType): void; onClose(): void };

/** A type at the end of the list, with a first category. */
export function NewType({ types, onMake, onClose }: Props) {
  const [singular, setSingular] = useState("");
  const make = ({ label, description, icon }: NewName) =>
    onMake({
      id: freeSlug(label, [...types.map(({ id }) => id), ...RESERVED_SLUGS]),
      singular: singular.trim(),
      plural: label,
      description,
      words: {},
      icon,
      sort: Math.max(0, ...types.map(({ sort }) => sort)) + 10,
      categories: [{ slug: "general", label: t`General`, description: "", icon }],
    });
  return (
    <CategoryForm
      title={t`New type`}
      label={t`Plural name`}
      singular={{ value: singular, onChange: setSingular }}
      confirm={t`Create`}
      onDone={make}
      onClose={onClose}
    />
  );
}
