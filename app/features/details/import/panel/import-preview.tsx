// Loaded later: with the first file.

import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { type DetailsSet, type MeaningValues, readValues } from "../../../../../contract/people/details.ts";
import { translateText } from "../../../../lib/i18n/server-texts.ts";
import { Button } from "../../../../ui/button.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import { type ImportFile, type ImportProblem, readImportFile, type Source } from "../import-file.ts";
import styles from "./import-details.module.css";
import { applyOffers, listOffers } from "./offers.ts";
import { NotImported, OfferList } from "./preview-lists.tsx";
import { shrinkPictures } from "./small-pictures.ts";

type Props = {
  file: File;
  set: DetailsSet;
  /** The current values, to compare with. */
  shown: MeaningValues;
  onSource(source: Source | undefined): void;
  /** All values of the sender, including the selected ones. */
  onKeep(values: MeaningValues, count: number): void;
  onNone(): void;
};

/** Compares the values of a file with the current ones. Nothing is saved before it is confirmed. */
export default function ImportPreview(props: Props) {
  const { file, onSource } = props;
  const [read, setRead] = useState<ImportFile | ImportProblem>();

  useEffect(() => {
    let isCurrent = true;
    setRead(undefined);
    void readImportFile(file)
      .then(shrinkPictures)
      .then((result) => {
        if (!isCurrent) return;
        setRead(result);
        onSource("problem" in result ? undefined : result.source);
      });
    return () => {
      isCurrent = false;
    };
  }, [file, onSource]);

  if (!read) return <p className="muted">{t`Reading ${{ file: file.name }}…`}</p>;
  if ("problem" in read) {
    return <FormProblem>{t`${{ file: read.name }}: ${{ problem: read.problem }}`}</FormProblem>;
  }
  return <Understood key={read.name} {...props} read={read} />;
}

/** All values are selected at first. */
function Understood({ set, shown, read, onKeep, onNone }: Props & { read: ImportFile }) {
  const { understood, left } = read.result;
  const offers = listOffers(understood, shown);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(offers.map(({ name }) => name)));
  const [problem, setProblem] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setChosen(next);
  };
  const keep = () => {
    const { values, problems } = readValues(applyOffers(set.values, understood, chosen));
    if (problems.length > 0)
      setProblem(
        t`${{ problems: problems.map(translateText).join(" ") }} Nothing was imported. Select fewer values.`,
      );
    else onKeep(values, chosen.size);
  };

  return (
    <>
      <p className="muted">
        {t`${{ file: read.name }}, read on this device. Nothing is saved until you confirm.`}
      </p>
      <p role="status" className="sr-only">
        {t`${{ importable: offers.length }} can be imported, ${{ others: left.length }} can’t.`}
      </p>
      <FormProblem>{problem}</FormProblem>
      <div className={styles.result}>
        <section>
          <h3 ref={heading} tabIndex={-1}>
            {t`Ready to import`}
            <span className="num">
              {t`${{ count: chosen.size }} of ${{ all: offers.length }} selected for “${{ sender: set.label }}”`}
            </span>
          </h3>
          <OfferList offers={offers} chosen={chosen} onToggle={toggle} />
        </section>
        <section>
          <NotImported left={left} />
          <div className={styles.importActions}>
            <Button
              variant="primary"
              disabled={chosen.size === 0}
              onClick={keep}
            >{t`Import selected`}</Button>
            <Button onClick={onNone}>{t`Cancel`}</Button>
          </div>
        </section>
      </div>
    </>
  );
}
