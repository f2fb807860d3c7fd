import download from "virtual:icon/download";
import { t } from "@lingui/core/macro";
import { hasValues, type MeaningValues } from "../../../../../contract/people/details.ts";
import { plainFileName } from "../../../../../shared/text/file-name.ts";
import { notify } from "../../../../lib/browser/toasts.ts";
import { notifyUnreachable } from "../../../../lib/http/connection.ts";
import { saveFile } from "../../../../lib/http/render-client.ts";
import { formatList } from "../../../../lib/i18n/intl.ts";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import type { Written } from "../written.ts";
import styles from "./import-details.module.css";

type Way = {
  label: string;
  ending: string;
  type: string;
  load(): Promise<(values: MeaningValues) => Written>;
};

const WAYS: readonly Way[] = [
  {
    label: "JSON Resume",
    ending: "json",
    type: "application/json",
    load: async () => (await import("../json-resume/json-resume-writing.ts")).writeJsonResume,
  },
  {
    label: "vCard",
    ending: "vcf",
    type: "text/vcard",
    load: async () => (await import("../vcard/vcard-writing.ts")).writeVcard,
  },
];

/** Downloads the details for other programs. The message names values that the format has no field for. */
export function ExportDetails({ label, values }: { label: string; values: MeaningValues }) {
  const isEmpty = !hasValues(values);
  const save = async ({ label: format, ending, type, load }: Way) => {
    const write = await load().catch(() => undefined);
    if (!write) return notifyUnreachable(t`We couldn’t create the file. Try again.`);
    const { text, left } = write(values);
    const name = `${plainFileName(values.texts["sender.name"] ?? label)}.${ending}`;
    saveFile(new Blob([text], { type }), name);
    const fields = formatList(left, "unit");
    notify({
      kind: "fact",
      message:
        left.length === 0
          ? t`Downloaded ${name}.`
          : t`Downloaded ${name}. ${format} has no fields for: ${fields}.`,
    });
  };
  return (
    <div className={styles.exportDetails}>
      <h3>{t`Export details`}</h3>
      <p className="muted">
        {isEmpty ? t`“${label}” is empty.` : t`Download “${label}” as a file for other apps.`}
      </p>
      <div className={styles.importSources}>
        {WAYS.map((way) => (
          <Button
            key={way.label}
            aria-label={t`Download as ${{ format: way.label }}`}
            disabled={isEmpty}
            onClick={() => void save(way)}
          >
            <Icon of={download} />
            {way.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
