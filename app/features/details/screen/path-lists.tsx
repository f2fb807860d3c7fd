import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { MAX_DETAILS_ROWS, MAX_DETAILS_TEXT } from "../../../../contract/limits.ts";
import { DETAIL_LISTS, type MeaningRow } from "../../../../contract/people/details.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { Icon } from "../../../ui/icon.tsx";
import { TextArea, TextField } from "../../../ui/text-field.tsx";
import { columnLabel, listLabel } from "../detail-labels.ts";
import styles from "../details.module.css";

type Props = {
  lists: Readonly<Record<string, MeaningRow[]>>;
  onChange(name: string, rows: MeaningRow[]): void;
};

/** Work, education and other lists of a CV; rows open to be edited. */
export function PathLists({ lists, onChange }: Props) {
  return Object.entries(DETAIL_LISTS).map(([name, keys]) => (
    <PathList
      key={name}
      name={name}
      keys={keys}
      rows={lists[name] ?? []}
      onChange={(rows) => onChange(name, rows)}
    />
  ));
}

function addLabel(list: string): string {
  if (list === "work") return t`Add position`;
  if (list === "education") return t`Add education`;
  if (list === "projects") return t`Add project`;
  if (list === "publications") return t`Add publication`;
  return list === "awards" ? t`Add award` : t`Add skill group`;
}

type ListProps = {
  name: string;
  keys: readonly string[];
  rows: MeaningRow[];
  onChange(rows: MeaningRow[]): void;
};

const LONG = ["text", "keywords"];

function PathList({ name, keys, rows, onChange }: ListProps) {
  const [opened, setOpened] = useState<number>();
  const label = listLabel(name);
  const change = (at: number, row: MeaningRow) =>
    onChange(rows.map((each, place) => (place === at ? row : each)));
  const write = (at: number, row: MeaningRow, key: string, text: string) => {
    const { [key]: _, ...others } = row;
    change(at, text === "" ? others : { ...others, [key]: text });
  };
  return (
    <section className={`${styles.detailsList} columns-6`} aria-label={label}>
      <h3>
        {label}
        {rows.length > 0 && <span className="muted"> {formatNumber(rows.length)}</span>}
      </h3>
      {rows.map((row, at) => {
        const title = keys.flatMap((key) => (LONG.includes(key) ? [] : (row[key] ?? []))).join(", ");
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
          <details key={at} open={opened === at || undefined}>
            <summary>{title || t({ message: "Empty", context: "a row without values" })}</summary>
            <div className={styles.detailsForm}>
              {keys.map((key) => {
                const common = {
                  label: columnLabel(name, key),
                  value: row[key] ?? "",
                  maxLength: MAX_DETAILS_TEXT,
                };
                return (
                  <div key={key} className={LONG.includes(key) ? "columns-6" : "columns-3"}>
                    {LONG.includes(key) ? (
                      <TextArea
                        {...common}
                        rows={4}
                        onChange={(event) => write(at, row, key, event.target.value)}
                      />
                    ) : (
                      <TextField
                        {...common}
                        autoComplete="off"
                        onChange={(event) => write(at, row, key, event.target.value)}
                      />
                    )}
                  </div>
                );
              })}
              <p className="columns-6">
                <button
                  type="button"
                  className="link"
                  aria-label={title ? t`Remove ${title}` : t`Remove this row`}
                  onClick={() => {
                    setOpened(undefined);
                    onChange(rows.filter((_, place) => place !== at));
                  }}
                >{t`Remove`}</button>
              </p>
            </div>
          </details>
        );
      })}
      {rows.length < MAX_DETAILS_ROWS && (
        <button
          type="button"
          className="link"
          onClick={() => {
            setOpened(rows.length);
            onChange([...rows, {}]);
          }}
        >
          <Icon of={plus} />
          {addLabel(name)}
        </button>
      )}
    </section>
  );
}
