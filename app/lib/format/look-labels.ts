import { t } from "@lingui/core/macro";
import type { Accent, FontPairing } from "../../../contract/templates/looks.ts";
import type { PaperKind } from "../../../contract/templates/paper-kinds.ts";

export function accentName(accent: Accent): string {
  const names: Record<Accent, string> = {
    "#1f4fd8": t`Blue`,
    "#0f766e": t`Teal`,
    "#3f6212": t({ message: "Moss", comment: "A dark green" }),
    "#b45309": t({ message: "Amber", comment: "A brownish yellow" }),
    "#c2410c": t({ message: "Rust", comment: "A reddish brown" }),
    "#be123c": t({ message: "Crimson", comment: "A deep red" }),
    "#7e22ce": t`Violet`,
    "#334155": t({ message: "Slate", comment: "A bluish dark grey" }),
  };
  return names[accent];
}

/** The character of a pairing of typefaces. */
export function fontsName(fonts: FontPairing): string {
  const names: Record<FontPairing, string> = {
    original: t`Template default`,
    plain: t({ message: "Plain", context: "fonts" }),
    editorial: t({ message: "Editorial", context: "fonts", comment: "As in magazines" }),
    classic: t({ message: "Classic", context: "fonts" }),
    modern: t({ message: "Modern", context: "fonts" }),
    warm: t({ message: "Warm", context: "fonts" }),
    friendly: t({ message: "Friendly", context: "fonts" }),
    bookish: t({ message: "Bookish", context: "fonts", comment: "As in printed books" }),
    technical: t({ message: "Technical", context: "fonts" }),
    typewriter: t({ message: "Typewriter", context: "fonts" }),
  };
  return names[fonts];
}

export function paperName(paper: PaperKind): string {
  if (paper === "a4") return "A4";
  return paper === "us-letter" ? t({ message: "Letter", context: "paper" }) : t`Other sizes`;
}
