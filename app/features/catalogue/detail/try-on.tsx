import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { LANGUAGES, type Language } from "../../../../contract/templates/languages.ts";
import {
  ACCENTS,
  FONT_PAIRINGS,
  FONTS_OF_PAIRING,
  lookQuery,
  type TriedLook,
  withoutDefaults,
} from "../../../../contract/templates/looks.ts";
import { accentName, fontsName } from "../../../lib/format/look-labels.ts";
import { formatList, languageLabel } from "../../../lib/i18n/intl.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { TemplateDetail } from "./template-detail.ts";

type Props = { detail: TemplateDetail; look: TriedLook };

/** Colours, languages and fonts as links: the choice is in the address and works without scripts. */
export function TryOn({ detail, look }: Props) {
  const { url, own } = detail;
  const shown = { accent: own.accent?.toLowerCase(), fonts: own.fonts ?? "original", ...look };
  const to = (change: TriedLook) => `${url}${lookQuery(withoutDefaults({ ...look, ...change }, own))}`;
  const isTried = look.accent !== undefined || look.fonts !== undefined;
  const { language: _, ...inEnglish } = look;
  const toLanguage = (language?: Language) =>
    `${url}${lookQuery(language ? { ...look, language } : inEnglish)}`;
  return (
    <div className="try-on">
      {shown.accent && (
        <div className="try-row">
          <span id="try-accent">{t`Colour`}</span>
          <ul className="inks" aria-labelledby="try-accent">
            {otherAccents(own.accent).map(({ accent, name }) => (
              <li key={accent}>
                <Link
                  className="ink"
                  style={{ "--swatch": accent }}
                  to={to({ accent })}
                  aria-label={name}
                  aria-current={accent === shown.accent ? "true" : undefined}
                  replace
                  preventScrollReset
                />
              </li>
            ))}
            <li className="needs-scripts">
              <AnyAccent accent={shown.accent} to={to} />
            </li>
          </ul>
          {isTried && (
            <Link
              className="link as-drawn"
              to={`${url}${lookQuery(look.language ? { language: look.language } : {})}`}
              replace
              preventScrollReset
            >{t`Reset`}</Link>
          )}
        </div>
      )}
      {own.languages.length > 0 && (
        <div className="try-row">
          <span id="try-language">{t`Sample language`}</span>
          <ul className="languages" aria-labelledby="try-language">
            {([undefined, ...LANGUAGES.filter((each) => own.languages.includes(each))] as const).map(
              (language) => (
                <li key={language ?? "en"}>
                  <Link
                    className="language"
                    to={toLanguage(language)}
                    hrefLang={language ?? "en"}
                    aria-current={language === look.language ? "true" : undefined}
                    replace
                    preventScrollReset
                    // A browser's name of a language may differ from the server's.
                    suppressHydrationWarning
                  >
                    {languageLabel(language ?? "en")}
                  </Link>
                </li>
              ),
            )}
          </ul>
        </div>
      )}
      <div className="try-row">
        <span id="try-type">{t`Font`}</span>
        <ul className="faces" aria-labelledby="try-type">
          {FONT_PAIRINGS.map((fonts) => (
            <li key={fonts}>
              <Link
                className="face"
                to={to({ fonts })}
                aria-current={fonts === shown.fonts ? "true" : undefined}
                title={fonts === "original" ? undefined : formatList(FONTS_OF_PAIRING[fonts], "unit")}
                replace
                preventScrollReset
              >
                <img
                  src={`${url}/specimen.webp?fonts=${fonts}`}
                  alt=""
                  width={140}
                  height={54}
                  loading="lazy"
                  decoding="async"
                />
                {fonts === "original" ? t({ message: "Original", context: "font" }) : fontsName(fonts)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function otherAccents(own: string | undefined): { accent: string; name: string }[] {
  const others = ACCENTS.map((accent) => ({ accent: accent as string, name: accentName(accent) }));
  if (!own) return others;
  const first = own.toLowerCase();
  return [
    { accent: first, name: t({ message: "Original", context: "colour" }) },
    ...others.filter(({ accent }) => accent !== first),
  ];
}

const SETTLED_MS = 300; // while dragging, a page would be drawn for every shade

/** Any other colour. */
function AnyAccent({ accent, to }: { accent: string; to(change: TriedLook): string }) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [choosing, setChoosing] = useState<string>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <label className="ink any">
      <span className="sr-only">{t`Other colour`}</span>
      <Icon of={plus} />
      <input
        type="color"
        value={choosing ?? accent}
        onChange={({ target }) => {
          const chosen = target.value;
          setChoosing(chosen);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            setChoosing(undefined);
            navigate(to({ accent: chosen }), { replace: true, preventScrollReset: true });
          }, SETTLED_MS);
        }}
      />
    </label>
  );
}
