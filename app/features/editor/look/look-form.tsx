import { t } from "@lingui/core/macro";
import { useId } from "react";
import { type PageFile, pageSize, papersOf } from "../../../../contract/templates/template-file.ts";
import { LANGUAGES, type Paper, resolveTheme, type Theme } from "../../../../contract/templates/theme.ts";
import { paperName } from "../../../lib/format/look-labels.ts";
import { formatInches, formatMillimetres } from "../../../lib/format/page-formats.ts";
import { languageLabel } from "../../../lib/i18n/intl.ts";
import { type DraftStore, useDraft } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { AccentField } from "./accent-field.tsx";
import { TypefaceField } from "./typeface-field.tsx";

const PAPER_SIZES: Record<Paper, string> = { a4: "210 × 297 mm", "us-letter": "8.5 × 11 in" };

/** Options of every template: colour, fonts, paper, language. */
export function LookForm({ template, store }: { template: EditorTemplate; store: DraftStore }) {
  const { theme } = useDraft(store);
  const papers = papersOf(template.page);
  const shown = resolveTheme(template.theme, papers, theme);
  const choose = <Part extends keyof Theme>(part: Part, value: Theme[Part]) =>
    store.change({ theme: { ...store.read().theme, [part]: value } }, `theme.${part}`);
  const language = useId();
  return (
    <div className="look">
      <AccentField
        own={template.theme.accent}
        chosen={shown.accent}
        onChoose={(accent) => choose("accent", accent)}
      />
      <TypefaceField
        own={template.typefaces}
        chosen={shown.fonts}
        onChoose={(fonts) => choose("fonts", fonts)}
      />
      {papers && papers.length > 1 && (
        <Choices
          legend={"papers" in template.page ? t`Paper` : t`Size`}
          options={papers.map((value) => ({ value, ...describePaper(template.page, value) }))}
          chosen={shown.paper}
          onChoose={(paper) => choose("paper", paper)}
        />
      )}
      <div className="field look-set">
        <label htmlFor={language}>{t`Language`}</label>
        <select
          id={language}
          className="input"
          value={shown.language}
          onChange={({ target }) =>
            choose("language", LANGUAGES.find((language) => language === target.value) ?? shown.language)
          }
        >
          {LANGUAGES.map((value) => (
            <option key={value} value={value}>
              {languageLabel(value)}
            </option>
          ))}
        </select>
        <p className="hint">{t`Changes labels, dates and numbers. Your own text stays the same.`}</p>
      </div>
    </div>
  );
}

/** A paper, or one of the two sizes of a card, each in the units where it is used. */
function describePaper(page: PageFile, paper: Paper): { name: string; detail: string } {
  if ("papers" in page) return { name: paperName(paper), detail: PAPER_SIZES[paper] };
  const size = pageSize(page, paper);
  return paper === "us-letter"
    ? { name: formatInches(size), detail: t`US and Canada` }
    : { name: formatMillimetres(size), detail: t`Europe` };
}

type Option<Value extends string> = { value: Value; name: string; detail: string };
type ChoicesProps<Value extends string> = {
  legend: string;
  options: Option<Value>[];
  chosen: Value;
  onChoose(value: Value): void;
};

function Choices<Value extends string>({ legend, options, chosen, onChoose }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className="look-set">
      <legend>{legend}</legend>
      <div className="look-rows">
        {options.map(({ value, name: label, detail }) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>{label}</span>
            <small>{detail}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
