import globe from "virtual:icon/globe";
import { messageCount, reviewed } from "virtual:translations";
import { t } from "@lingui/core/macro";
import { type MouseEvent, useId } from "react";
import { useLocation } from "react-router";
import {
  INTERFACE_LANGUAGES,
  inLanguage,
  PSEUDO_LANGUAGE,
  SOURCE_LANGUAGE,
  type TranslatedLanguage,
} from "../../contract/site/interface-languages.ts";
import { LANGUAGE_LABELS } from "../../contract/templates/languages.ts";
import { chooseLanguage } from "../features/session/index.ts";
import { pageLanguage } from "../lib/i18n/i18n.tsx";
import { useReviewedTranslations } from "../lib/pages/page-data.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./language.module.css";
import { startSuggesting } from "./suggesting.tsx";

/** The button with the page's language, and the list of all. Its links work without scripts. */
export function LanguageMenu() {
  const id = useId();
  const { pathname, search } = useLocation();
  const current = pageLanguage();
  const reviewedHere = useReviewedTranslations();
  return (
    <>
      <button
        type="button"
        className={`icon-button ${styles.button}`}
        popoverTarget={id}
        aria-label={t`Language`}
      >
        <Icon of={globe} />
      </button>
      <nav id={id} popover="auto" className={`panel ${styles.menu}`} aria-label={t`Language`}>
        <header>
          <h2>{t`Language`}</h2>
          <p>{t`Changes the interface. Each document has its own language.`}</p>
        </header>
        <ul>
          {INTERFACE_LANGUAGES.map((language) => (
            <li key={language}>
              <a
                href={inLanguage(language, pathname) + search}
                hrefLang={language}
                aria-current={language === current}
                onClick={(event) => openIn(language, event)}
              >
                <span lang={language}>{LANGUAGE_LABELS[language]}</span>
                <small>{describeOrigin(language, reviewedHere[language])}</small>
              </a>
            </li>
          ))}
        </ul>
        {current !== SOURCE_LANGUAGE && current !== PSEUDO_LANGUAGE && (
          <button
            type="button"
            className={`link needs-scripts for-known ${styles.suggest}`}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={startSuggesting}
          >{t`Suggest a better translation`}</button>
        )}
      </nav>
    </>
  );
}

/** Reviewed are those that a person has chosen, in the program or here. */
function describeOrigin(language: TranslatedLanguage, reviewedHere = 0): string {
  if (language === SOURCE_LANGUAGE)
    return t({ message: "Original", context: "language the interface was written in" });
  return describeReviewed((reviewed[language] ?? 0) + reviewedHere, messageCount);
}

/** How much of a translation people have chosen. */
export function describeReviewed(count: number, total: number): string {
  const share = Math.min(1, count / total);
  if (share === 1) return t`Reviewed`;
  if (share === 0) return t`Machine translated`;
  const percent = new Intl.NumberFormat(pageLanguage(), { style: "percent" }).format(share);
  return t`Machine translated · ${percent} reviewed`;
}

/** The address as it is now: the editor adds its document to it without the router. */
function openIn(language: TranslatedLanguage, event: MouseEvent<HTMLAnchorElement>): void {
  const { pathname } = new URL(event.currentTarget.href);
  event.currentTarget.href = pathname + location.search + location.hash;
  chooseLanguage(language);
}
