/**
 * A page's letters come as references to outlines, which is small on the way but dear on the screen: the browser makes a tree
 * of elements for every reference, each time. Here the letters of a run become one path, which draws in a third of the time.
 */

const OUTLINE = /<path id="([\w+/]+)" d="([^"]*)"\/>/g;
const RUN = /(<g[^>]*>)((?:<use x="[-.\d]+" y="[-.\d]+" href="#[\w+/]+"\/>)+)/g;
const LETTER = /<use x="([-.\d]+)" y="([-.\d]+)" href="#([\w+/]+)"\/>/g;
const PLAIN_FILL = / fill="#\w+"/; // a gradient is measured on each letter, so its letters stay apart
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

/** A letter that is no simple outline (an emoji) stays a reference, in its place among the others. */
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

const MOST_KEPT = 5_000;
const kept = new Map<string, string | undefined>();

/** An outline in steps from where the pen is, so that it can begin anywhere; undefined when it is drawn in another way. */
function movesOf(outline: string): string | undefined {
  if (kept.has(outline)) return kept.get(outline);
  if (kept.size >= MOST_KEPT) kept.clear();
  const moves = toMoves(outline);
  kept.set(outline, moves);
  return moves;
}

const NUMBERS: Record<string, number> = { M: 2, L: 2, Q: 4, C: 6, Z: 0 };
const FINENESS = 100; // a hundredth of a unit, of which there are about a thousand in a letter

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
