import globe from "virtual:icon/globe";
import close from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useLocation } from "react-router";
import {
  directionOf,
  INTERFACE_LANGUAGES,
  inLanguage,
  type TranslatedLanguage,
} from "../../contract/site/interface-languages.ts";
import { LANGUAGE_LABELS } from "../../contract/templates/languages.ts";
import { deviceStorage } from "../lib/browser/local-storage.ts";
import { pageLanguage } from "../lib/i18n/i18n.tsx";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { LANGUAGE_KEY, OFFER_DISMISSED_KEY } from "./inline-scripts.ts";
import styles from "./language.module.css";

/** What the bar says, in the offered language itself. */
const OFFERS: Record<TranslatedLanguage, { sentence: string; action: string }> = {
  en: { sentence: "This page is also available in English.", action: "Switch to English" },
  ar: { sentence: "هذه الصفحة متاحة بالعربية أيضًا.", action: "التبديل إلى العربية" },
  cs: { sentence: "Tato stránka je k dispozici i v češtině.", action: "Přepnout do češtiny" },
  de: { sentence: "Diese Seite gibt es auch auf Deutsch.", action: "Auf Deutsch wechseln" },
};

/**
 * A bar that offers the person's language, once. The head script decides before the first paint and reserves its
 * height, so that nothing moves.
 */
export function LanguageOffer() {
  const { pathname, search } = useLocation();
  const [offered, setOffered] = useState<TranslatedLanguage>();
  useEffect(() => setOffered(offeredLanguage()), []);
  const dismiss = () => {
    deviceStorage.write(OFFER_DISMISSED_KEY, "1");
    delete document.documentElement.dataset.offer;
    setOffered(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") dismiss();
  };
  const current = LANGUAGE_LABELS[pageLanguage() as TranslatedLanguage] ?? "";
  return (
    <section className={styles.offer} aria-label={t`Language`} onKeyDown={onKeyDown}>
      {offered && (
        <div className="wrap">
          <Icon of={globe} />
          <p lang={offered} dir={directionOf(offered)}>
            {OFFERS[offered].sentence}
          </p>
          <a
            className="button short primary"
            lang={offered}
            hrefLang={offered}
            href={inLanguage(offered, pathname) + search}
            onClick={() => deviceStorage.write(LANGUAGE_KEY, offered)}
          >
            {OFFERS[offered].action}
          </a>
          <IconButton label={t`Stay in ${current}`} icon={close} onClick={dismiss} />
        </div>
      )}
    </section>
  );
}

function offeredLanguage(): TranslatedLanguage | undefined {
  return INTERFACE_LANGUAGES.find((each) => each === document.documentElement.dataset.offer);
}
