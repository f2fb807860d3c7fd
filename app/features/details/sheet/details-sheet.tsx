import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { MeaningValues } from "../../../../contract/people/details.ts";
import { fillIn } from "../../../../shared/filling/filling.ts";
import { pictureAddress } from "../../../lib/pictures/asset.ts";
import { placeOnPage, useDrawnPage } from "../../../lib/pictures/drawn-page.ts";
import { pageRatio } from "../../../lib/pictures/page-format.ts";
import styles from "../details.module.css";
import { orderSheets, pathsFor, SHEET_TEMPLATES } from "./template-places.ts";

/** Templates that show most of these come first. */
const SHOWN = [
  "sender.name",
  "sender.profession",
  "sender.street",
  "sender.email",
  "sender.phone",
  "sender.tax_id",
  "sender.iban",
];

type Props = {
  values: MeaningValues;
  /** The meaning of the field that is being edited. */
  highlighted: string | undefined;
};

/** A page rendered with these details as they are typed: own values in black, sample text in grey. */
export function DetailsSheet({ values, highlighted }: Props) {
  const { data: templates } = useQuery(SHEET_TEMPLATES);
  const sheets = useMemo(() => orderSheets(templates ?? [], SHOWN), [templates]);
  const [at, setAt] = useState(0);
  const template = sheets[at % Math.max(1, sheets.length)];
  // A field that this template doesn't use is shown on one that does.
  useEffect(() => {
    if (!highlighted || !template || pathsFor(template.fields, highlighted).length > 0) return;
    const other = sheets.findIndex(({ fields }) => pathsFor(fields, highlighted).length > 0);
    if (other >= 0) setAt(other);
  }, [highlighted, template, sheets]);
  const data = useMemo(() => (template ? fillIn(template.fields, values) : {}), [template, values]);
  const places = useMemo(
    () => (highlighted && template ? pathsFor(template.fields, highlighted) : []),
    [highlighted, template],
  );
  const drawn = useDrawnPage(template?.id, data, { orSample: true, show: places });
  if (!template) return null;
  return (
    <aside className={styles.detailsSheet} aria-label={t`Preview`}>
      <div className={styles.detailsPage} style={{ "--ar": pageRatio(template.page) }}>
        {/* Until it is drawn, its own sample, greyed. */}
        {!drawn && template.image && (
          <img className="waiting" src={pictureAddress(template.image, 640)} alt="" />
        )}
        {drawn && (
          <img src={drawn.address} alt={t`${{ template: template.template_name }}, with your details`} />
        )}
        {drawn &&
          places.map((path) => {
            const place = placeOnPage(drawn, path);
            return (
              place && <span key={path} className={styles.detailsLight} data-highlight="" style={place} />
            );
          })}
      </div>
      <p className={styles.detailsSlug}>
        <span>
          {t`${{ template: template.template_name }}. Your details are black, sample text is grey.`}
        </span>
        {sheets.length > 1 && (
          <button
            type="button"
            className="link"
            onClick={() => setAt((now) => now + 1)}
          >{t`Try another template`}</button>
        )}
      </p>
    </aside>
  );
}
