import { listFonts, readFontIndex } from "../../../server/rendering/fonts.ts";
import { HIGHEST } from "../long-data.ts";

/** Families that lack the letter in some face. Asked once: reading what fonts have takes a while. */
let without: Set<string> | undefined;

/** The highest letter there is, when the typefaces that a template names all have it. Its languages need none of the kind. */
export function highestLetters(source: string): string[] {
  without ??= new Set(
    listFonts().flatMap((font) =>
      font.face && readFontIndex([font]).uncovered(HIGHEST).length > 0 ? [font.face.family] : [],
    ),
  );
  return [...without].some((family) => source.includes(`"${family}"`)) ? [] : [HIGHEST];
}
