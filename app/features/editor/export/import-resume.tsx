import upload from "virtual:icon/upload";
import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import styles from "./export.module.css";
import { importFile } from "./import-file.ts";

const RESUME_FILES = ".json,.zip,.vcf,.vcard,application/json,application/zip,text/vcard";

/** Above the form of a CV: imports a resume from another app. */
export function ImportResume({ template, store }: { template: EditorTemplate; store: DraftStore }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.importResume}>
      <Button onClick={() => chooser.current?.click()}>
        <Icon of={upload} />
        {t`Import resume`}
      </Button>
      <span className="muted">{t`From JSON Resume, LinkedIn (ZIP) or vCard.`}</span>
      <input
        ref={chooser}
        type="file"
        accept={RESUME_FILES}
        hidden
        aria-label={t`Resume file`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void importFile(file, template, store);
          // Allows the same file to be chosen again.
          target.value = "";
        }}
      />
    </div>
  );
}
