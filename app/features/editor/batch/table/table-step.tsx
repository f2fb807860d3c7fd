import upload from "virtual:icon/upload";
import { t } from "@lingui/core/macro";
import { type DragEvent, type FormEvent, useId, useRef, useState } from "react";
import { saveFile } from "../../../../lib/http/render-client.ts";
import { Button } from "../../../../ui/button.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import type { EditorTemplate } from "../../editor-template.ts";
import styles from "../batch.module.css";
import { listLeaves } from "../plan/row-plan.ts";
import { readTable, type Sheets, type Table, type TableProblem, writeEmptyTable } from "./table.ts";
import { readTableFile } from "./table-file.ts";

type Props = { template: EditorTemplate; onTable(table: Table): void };

/** Takes a file or cells copied from a spreadsheet. */
export function TableStep({ template, onTable }: Props) {
  const [problem, setProblem] = useState<string>();
  const [sheets, setSheets] = useState<Sheets["sheets"]>([]);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const pasted = useId();

  const take = (read: Table | TableProblem | Sheets) => {
    setProblem("problem" in read ? read.problem : undefined);
    if ("sheets" in read) setSheets(read.sheets);
    else if ("rows" in read) onTable(read);
  };
  const takeFile = async (file: File | undefined) => {
    setSheets([]);
    if (file) take(await readTableFile(file));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void takeFile(event.dataTransfer.files[0]);
  };
  const onPaste = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    take(readTable(String(new FormData(event.currentTarget).get("table") ?? "")));
  };
  const onEmptyTable = () => {
    const labels = listLeaves(template.fields)
      .filter(({ path }) => !/\.[1-9]\d*(\.|$)/.test(path))
      .map(({ label }) => label);
    saveFile(new Blob(["\uFEFF", writeEmptyTable(labels)], { type: "text/csv" }), `${template.name}.csv`);
  };

  return (
    <div className={`${styles.batchBody} ${styles.batchTable}`}>
      <FormProblem>{problem}</FormProblem>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut; the button inside does the same */}
      <div
        className={isOver ? `${styles.batchDrop} over` : styles.batchDrop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Button variant="primary" onClick={() => chooser.current?.click()}>
          <Icon of={upload} />
          {t`Choose a file`}
        </Button>
        <p>{t`Or drop an XLSX or CSV file here. The first row must contain the column names.`}</p>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".xlsx,.csv,.tsv,.txt,text/csv,text/tab-separated-values"
          aria-label={t`Table file`}
          onChange={(event) => {
            void takeFile(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      {sheets.length > 0 && (
        <section className={styles.batchSheets} aria-labelledby={`${pasted}-sheets`}>
          <h3 id={`${pasted}-sheets`}>{t`Which sheet do you want to use?`}</h3>
          <div className={styles.batchSheetNames}>
            {sheets.map(({ name, read }) => (
              <Button key={name} onClick={() => take(read())}>
                {name}
              </Button>
            ))}
          </div>
        </section>
      )}
      <form className="field" onSubmit={onPaste}>
        <label htmlFor={pasted}>{t`Or paste rows from a spreadsheet`}</label>
        <textarea id={pasted} name="table" className="input" rows={5} spellCheck={false} />
        <div className={styles.batchActions}>
          <Button variant="bare" onClick={onEmptyTable}>{t`Download a blank table`}</Button>
          <Button type="submit">{t`Use this table`}</Button>
        </div>
      </form>
    </div>
  );
}
