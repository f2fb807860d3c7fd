/** How words are compared: without case, accents and letters that a keyboard may lack. */

const LETTERS: Record<string, string> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  æ: "ae",
  œ: "oe",
  đ: "d",
  ð: "d",
  þ: "th",
};
const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** Words that apply to every template, so they distinguish none; and "of the day", as in a menu or an agenda. */
const STOP_WORDS = new Set(
  [
    "template templates free pdf download printable sample example editable online word a an the for of with and in my our to",
    "vorlage vorlagen muster kostenlos gratis beispiel zum fur mit und der die das ein eine von",
    "modele modeles gratuit exemple pour de et un une du des le la les jour",
    "plantilla plantillas ejemplo para con y del dia",
    "modello modelli esempio per con del giorno",
    "sjabloon sjablonen voorbeeld voor met en",
    "modelo modelos exemplo para com e",
    "szablon szablony wzor darmowy przyklad dla i",
    "mall mallar exempel for med och",
    "mal maler eksempel med og",
    "skabelon skabeloner eksempel til med og",
    "malli mallit pohja esimerkki ja",
  ].flatMap((line) => line.split(" ")),
);
/** Languages that write "invoice template" as one word. */
const ENDINGS = [
  "vorlagen",
  "vorlage",
  "muster",
  "sjabloon",
  "mallar",
  "mall",
  "maler",
  "mal",
  "skabelon",
  "pohja",
  "malli",
];
const SHORTEST_STEM = 4;
/** They end like it, and mean something else. */
const NO_TEMPLATES = new Set(["minimal", "normal", "formal", "informal", "animal", "optimal"]);

/** A word or group with its language; English has none. No word has this sign in it. */
export function inLanguage(word: string, language: string | undefined): string {
  return language ? `${word}@${language}` : word;
}

/** Each word of a text once. */
export function plainWords(text: string): string[] {
  return [
    ...new Set(
      fold(text)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    ),
  ];
}

/** The same, plus words with umlauts spelled without them: "praesentation" finds "Präsentation". */
export function indexedWords(text: string): string[] {
  const spelled = text.normalize("NFC").toLowerCase();
  const respelled = spelled.replace(/[äöüåø]/g, (letter) => UMLAUTS[letter] ?? letter);
  return spelled === respelled
    ? plainWords(text)
    : [...new Set([...plainWords(text), ...plainWords(respelled)])];
}

/** The meaningful words of a query: "rechnungsvorlage kostenlos" is "rechnung". All words if nothing else is left. */
export function queryWords(text: string): string[] {
  const words = plainWords(text);
  const telling = words.filter((word) => !STOP_WORDS.has(word)).map(withoutEnding);
  return telling.length > 0 ? [...new Set(telling)] : words;
}

function withoutEnding(word: string): string {
  if (NO_TEMPLATES.has(word)) return word;
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= SHORTEST_STEM);
  return ending ? word.slice(0, -ending.length).replace(/s$/, "") : word;
}

function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[ßøłæœđðþ]/g, (letter) => LETTERS[letter] ?? letter);
}
