/**
 * Cuts a page into stacked slices, so that typing changes one or two of them and the browser decodes only
 * those. Slices have a fixed number of shapes, not characters, so a longer text moves no cut.
 */

const SHAPES_EACH = 14;
const TAG = /<(\/?)(\w+)([^>]*?)(\/?)>/g;
const REFERENCE = /href="#|url\(#/;
const WHOLE = /opacity=|mask=|filter=/; // a group that is composited as one can't be cut

export function slicePage(svg: string): string[] {
  const start = svg.indexOf("<defs>");
  const end = svg.indexOf("</defs>") + "</defs>".length;
  const sheet = svg.slice(end, svg.lastIndexOf("</svg>"));
  // Shapes that refer to each other can't be separated.
  if (start < 0 || sheet.includes(' id="')) return [svg];
  const head = svg.slice(0, start);
  const definitions = svg.slice(start, end);
  const slices: string[] = [];
  const open: string[] = [];
  let opening = "";
  let from = 0;
  let shapes = 0;

  const cut = (to: number) => {
    const drawn = opening + sheet.slice(from, to) + "</g>".repeat(open.length);
    slices.push(`${head}${REFERENCE.test(drawn) ? definitions : ""}${drawn}</svg>`);
    opening = open.join("");
    from = to;
    shapes = 0;
  };
  for (const { 0: tag, 1: slash, 2: name, 4: isEmpty, index } of sheet.matchAll(TAG)) {
    if (slash) open.pop();
    else if (!isEmpty) open.push(tag);
    if (name !== "g") shapes += 1;
    const isBetween = (slash || isEmpty) && open.every((each) => each.startsWith("<g") && !WHOLE.test(each));
    if (shapes >= SHAPES_EACH && isBetween) cut(index + tag.length);
  }
  if (shapes > 0 || slices.length === 0) cut(sheet.length);
  return slices;
}
