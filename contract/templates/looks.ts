import { LANGUAGES, type Language } from "./languages.ts";

/**
 * The look tried on a template's page: an accent, a pairing of typefaces and a language it has a sample in, and how they are
 * written in its address. No schema is built here, so that public pages don't load the schema library.
 */

/** "original" is the template's own typefaces. Keep in step with `pairings` in library/kit/theme.typ. */
export const FONT_PAIRINGS = [
  "original",
  "plain",
  "editorial",
  "classic",
  "modern",
  "warm",
  "friendly",
  "bookish",
  "technical",
  "typewriter",
] as const;
export type FontPairing = (typeof FONT_PAIRINGS)[number];

/** Headings first. The template's own aren't known here. */
export const FONTS_OF_PAIRING: Record<FontPairing, readonly string[]> = {
  original: [],
  plain: ["Inter"],
  editorial: ["Instrument Serif", "Source Serif"],
  classic: ["EB Garamond"],
  modern: ["Space Grotesk", "Inter"],
  warm: ["Fraunces", "Work Sans"],
  friendly: ["Bricolage Grotesque", "DM Sans"],
  bookish: ["Young Serif", "Spectral"],
  technical: ["IBM Plex Sans"],
  typewriter: ["IBM Plex Mono"],
};

/** Accents that print well and have enough contrast for white or black text, offered next to the template's own. */
export const ACCENTS = [
  "#1f4fd8",
  "#0f766e",
  "#3f6212",
  "#b45309",
  "#c2410c",
  "#be123c",
  "#7e22ce",
  "#334155",
] as const;
export type Accent = (typeof ACCENTS)[number];

/** A look that is tried; what is missing is the template's own. */
export type TriedLook = { accent?: string; fonts?: FontPairing; language?: Language };

/** Parameters of a look in an address: `?accent=1f4fd8&fonts=warm&language=ar`. */
export const LOOK_PARAMETERS = ["accent", "fonts", "language"] as const;

/** Whatever is no colour or no pairing is left out: an address can be typed by anybody. */
export function readTriedLook(parameters: Pick<URLSearchParams, "get">): TriedLook {
  const accent = /^[0-9a-f]{6}$/i.exec(parameters.get("accent") ?? "")?.[0]?.toLowerCase();
  const fonts = FONT_PAIRINGS.find((pairing) => pairing === parameters.get("fonts"));
  const language = LANGUAGES.find((each) => each === parameters.get("language"));
  return {
    ...(accent ? { accent: `#${accent}` } : {}),
    ...(fonts ? { fonts } : {}),
    ...(language ? { language } : {}),
  };
}

/** `?accent=1f4fd8&fonts=warm`, or nothing when nothing is tried. */
export function lookQuery({ accent, fonts, language }: TriedLook): string {
  const parts = [
    ...(accent ? [`accent=${accent.slice(1)}`] : []),
    ...(fonts ? [`fonts=${fonts}`] : []),
    ...(language ? [`language=${language}`] : []),
  ];
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

/** Without values equal to the template's own, and without a language it has no sample in: so one look has one address. */
export function withoutDefaults(
  { accent, fonts, language }: TriedLook,
  own: { accent?: string; fonts?: string; languages?: readonly string[] },
): TriedLook {
  return {
    ...(accent && accent !== own.accent?.toLowerCase() ? { accent } : {}),
    ...(fonts && fonts !== (own.fonts ?? "original") ? { fonts } : {}),
    ...(language && own.languages?.includes(language) ? { language } : {}),
  };
}
