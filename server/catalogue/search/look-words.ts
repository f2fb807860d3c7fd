import { type PageFile, pageSize } from "../../../contract/templates/template-file.ts";

/**
 * How a template looks, in search words of the twelve languages: its colour, its paper, and the moods its
 * author named in English.
 */

/** English first, then de fr es it nl pt pl sv nb da fi. */
const COLOURS = {
  red: "rot rouge rojo rosso rood vermelho czerwony röd rød punainen",
  orange: "arancione oranje laranja naranja pomarańczowy oransje oranssi",
  yellow: "gelb jaune amarillo giallo geel amarelo żółty gul keltainen gold golden",
  green: "grün vert verde groen zielony grön grønn grøn vihreä",
  turquoise: "teal türkis turquesa turchese turkoois turkusowy turkos turkis turkoosi petrol",
  blue: "blau bleu azul blu blauw niebieski blå sininen",
  purple: "violet lila violett morado viola paars roxo fioletowy fiolett violetti",
  pink: "rosa rose roze różowy vaaleanpunainen lyserød magenta",
  black: "schwarz noir negro nero zwart preto czarny svart sort musta monochrome",
  grey: "gray grau gris grigio grijs cinza szary grå harmaa",
} as const;
type Colour = keyof typeof COLOURS;

/** Where each colour begins on the wheel, in degrees. */
const WHEEL: readonly (readonly [from: number, colour: Colour])[] = [
  [0, "red"],
  [12, "orange"],
  [40, "yellow"],
  [75, "green"],
  [163, "turquoise"],
  [200, "blue"],
  [250, "purple"],
  [305, "pink"],
  [352, "red"],
];

const PAPERS = {
  portrait: "hochformat vertical verticale staand pionowy stående pysty",
  landscape:
    "querformat paysage horizontal apaisado orizzontale liggend paisagem poziomy liggande liggende vaaka",
  a3: "",
  a4: "",
  a5: "",
  a6: "",
  dl: "",
  "us-letter": "letter us",
  square: "quadratisch carré cuadrado quadrato vierkant quadrado kwadrat fyrkant kvadrat neliö",
} as const;

const MOODS: Record<string, string> = {
  minimal:
    "minimalist simple clean plain minimalistisch schlicht minimaliste épuré minimalista sencillo semplice strak simples minimalistyczny prosty minimalistisk enkel minimalistinen",
  simple:
    "clean plain schlicht einfach sobre sencillo semplice eenvoudig simples prosty enkel yksinkertainen",
  playful:
    "fun cheerful verspielt fröhlich lustig ludique amusant divertido giocoso speels divertente zabawny lekfull leken legesyg leikkisä",
  elegant: "stylish refined edel élégant elegante stijlvol elegancki tyylikäs elegantti",
  bold: "loud strong striking auffällig kräftig audacieux atrevido llamativo audace opvallend ousado odważny djärv dristig rohkea",
  dark: "night dunkel sombre foncé oscuro scuro donker escuro ciemny mörk mørk tumma",
  formal: "official förmlich offiziell formel formale formeel oficjalny formell virallinen muodollinen",
  vintage:
    "retro old nostalgic nostalgisch rétro antiguo antico ouderwets antigo staromodny gammaldags gammeldags vanhanaikainen",
  modern: "contemporary modern moderne moderno nowoczesny moderni",
  classic:
    "traditional classical klassisch classique clásico classico klassiek clássico klasyczny klassisk klassinen",
  colourful:
    "colorful colour color bunt farbig coloré colorido colorato kleurrijk kolorowy färgglad fargerik farverig värikäs",
  friendly:
    "warm kind freundlich chaleureux amistoso amichevole vriendelijk amigável przyjazny vänlig vennlig venlig ystävällinen",
  technical: "engineering technisch technique técnico tecnico techniczny teknisk tekninen",
  romantic: "love romantisch romantique romántico romantico romântico romantyczny romantisk romanttinen",
  calm: "quiet ruhig calme tranquilo calmo rustig spokojny lugn rolig rauhallinen",
  handmade:
    "craft handgemacht artisanal artesanal artigianale ambachtelijk rękodzieło hantverk håndlaget håndlavet käsityö",
  photo: "picture portrait foto bild photographie fotografía fotografia zdjęcie bilde billede kuva valokuva",
};

/** Words for each look a template can have; their names are "colour:red", "paper:landscape", "mood:playful". */
export const LOOKS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(COLOURS).map(([name, words]) => [`colour:${name}`, `${name} ${words}`] as const),
  ...Object.entries(PAPERS).map(([name, words]) => [`paper:${name}`, `${name} ${words}`] as const),
  ...Object.entries(MOODS).map(([name, words]) => [`mood:${name}`, `${name} ${words}`] as const),
]);

/** The looks of one template: its colour, its paper and the moods among its keywords. */
export function looksOf(accent: string | undefined, page: PageFile | undefined, words: string): string[] {
  const colour = accent && colourOf(accent);
  return [
    ...(colour ? [`colour:${colour}`] : []),
    ...(page ? papersOf(page).map((paper) => `paper:${paper}`) : []),
    ...words.split(",").map((word) => `mood:${word.trim().toLowerCase()}`),
  ].filter((look) => LOOKS.has(look));
}

function papersOf(page: PageFile): string[] {
  const { width, height } = pageSize(page);
  const orientation = width === height ? "square" : width > height ? "landscape" : "portrait";
  return [orientation, ...("papers" in page ? page.papers : [sizeName(width, height)])];
}

const SIZES: Record<string, string> = { "297x420": "a3", "148x210": "a5", "105x148": "a6", "105x210": "dl" };

function sizeName(width: number, height: number): string {
  return SIZES[`${Math.min(width, height)}x${Math.max(width, height)}`] ?? "";
}

const NEARLY_BLACK = 0.16;
const NEARLY_GREY = 0.15;

/** As a person would call it: by its hue, unless it is too dark or too grey to have one. */
function colourOf(accent: string): Colour | undefined {
  const [, ...parts] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(accent) ?? [];
  if (parts.length < 3) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16) / 255);
  const max = Math.max(red, green, blue);
  const spread = max - Math.min(red, green, blue);
  if (max < NEARLY_BLACK || (max < 0.25 && spread < 0.1)) return "black";
  if (spread < NEARLY_GREY * max) return "grey";
  const sixth =
    max === red
      ? (green - blue) / spread
      : max === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  const degrees = (sixth * 60 + 360) % 360;
  return WHEEL.findLast(([from]) => degrees >= from)?.[1];
}
