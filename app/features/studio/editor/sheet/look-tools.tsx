import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { RenderTheme } from "../../../../../contract/rendering/render.ts";
import { ACCENTS, FONT_PAIRINGS, type FontPairing } from "../../../../../contract/templates/looks.ts";
import { papersOf } from "../../../../../contract/templates/template-file.ts";
import { LANGUAGES, type Language, PAPERS, type Paper } from "../../../../../contract/templates/theme.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { accentName, fontsName, paperName } from "../../../../lib/format/look-labels.ts";
import { languageLabel } from "../../../../lib/i18n/intl.ts";
import { useTemplateEditor } from "../editor-context.ts";
import type { Proofs } from "../samples/proofs.ts";
import styles from "../screen/editor.module.css";
import sheetStyles from "./sheet.module.css";

/** Tries the page with another theme. Nothing is stored in the template. */
export function LookTools({ proofs }: { proofs: Proofs }) {
  const { store } = useTemplateEditor();
  const page = useStore(store, (all) => all.page);
  const theme = useStore(store, (all) => all.theme);
  const [look, setLook] = useState<RenderTheme>({});
  const change = (part: RenderTheme) => {
    const next = { ...look, ...part };
    setLook(next);
    proofs.setLook(next);
  };
  const papers: readonly Paper[] = papersOf(page) ?? [];
  return (
    <>
      {papers.length > 1 && (
        <select
          className={styles.paneSelect}
          aria-label={t`Paper`}
          value={look.paper ?? papers[0]}
          onChange={({ target }) => change({ paper: PAPERS.find((each) => each === target.value) })}
        >
          {papers.map((paper) => (
            <option key={paper} value={paper}>
              {paperName(paper)}
            </option>
          ))}
        </select>
      )}
      <select
        className={styles.paneSelect}
        aria-label={t`Language`}
        value={look.language ?? "en"}
        onChange={({ target }) => change({ language: LANGUAGES.find((each) => each === target.value) })}
      >
        {LANGUAGES.map((language: Language) => (
          <option key={language} value={language}>
            {languageLabel(language)}
          </option>
        ))}
      </select>
      <span className={sheetStyles.accentSelect}>
        <i style={{ background: look.accent ?? theme.accent }} />
        <select
          className={styles.paneSelect}
          aria-label={t`Accent colour`}
          value={look.accent ?? ""}
          onChange={({ target }) => change({ accent: target.value || undefined })}
        >
          <option value="">{t`Default accent`}</option>
          {ACCENTS.map((colour) => (
            <option key={colour} value={colour}>
              {accentName(colour)}
            </option>
          ))}
          <option value="#ffe14d">{t`Bright yellow`}</option>
        </select>
      </span>
      <select
        className={`${styles.paneSelect} sheet-fonts`}
        aria-label={t`Fonts`}
        value={look.fonts ?? "original"}
        onChange={({ target }) =>
          change({ fonts: FONT_PAIRINGS.find((each: FontPairing) => each === target.value) })
        }
      >
        {FONT_PAIRINGS.map((fonts) => (
          <option key={fonts} value={fonts}>
            {fonts === "original" ? t`Default fonts` : fontsName(fonts)}
          </option>
        ))}
      </select>
    </>
  );
}
