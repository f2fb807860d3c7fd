import globe from "virtual:icon/globe";
import { reviewed } from "virtual:translations";
import { t } from "@lingui/core/macro";
import { type MouseEvent, useId } from "react";
import { useLocation } from "react-router";
import {
  INTERFACE_LANGUAGES,
  inLanguage,
  SOURCE_LANGUAGE,
  type TranslatedLanguage,
} from "../../contract/site/interface-languages.ts";
import { LANGUAGE_LABELS } from "../../contract/templates/languages.ts";
import { deviceStorage } from "../lib/browser/local-storage.ts";
import { pageLanguage } from "../lib/i18n/i18n.tsx";
import { Icon } from "../ui/icon.tsx";
import { LANGUAGE_KEY } from "./inline-scripts.ts";
import styles from "./language.module.css";

/** The button with the page's language, and the list of all. Its links work without scripts. */
export function LanguageMenu() {
  const id = useId();
  const { pathname, search } = useLocation();
  const current = pageLanguage();
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
                <small>{describeOrigin(language)}</small>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function describeOrigin(language: TranslatedLanguage): string {
  if (language === SOURCE_LANGUAGE) return t`Original`;
  const share = reviewed[language] ?? 0;
  if (share === 1) return t`Reviewed`;
  const percent = new Intl.NumberFormat(pageLanguage(), { style: "percent" }).format(share);
  return t`Machine translated · ${percent} reviewed`;
}

/** The address as it is now: the editor adds its document to it without the router. */
function openIn(language: TranslatedLanguage, event: MouseEvent<HTMLAnchorElement>): void {
  const { pathname } = new URL(event.currentTarget.href);
  event.currentTarget.href = pathname + location.search + location.hash;
  deviceStorage.write(LANGUAGE_KEY, language);
}
