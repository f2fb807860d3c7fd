import globe from "virtual:icon/globe";
import close from "virtual:icon/x";
import { offers } from "virtual:offers";
import { msg, t } from "@lingui/core/macro";
import { type KeyboardEvent, useState } from "react";
import { useLocation } from "react-router";
import {
  directionOf,
  INTERFACE_LANGUAGES,
  inLanguage,
  type TranslatedLanguage,
} from "../../contract/site/interface-languages.ts";
import { LANGUAGE_LABELS } from "../../contract/templates/languages.ts";
import { chooseLanguage } from "../features/session/index.ts";
import { deviceStorage } from "../lib/browser/local-storage.ts";
import { pageLanguage } from "../lib/i18n/i18n.tsx";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { OFFER_DISMISSED_KEY } from "./inline-scripts.ts";

/** What the bar says, in the offered language itself: the build collects these two from all catalogues. */
const SENTENCE = msg({
  message: "This page is also available in English.",
  context: "offer of a language",
  comment: "Name your own language instead of English",
});
const ACTION = msg({
  message: "Switch to English",
  context: "offer of a language",
  comment: "Name your own language instead of English",
});

/** The bar's content; loaded only where a language is offered. */
export default function OfferedLanguage() {
  const { pathname, search } = useLocation();
  const [offered, setOffered] = useState(offeredLanguage);
  const dismiss = () => {
    deviceStorage.write(OFFER_DISMISSED_KEY, "1");
    delete document.documentElement.dataset.offer;
    setOffered(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") dismiss();
  };
  const current = LANGUAGE_LABELS[pageLanguage() as TranslatedLanguage] ?? "";
  if (!offered) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in one of its controls
    <div className="wrap" onKeyDown={onKeyDown}>
      <Icon of={globe} />
      <p lang={offered} dir={directionOf(offered)}>
        {offers[offered][SENTENCE.id]}
      </p>
      <a
        className="button short primary"
        lang={offered}
        hrefLang={offered}
        href={inLanguage(offered, pathname) + search}
        onClick={() => chooseLanguage(offered)}
      >
        {offers[offered][ACTION.id]}
      </a>
      <IconButton label={t`Stay in ${current}`} icon={close} onClick={dismiss} />
    </div>
  );
}

function offeredLanguage(): TranslatedLanguage | undefined {
  return INTERFACE_LANGUAGES.find((each) => each === document.documentElement.dataset.offer);
}
