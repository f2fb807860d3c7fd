import { t } from "@lingui/core/macro";
import { Form, useSubmit } from "react-router";
import type { PaperKind } from "../../../../contract/templates/paper-kinds.ts";
import { DEFAULT_ORDER } from "../../../../contract/templates/template-order.ts";
import { paperName } from "../../../lib/format/look-labels.ts";
import { Button } from "../../../ui/button.tsx";
import type { Selection } from "./selection.ts";

type Props = { papers: PaperKind[]; selection: Selection; ruled?: boolean };

/** Checked is shown; all checked, or none, is everything. Without scripts a button applies it. */
export function PaperChecks({ papers, selection, ruled = false }: Props) {
  const submit = useSubmit();
  const isShown = (paper: PaperKind) => selection.papers.length === 0 || selection.papers.includes(paper);
  return (
    <Form
      key={selection.papers.join()}
      className={ruled ? "papers ruled" : "papers"}
      aria-label={t`Paper size`}
      preventScrollReset
      onChange={(event) => {
        const form = new FormData(event.currentTarget);
        if (form.getAll("paper").length === papers.length) form.delete("paper");
        submit(form, { preventScrollReset: true });
      }}
    >
      {selection.query && <input type="hidden" name="q" value={selection.query} />}
      {selection.type && <input type="hidden" name="type" value={selection.type} />}
      {selection.category && <input type="hidden" name="category" value={selection.category} />}
      {selection.sort !== DEFAULT_ORDER && <input type="hidden" name="sort" value={selection.sort} />}
      {papers.map((paper) => (
        <label key={paper} className="check">
          <input type="checkbox" name="paper" value={paper} defaultChecked={isShown(paper)} />
          {paperName(paper)}
        </label>
      ))}
      <noscript>
        <Button type="submit" size="small">{t`Apply`}</Button>
      </noscript>
    </Form>
  );
}
