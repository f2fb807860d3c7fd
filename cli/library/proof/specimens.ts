import { FONT_PAIRINGS, type FontPairing } from "../../../contract/templates/looks.ts";
import type { Language } from "../../../contract/templates/theme.ts";
import type { Rendering } from "../../../server/rendering/rendering.ts";
import type { Extraction, WordReading } from "./extraction.ts";

/** A text in each script, in every font pairing: few samples or none are in some of them. */

export type Specimen = { script: string; language: Language; text: string };

/** Marks above and below, ligatures, and letters that few fonts have. No template is in Thai; people still type it. */
export const SPECIMENS: readonly Specimen[] = [
  {
    script: "Arabic",
    language: "ar",
    text: "مرحبا بكم في المكتبة العربية لارنس بالإضافة إلى الآن الْوَلَد محمّد",
  },
  { script: "Hebrew", language: "he", text: "ברוכים הבאים לספרייה העברית שָׁלוֹם עֲלֵיכֶם" },
  {
    script: "Devanagari",
    language: "hi",
    text: "श्रीमती वर्षों के लिए प्रशिक्षण कार्यक्रम विद्यार्थियों ज्ञान पुस्तकालय फ़ुटबॉल चुटकुले",
  },
  {
    script: "Thai",
    language: "en",
    text: "กรุงเทพมหานคร น้ำตกที่สวยงาม ผู้เขียนได้รับรางวัล ทั้งหมดเก้าสิบบาท กำลังใจ",
  },
  { script: "Greek", language: "el", text: "Αγαπητέ κύριε Παπαδόπουλε πολλὰ ἄνδρα" },
  { script: "Cyrillic", language: "uk", text: "Шановний пане Їжакевич ґанок подъезд" },
];

export const PAIRINGS = FONT_PAIRINGS.filter((fonts) => fonts !== "original");

const SOURCE = `#import "/kit/kit.typ": *
#show: setup.with(title: "Specimen")
#let type = fonts(display: "Inter", text: "Inter")
#text(font: type.display, head(1, field("text")))
#text(font: type.text, field("text"))`;

export function renderSpecimen(
  rendering: Rendering,
  { language, text }: Pick<Specimen, "language" | "text">,
  fonts: FontPairing,
) {
  const theme = { language, fonts, paper: "a4", accent: "#1f4fd8" } as const;
  return rendering.renderPdf({ mode: "final", source: SOURCE, theme, data: { text } });
}

export type ReadSpecimen = { specimen: Specimen; fonts: FontPairing; extractions: Extraction[] };

export async function readSpecimens(rendering: Rendering, words: WordReading): Promise<ReadSpecimen[]> {
  const read: ReadSpecimen[] = [];
  for (const specimen of SPECIMENS)
    for (const fonts of PAIRINGS) {
      const { bytes } = await renderSpecimen(rendering, specimen, fonts);
      read.push({ specimen, fonts, extractions: await words.extract(bytes, specimen.text) });
    }
  return read;
}
