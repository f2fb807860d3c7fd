import type { FieldRectangle, RenderedPage } from "../contract/rendering/render.ts";
import { identity, type Matrix, multiply, parseTransform, transformedBounds } from "./matrix.ts";

/**
 * Splits the renderer's stacked SVG into one file a page for `<img>`. Only the elements and attributes listed here are copied, so no
 * script, style, link, foreign markup or external reference can be in it.
 */

const ELEMENTS = new Set(
  "g path use rect image clipPath mask pattern linearGradient radialGradient stop symbol filter feColorMatrix feFlood feComposite".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  (
    "id d x y x1 y1 x2 y2 cx cy r fx fy fr width height viewBox transform offset fill fill-rule fill-opacity stroke " +
    "stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity " +
    "stop-color stop-opacity clip-path clip-rule clipPathUnits mask maskUnits patternUnits patternTransform gradientUnits " +
    "gradientTransform spreadMethod preserveAspectRatio href filter in type values in2 operator image-rendering"
  ).split(" "),
);
/** How the kit marks the text of a field. A long text is marked line by line and shown as one rectangle in each column. */
const FIELD_LINK = /^(field|prose):(.*)$/s;
const TAG = /<(\/?)([\w:-]+)([^">]*(?:"[^"]*"[^">]*)*)>/g;
const GLYPH = /^ x="[-.\d]+" y="[-.\d]+" href="#([\w+/]+)"\/$/; // nine tags of ten
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
const ZERO_SHIFT = /^translate\(-?0(?:\.0+)?,-?0(?:\.0+)?\)$/;

export type PageSize = { width: number; height: number };
type Definition = { markup: string; needs: Set<string> };
type PageMarkup = {
  markup: string[];
  needs: Set<string>;
  fields: FieldRectangle[];
  /** The last line of the long text that the last of the fields is. */
  proseLine?: FieldRectangle | undefined;
};
/** `place`: the index of its tag in the markup; undefined if it was left out. */
type Open = { name: string; place: number | undefined; transform?: string };

export function splitPages(stacked: string, sizes: PageSize[]): RenderedPage[] {
  const { pages, definitions } = readStacked(stacked);
  return sizes.map((size, index) => writePage(pages[index] ?? emptyMarkup(), size, definitions));
}

function emptyMarkup(): PageMarkup {
  return { markup: [], needs: new Set(), fields: [] };
}

function readStacked(stacked: string) {
  const definitions = new Map<string, Definition>();
  const pages: PageMarkup[] = [];
  const stack: Open[] = [];
  let into: PageMarkup | undefined;
  let definition: { id: string; depth: number } | undefined;
  let skipDepth = 0;
  let link: string | undefined;

  for (const tag of stacked.matchAll(TAG)) {
    const [, slash, name = "", rest = ""] = tag;
    const glyph = name === "use" && into && skipDepth === 0 ? GLYPH.exec(rest)?.[1] : undefined;
    if (glyph && into) {
      // A blank is drawn by a glyph that has no outline, and so no definition.
      if (!definitions.has(glyph)) continue;
      into.needs.add(glyph);
      into.markup.push(tag[0]);
      continue;
    }
    if (slash) {
      const closed = stack.pop();
      if (!closed) continue;
      if (skipDepth > stack.length) skipDepth = 0;
      if (closed.place !== undefined && into) closeTag(into.markup, closed.name, closed.place);
      if (definition && stack.length === definition.depth && into) {
        definitions.set(definition.id, { markup: into.markup.join(""), needs: into.needs });
        definition = into = undefined;
      }
      continue;
    }
    const selfClosing = rest.endsWith("/");
    const attributes = readAttributes(rest);

    if (attributes.get("class") === "typst-page") {
      into = emptyMarkup();
      pages.push(into);
      stack.push({ name, place: undefined });
      continue;
    }
    const transform = attributes.get("transform");
    if (name === "a") link = unescapeXml(attributes.get("href") ?? "");
    if (name === "rect" && link && into && attributes.get("class") === "pseudo-link") {
      const [, kind, path] = FIELD_LINK.exec(link) ?? [];
      if (path !== undefined)
        addField(into, { path, ...rectangle(attributes, placeOf(stack)) }, kind === "prose");
    }
    const isContainer = name === "svg" || name === "defs";
    const skipped =
      skipDepth > 0 ||
      !(ELEMENTS.has(name) || isContainer) ||
      attributes.get("class") === "typst-content-hint";

    if (!skipped && !into && !isContainer) {
      const id = attributes.get("id");
      if (id) {
        into = emptyMarkup();
        definition = { id, depth: stack.length };
      }
    }
    const markup = skipped || isContainer || !into ? "" : openTag(name, attributes, into.needs);
    if (markup && into) into.markup.push(selfClosing ? `${markup}/>` : `${markup}>`);
    if (selfClosing) {
      if (definition && stack.length === definition.depth && into) {
        definitions.set(definition.id, { markup: into.markup.join(""), needs: into.needs });
        definition = into = undefined;
      }
      continue;
    }
    stack.push({ name, place: markup && into ? into.markup.length - 1 : undefined, transform });
    if (skipped && skipDepth === 0) skipDepth = stack.length;
  }
  return { pages, definitions };
}

function addField(page: PageMarkup, line: FieldRectangle, isProse: boolean) {
  const { fields, proseLine: before } = page;
  const whole = fields.at(-1);
  page.proseLine = isProse ? line : undefined;
  // A line above the previous one begins another column.
  if (isProse && whole && before?.path === line.path && line.y > before.y - before.height)
    fields[fields.length - 1] = { path: line.path, ...union(whole, line) };
  else fields.push(line);
}

function union(one: FieldRectangle, other: FieldRectangle) {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const width = roundPoints(Math.max(one.x + one.width, other.x + other.width) - x);
  const height = roundPoints(Math.max(one.y + one.height, other.y + other.height) - y);
  return { x, y, width, height };
}

/** An empty group, of which there are as many as lines of text, is removed with its opening tag. */
function closeTag(markup: string[], name: string, place: number) {
  if (name === "g" && place === markup.length - 1 && place > 0) markup.pop();
  else markup.push(`</${name}>`);
}

function placeOf(stack: Open[]): Matrix {
  return stack.reduce<Matrix>(
    (place, { transform }) => (transform ? multiply(place, parseTransform(transform)) : place),
    identity,
  );
}

function readAttributes(rest: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", value = ""] of rest.matchAll(ATTRIBUTE)) {
    attributes.set(name === "xlink:href" ? "href" : name, value);
  }
  return attributes;
}

/** Empty when the element is a group that groups nothing any more. */
function openTag(name: string, attributes: Map<string, string>, needs: Set<string>): string {
  let written = "";
  for (const [key, value] of attributes) {
    if (!ATTRIBUTES.has(key) || (key === "transform" && ZERO_SHIFT.test(value))) continue;
    if (key === "href") {
      if (value.startsWith("#")) needs.add(value.slice(1));
      else if (!value.startsWith("data:image/")) continue;
    } else if (value.includes("url(")) {
      const id = /^url\(#([^)\s]+)\)$/.exec(value)?.[1];
      if (!id) continue;
      needs.add(id);
    }
    written += ` ${key}="${value.replaceAll("<", "&lt;")}"`;
  }
  return name === "g" && written === "" ? "" : `<${name}${written}`;
}

function rectangle(attributes: Map<string, string>, matrix: Matrix) {
  const width = Number(attributes.get("width"));
  const height = Number(attributes.get("height"));
  const bounds = transformedBounds(matrix, width, height);
  return {
    x: roundPoints(bounds.x),
    y: roundPoints(bounds.y),
    width: roundPoints(bounds.width),
    height: roundPoints(bounds.height),
  };
}

/** A thousandth of a point is finer than any printer. */
export function roundPoints(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function writePage(
  page: PageMarkup,
  { width, height }: PageSize,
  definitions: Map<string, Definition>,
): RenderedPage {
  const wanted = new Map<string, Definition>();
  const pending = [...page.needs];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const found = definitions.get(id);
    if (!found || wanted.has(id)) continue;
    wanted.set(id, found);
    pending.push(...found.needs);
  }
  const defs = [...wanted.values()].map((one) => one.markup).join("");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${defs}</defs><rect width="${width}" height="${height}" fill="#fff"/>${page.markup.join("")}</svg>`;
  return { svg, width, height, fields: page.fields };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name] ?? whole;
  });
}
