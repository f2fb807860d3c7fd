/**
 * Typst's SVG draws letters as references to outlines, for which browsers build an element tree each.
 * Joining the letters of a run into one path draws in a third of the time.
 */

const OUTLINE = /<path id="([\w+/]+)" d="([^"]*)"\/>/g;
const RUN = /(<g[^>]*>)((?:<use x="[-.\d]+" y="[-.\d]+" href="#[\w+/]+"\/>)+)/g;
const LETTER = /<use x="([-.\d]+)" y="([-.\d]+)" href="#([\w+/]+)"\/>/g;
const PLAIN_FILL = / fill="#\w+"/; // gradients are relative to each letter, so those letters stay separate
const REFERENCE = /#([\w+/]+)[")]/g;

export function joinGlyphs(svg: string): string {
  const end = svg.indexOf("</defs>");
  if (end < 0) return svg;
  const definitions = svg.slice(0, end);
  const outlines = new Map<string, string>();
  for (const [, id = "", outline = ""] of definitions.matchAll(OUTLINE)) outlines.set(id, outline);
  const sheet = svg
    .slice(end)
    .replace(RUN, (run, group: string, letters: string) =>
      PLAIN_FILL.test(group) ? group + joinRun(letters, outlines) : run,
    );
  const needed = new Set<string>();
  for (const [, id = ""] of sheet.matchAll(REFERENCE)) needed.add(id);
  for (const [, id = ""] of definitions.matchAll(REFERENCE)) needed.add(id);
  return definitions.replace(OUTLINE, (whole, id: string) => (needed.has(id) ? whole : "")) + sheet;
}

/** Letters that aren't simple outlines, such as emoji, stay references in their place. */
function joinRun(letters: string, outlines: ReadonlyMap<string, string>): string {
  let written = "";
  let path = "";
  const close = () => {
    if (path) written += `<path d="${path}"/>`;
    path = "";
  };
  for (const [letter, x, y, id = ""] of letters.matchAll(LETTER)) {
    const outline = outlines.get(id);
    const moves = outline === undefined ? undefined : movesOf(outline);
    if (moves === undefined) {
      close();
      written += letter;
    } else path += `M${x} ${y}${moves}`;
  }
  close();
  return written;
}

const MAX_KEPT = 5_000;
const known = new Map<string, string | undefined>();

/** The outline with relative commands, so that it can start anywhere; undefined if it uses other commands. */
function movesOf(outline: string): string | undefined {
  if (known.has(outline)) return known.get(outline);
  if (known.size >= MAX_KEPT) known.clear();
  const moves = toMoves(outline);
  known.set(outline, moves);
  return moves;
}

const NUMBERS: Record<string, number> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 };
const FINENESS = 100; // hundredths of a unit; a letter has about a thousand units

function toMoves(outline: string): string | undefined {
  const tokens = outline.split(" ").filter((token) => token !== "");
  let moves = "";
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (let place = 0; place < tokens.length; ) {
    const command = tokens[place++] ?? "";
    const count = NUMBERS[command];
    if (count === undefined) return undefined;
    moves += command.toLowerCase();
    let [stepX, stepY] = [0, 0];
    for (let read = 0; read < count; read += 2) {
      stepX = Math.round((Number(tokens[place++]) - x) * FINENESS) / FINENESS;
      stepY = Math.round((Number(tokens[place++]) - y) * FINENESS) / FINENESS;
      if (!Number.isFinite(stepX + stepY)) return undefined;
      moves += `${read > 0 && stepX >= 0 ? " " : ""}${stepX}${stepY >= 0 ? " " : ""}${stepY}`;
    }
    [x, y] = command === "Z" ? [startX, startY] : [x + stepX, y + stepY];
    if (command === "M") [startX, startY] = [x, y];
  }
  return moves;
}
