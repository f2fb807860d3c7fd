import { t } from "@lingui/core/macro";
import { useId } from "react";
import {
  LANGUAGE_LABELS,
  LANGUAGES,
  type Paper,
  resolveTheme,
  type Theme,
} from "../../../../contract/templates/theme.ts";
import { type DraftStore, useDraft } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { AccentField } from "./accent-field.tsx";
import { TypefaceField } from "./typeface-field.tsx";

const PAPER_LABELS: Record<Paper, { name: string; size: string }> = {
  a4: { name: "A4", size: "210 × 297 mm" },
  "us-letter": { name: "Letter", size: "8.5 × 11 in" },
};

/** Options of every template: colour, fonts, paper, language. */
export function LookForm({ template, store }: { template: EditorTemplate; store: DraftStore }) {
  const { theme } = useDraft(store);
  const papers = "papers" in template.page ? template.page.papers : undefined;
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
          legend={t`Paper`}
          options={papers.map((value) => ({ value, ...paperLabel(value) }))}
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
              {LANGUAGE_LABELS[value]}
            </option>
          ))}
        </select>
        <p className="hint">{t`Changes labels, dates and numbers. Your own text stays the same.`}</p>
      </div>
    </div>
  );
}

type Option<Value extends string> = { value: Value; name: string; detail: string | undefined };
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
            {detail && <small>{detail}</small>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function paperLabel(paper: Paper) {
  const { name, size } = PAPER_LABELS[paper];
  return { name, detail: size };
}
