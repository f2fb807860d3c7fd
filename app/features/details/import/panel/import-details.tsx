import upload from "virtual:icon/upload";
import { plural, t } from "@lingui/core/macro";
import { type DragEvent, useId, useRef, useState } from "react";
import type { DetailsSet, MeaningValues } from "../../../../../contract/people/details.ts";
import { notify } from "../../../../lib/browser/toasts.ts";
import { lazyPart, loadOrNotify } from "../../../../lib/pages/lazy-part.ts";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import type { Source } from "../import-file.ts";
import { ExportDetails } from "./export-details.tsx";
import styles from "./import-details.module.css";

type Props = {
  set: DetailsSet;
  /** The values that templates use: the sender's, and the profile's where the sender has none. */
  shown: MeaningValues;
  /** All values of the sender, including the imported ones. */
  onKeep(values: MeaningValues): void;
};

const SOURCES: readonly { source: Source; accept: string }[] = [
  { source: "json-resume", accept: ".json,application/json" },
  { source: "vcard", accept: ".vcf,.vcard,text/vcard,text/x-vcard" },
  { source: "linkedin", accept: ".zip,application/zip" },
  { source: "typecase", accept: ".zip,application/zip" },
];

function sourceLabel(source: Source): string {
  if (source === "json-resume") return "JSON Resume";
  if (source === "vcard") return "vCard";
  return source === "linkedin" ? t`LinkedIn ZIP` : t`Another Typecase site`;
}

const importPreview = lazyPart(() => import("./import-preview.tsx"));

function formatImported(count: number, sender: string): string {
  return plural(count, {
    one: `# value imported into “${sender}”`,
    other: `# values imported into “${sender}”`,
  });
}

/** Imports details from a file and exports them. Files are read on the device; nothing is saved before it is confirmed. */
export function ImportDetails({ set, shown, onKeep }: Props) {
  const [file, setFile] = useState<File>();
  const [source, setSource] = useState<Source>();
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const Panel = importPreview.use();
  const latest = useRef({ set, onKeep });
  latest.current = { set, onKeep };

  const keep = (values: MeaningValues, count: number) => {
    const before = set.values;
    onKeep(values);
    notify({
      kind: "fact",
      message: formatImported(count, set.label),
      action: { label: t`Undo`, run: () => takeBack(before, values) },
    });
    finish();
  };
  /** Doesn't overwrite another sender or later changes. */
  const takeBack = (before: MeaningValues, imported: MeaningValues) => {
    const { set: now, onKeep: write } = latest.current;
    if (JSON.stringify(now.values) === JSON.stringify(imported)) write(before);
    else notify({ kind: "failure", message: t`This was changed in the meantime, so it can’t be undone.` });
  };

  const take = async (given: File | undefined) => {
    if (given && (await loadOrNotify(importPreview, t`We couldn’t open the file.`))) setFile(given);
  };
  const choose = (accept: string) => {
    if (!chooser.current) return;
    chooser.current.accept = accept;
    chooser.current.click();
  };
  const finish = () => {
    setFile(undefined);
    setSource(undefined);
    heading.current?.focus();
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };

  return (
    <section
      className={isOver ? "import-panel over" : "import-panel"}
      aria-labelledby={id}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.importHead}>
        <h2 id={id} ref={heading} tabIndex={-1}>{t`Import details`}</h2>
        <div className={styles.importSources}>
          {SOURCES.map(({ source: each, accept }) => (
            <Button
              key={each}
              className={each === source ? styles.here : undefined}
              onClick={() => choose(accept)}
            >
              <Icon of={upload} />
              {sourceLabel(each)}
            </Button>
          ))}
        </div>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={t`File with details`}
          onChange={(event) => {
            const [given] = event.target.files ?? [];
            // The same file may be chosen again.
            event.target.value = "";
            void take(given);
          }}
        />
      </div>
      {file && Panel ? (
        <Panel file={file} set={set} shown={shown} onSource={setSource} onKeep={keep} onNone={finish} />
      ) : (
        <p className="muted">{t`Choose a file or drop it here. It’s read on this device, and nothing is saved until you confirm.`}</p>
      )}
      <ExportDetails label={set.label} values={shown} />
    </section>
  );
}
