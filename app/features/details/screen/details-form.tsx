import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { MAX_DETAILS_TEXT } from "../../../../contract/limits.ts";
import type { MeaningRow, MeaningValues } from "../../../../contract/people/details.ts";
import { TextArea, TextField } from "../../../ui/text-field.tsx";
import styles from "../details.module.css";
import { countPlaces, SHEET_TEMPLATES } from "../sheet/template-places.ts";
import {
  ALL_MEANINGS,
  type DetailField,
  DRAWN,
  FOR_E_INVOICES,
  fieldLabel,
  ON_A_CV,
  ON_BILLS,
  ON_EVERY_SHEET,
  placesWords,
  SELDOM,
  SELDOM_LINES,
} from "./form-groups.ts";
import { groupIban, judgeIban } from "./iban.ts";
import { PathLists } from "./path-lists.tsx";
import { PictureField } from "./picture-field.tsx";

type Props = {
  values: MeaningValues;
  /** The profile's values, used where a field is empty, by meaning. */
  fromProfile: Readonly<Record<string, string>>;
  highlighted: string | undefined;
  onHighlight(meaning: string | undefined): void;
  onChange(values: MeaningValues): void;
};

/** All details, in the order in which templates use them. */
export function DetailsForm({ values, fromProfile, highlighted, onHighlight, onChange }: Props) {
  const { data: templates } = useQuery(SHEET_TEMPLATES);
  const counts = useMemo(() => (templates ? countPlaces(templates, ALL_MEANINGS) : {}), [templates]);
  const { texts, lists } = values;

  const write = (meaning: string, text: string) => {
    const { [meaning]: _, ...others } = texts;
    onChange({ lists, texts: text === "" ? others : { ...others, [meaning]: text } });
  };
  const writeList = (name: string, rows: MeaningRow[]) => {
    const { [name]: _, ...others } = lists;
    onChange({ texts, lists: rows.length > 0 ? { ...others, [name]: rows } : others });
  };
  const common = ({ meaning, placeholder, columns }: DetailField) => ({
    label: fieldLabel(meaning),
    value: texts[meaning] ?? "",
    placeholder: fromProfile[meaning]
      ? t`${{ value: fromProfile[meaning] }}, from your profile`
      : (placeholder?.() ?? (columns === 1 ? "" : placesWords(counts[meaning]))),
    maxLength: MAX_DETAILS_TEXT,
    onFocus: () => onHighlight(meaning),
    onBlur: () => onHighlight(undefined),
  });
  const line = (field: DetailField) => (
    <div key={field.meaning} className={`columns-${field.columns}`}>
      <TextField
        {...common(field)}
        isHighlighted={highlighted === field.meaning}
        autoComplete={field.autoComplete ?? "off"}
        inputMode={field.inputMode}
        onChange={(event) => write(field.meaning, event.target.value)}
      />
    </div>
  );
  const lines = (field: DetailField) => (
    <div key={field.meaning} className={`columns-${field.columns}`}>
      <TextArea
        {...common(field)}
        rows={field.columns === 6 ? 4 : 3}
        onChange={(event) => write(field.meaning, event.target.value)}
      />
    </div>
  );
  const isFilled = ({ meaning }: Pick<DetailField, "meaning">) => texts[meaning] !== undefined;
  const hasPath = ON_A_CV.some(isFilled) || Object.keys(lists).length > 0;

  return (
    <form className={styles.detailsForm} onSubmit={(event) => event.preventDefault()}>
      <h2>{t({ message: "Contact", context: "noun: contact details" })}</h2>
      {ON_EVERY_SHEET.map(line)}
      {SELDOM.filter((field) => isFilled(field) || (counts[field.meaning] ?? 0) > 0).map(line)}
      {SELDOM_LINES.filter(isFilled).map(lines)}
      <h2>{t`For invoices`}</h2>
      {ON_BILLS.map((field) =>
        field.meaning === "sender.iban" ? (
          <IbanField
            key={field.meaning}
            {...common(field)}
            isHighlighted={highlighted === field.meaning}
            onChange={(text) => write(field.meaning, text)}
          />
        ) : (
          line(field)
        ),
      )}
      {FOR_E_INVOICES.filter(isFilled).map(line)}
      <h2>{t`Pictures`}</h2>
      {DRAWN.map((meaning) => (
        <PictureField
          key={meaning}
          label={fieldLabel(meaning)}
          meaning={meaning}
          value={texts[meaning]}
          places={placesWords(counts[meaning])}
          onChange={(picture) => write(meaning, picture)}
        />
      ))}
      <details className={`${styles.detailsPath} columns-6`} open={hasPath || undefined}>
        <summary>
          <h2>{t`For resumes`}</h2>
        </summary>
        <div className={styles.detailsForm}>
          {ON_A_CV.map(lines)}
          <PathLists lists={lists} onChange={writeList} />
        </div>
      </details>
    </form>
  );
}

type IbanProps = {
  label: string;
  value: string;
  placeholder: string;
  maxLength: number;
  isHighlighted: boolean;
  onFocus(): void;
  onBlur(): void;
  onChange(text: string): void;
};

/** Shows whether the IBAN is valid; an invalid one is saved, too. */
function IbanField({ onChange, onBlur, ...field }: IbanProps) {
  const judged = judgeIban(field.value);
  return (
    <div className="columns-4">
      <TextField
        {...field}
        autoComplete="off"
        spellCheck={false}
        error={judged && !judged.isRight ? judged.message : undefined}
        hint={judged?.isRight ? `✓ ${judged.message}` : undefined}
        onBlur={() => {
          onBlur();
          if (judged?.isRight) onChange(groupIban(field.value));
        }}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
